"""Seats that are given up: a robot plays on at once, the player may come back, and others may take over with the score.

A table at which no person is left sleeps: nothing is played, and after a while it is closed without a result. Where the
result counts the robots play on instead, so that silence saves nobody from a loss.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.app import limits
from pbem.app.accounts import reliability
from pbem.app.clock import vacations
from pbem.app.table import Table
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, games, people, punctuality
from pbem.facts import notices
from pbem.facts.kinds import Notice
from pbem.facts.play_refusals import SeatResigned
from pbem.facts.table_refusals import AlreadyThere, NotWanted
from pbem.hearts.refusal import GameOver, Refused
from pbem.ids import GameId
from pbem.table.game_record import GameRecord
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.table.states import AlarmKind, GamePhase

SLEEP = timedelta(days=30)
"""A table without persons waits this long for one to come back."""

MOST = 30
"""Seats that WANTED shows."""


def note_lapse(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """A turn was let pass. After so many in a row a robot takes the seat."""
    seat.lapses += 1
    uow.flush()
    if seat.player_id is not None:
        punctuality.note_lapse(uow.session, seat.player_id, uow.now)
    if seat.lapses >= table.options.lapses:
        player = uow.reachable(seat)
        _give_up(uow, table, seat)
        if player is not None:
            uow.send(notices.SitsOutNotice(table.id, seat.lapses, alone=not table.seats_of_people()), player, table)


def may_resign(table: Table, seat: Seat) -> None:
    """Raises `Refused` where there is no seat to give up any more."""
    if table.phase is not GamePhase.PLAYING:
        raise Refused(GameOver())
    if seat.resigned:
        raise Refused(SeatResigned())


def resign(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """At the player's own word."""
    may_resign(table, seat)
    _give_up(uow, table, seat)
    advance(uow, table)


def leave_for_good(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """Who sits there, or sat there before a robot did, is about to be forgotten: nothing waits for a return."""
    if table.phase is not GamePhase.PLAYING:
        return
    _give_up(uow, table, seat, gone=True)
    others = (other for other in table.seats if other is not seat and (other.joined or other.resigned))
    if table.options.rated or any((p := uow.player_of(other)) is not None and p.address for other in others):
        advance(uow, table)
    else:
        cancel_game(uow, table)


def _give_up(uow: UnitOfWork, table: Table, seat: Seat, gone: bool = False) -> None:
    level = table.options.stand_in or uow.services.policy.robot
    seat.resign(level, wanted_at=uow.now if table.options.substitutes else None)
    _tell_others(uow, table, notices.ResignedNotice(table.id, seat.name, table.options.substitutes, gone))
    if not table.seats_of_people() and not table.options.rated:
        alarms.set_alarms(uow.session, table.id, {AlarmKind.SLEEP: uow.now + SLEEP})


def return_to_seat(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """The player takes the seat again from the robot."""
    player = uow.author_player()
    if table.phase is not GamePhase.PLAYING:
        raise Refused(GameOver())
    if not table.seats_of_people():
        alarms.drop(uow.session, table.id, AlarmKind.SLEEP)
    seat.return_person(player)
    table.asked_before.discard(seat.number)  # so that the seat is asked again
    advance(uow, table)


def given_up(uow: UnitOfWork, player: Player) -> list[Table]:
    """The tables at which a robot plays for this person."""
    tables = [uow.table(game_id) for game_id in games.playing(uow.session, player.id)]
    return [t for t in tables if not t.held and (s := t.seat_of(player.id)) and s.resigned]


def wanted(uow: UnitOfWork) -> list[tuple[GameRecord, Seat]]:
    """The seats that others may take."""
    uow.flush()
    found = games.wanted(uow.session, MOST)
    records = ((uow.records.game(game_id), uow.records.seats(game_id)[number]) for game_id, number in found)
    return [(game, seat) for game, seat in records if game is not None]


def substitute(uow: UnitOfWork, game_id: GameId) -> Table:
    """The author takes a seat that was given up, with its hand and its score. Who sat at the table once may not."""
    player, table = uow.author_player(), uow.open(game_id)
    free = sorted((s for s in table.seats if s.resigned and s.wanted_at), key=lambda s: str(s.wanted_at))
    if table.phase is not GamePhase.PLAYING or not free:
        raise Refused(NotWanted(game=game_id))
    player_id = player.id
    if table.seat_of(player_id) is not None:
        raise Refused(AlreadyThere(name=player.name))
    if punctuality.sat(uow.session, table.id, player_id) or people.blocked(uow.session, player.address, table.host_id):
        raise Refused(NotWanted(game=game_id))
    reliability.require(uow, table, player)
    limits.may_sit(uow, player_id)
    seat = free[0]
    former = uow.reachable(seat)
    punctuality.note_former(uow.session, seat)
    asleep = not table.seats_of_people()
    if asleep:
        alarms.drop(uow.session, table.id, AlarmKind.SLEEP)
    _tell_others(uow, table, notices.SubstitutedNotice(table.id, player.name))
    if former is not None:
        uow.send(notices.ReplacedNotice(table.id, player.name), former, table)
    _take(uow, table, seat, player)
    return table


def _take(uow: UnitOfWork, table: Table, seat: Seat, player: Player) -> None:
    seat.substitute(player)
    vacations.carry(uow, table, seat, player)
    table.asked_before.discard(seat.number)
    uow.game_id = table.id
    advance(uow, table)


def close_abandoned(uow: UnitOfWork, table: Table) -> None:
    """Nobody has come back: the table is closed without a result."""
    if table.seats_of_people():
        return
    for seat in table.seats:
        if seat.resigned and (player := uow.reachable(seat)) is not None:
            uow.send(notices.SleptNotice(table.id, SLEEP.days), player, table)
    cancel_game(uow, table)


def cancel_game(uow: UnitOfWork, table: Table) -> None:
    """The game ends without a result."""
    table.record.cancel(uow.now)
    for seat in table.seats:
        seat.clock.stop()
    alarms.clear(uow.session, table.id)


def _tell_others(uow: UnitOfWork, table: Table, notice: Notice) -> None:
    """To everybody who plays here now."""
    for seat in table.seats_of_people():
        if (player := uow.reachable(seat)) is not None:
            uow.send(notice, player, table)
