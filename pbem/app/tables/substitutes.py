"""Seats that are given up: a robot plays on at once, the player may come back, and others may take over with the score.

A table at which no person is left sleeps: nothing is played, and after a while it is closed without a result. Where the
result counts the robots play on instead, so that silence saves nobody from a loss.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.app import limits
from pbem.app.accounts import reliability
from pbem.app.clock import seat_clocks, vacations
from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.db.models import GameRow, PlayerRow, SeatRow
from pbem.db.queries import alarms, game_log, people
from pbem.db.queries import clocks as store
from pbem.facts import notices
from pbem.facts.message import Notice
from pbem.facts.play_refusals import SeatResigned
from pbem.facts.table_refusals import AlreadyThere, NotWanted
from pbem.hearts.refusal import GameOver, Refused

SLEEP = timedelta(days=30)
"""So long a table without persons waits for one to come back."""

MOST = 30
"""Seats that WANTED shows."""


def note_lapse(uow: UnitOfWork, table: Table, seat: SeatRow) -> None:
    """A turn was let pass. After so many in a row a robot takes the seat."""
    seat.lapses += 1
    store.lapsed(uow.session, pk(seat.player_id), uow.now)
    if seat.lapses >= table.pace.lapses:
        player = uow.reachable(seat)
        _give_up(uow, table, seat)
        if player is not None:
            uow.send(notices.SitsOut(table.id, seat.lapses, alone=not table.persons()), player, table)


def resign(uow: UnitOfWork, table: Table, seat: SeatRow) -> None:
    """At the player's own word."""
    if table.row.phase != "playing":
        raise Refused(GameOver())
    if seat.state == "resigned":
        raise Refused(SeatResigned())
    _give_up(uow, table, seat)
    advance(uow, table)


def _give_up(uow: UnitOfWork, table: Table, seat: SeatRow) -> None:
    """The robot sits down; what was said in advance is as secret as the hand, and goes."""
    seat.state, seat.robot, seat.plan = "resigned", table.pace.stand_in or uow.services.policy.robot, ""
    seat.wanted_at = uow.now if table.pace.substitutes else None
    seat.nudged_by = ""
    _tell_others(uow, table, notices.Resigned(table.id, seat.name, wanted=table.pace.substitutes))
    if not table.persons() and not table.pace.rated:
        alarms.set_alarms(uow.session, table.id, {"sleep": uow.now + SLEEP})


def come_back(uow: UnitOfWork, table: Table, seat: SeatRow) -> None:
    """The player takes the seat again from the robot."""
    player = uow.player()
    if table.row.phase != "playing":
        raise Refused(GameOver())
    if not table.persons():
        alarms.drop(uow.session, table.id, ("sleep",))
    seats.sit(seat, player)
    seat.lapses, seat.wanted_at = 0, None
    table.asked_before.discard(seat.seat)  # so the news asks anew
    advance(uow, table)


def given_up(uow: UnitOfWork, player: PlayerRow) -> list[Table]:
    """The tables at which a robot plays for this person."""
    tables = [uow.table(pk(row.id)) for row in game_log.games_of(uow.session, pk(player.id), ("playing",))]
    return [t for t in tables if not t.row.held and (s := t.seat_of(pk(player.id))) and s.state == "resigned"]


def wanted(uow: UnitOfWork) -> list[tuple[SeatRow, GameRow]]:
    """The seats that others may take."""
    uow.session.flush()
    return store.wanted(uow.session, MOST)


def substitute(uow: UnitOfWork, game_id: int) -> Table:
    """The author takes a seat that was given up, with its hand and its score. Who sat at the table once may not."""
    player, table = uow.player(), uow.open(game_id)
    free = sorted((s for s in table.seats if s.state == "resigned" and s.wanted_at), key=lambda s: str(s.wanted_at))
    if table.row.phase != "playing" or not free:
        raise Refused(NotWanted(game=game_id))
    player_id = pk(player.id)
    if table.seat_of(player_id) is not None:
        raise Refused(AlreadyThere(name=player.name))
    if store.sat(uow.session, table.id, player_id) or people.blocked(uow.session, player.address, table.row.host_id):
        raise Refused(NotWanted(game=game_id))
    reliability.need(uow, table, player)
    limits.may_sit(uow, player_id)
    seat = free[0]
    former = uow.reachable(seat)
    store.leaves(uow.session, seat, uow.now)
    asleep = not table.persons()
    if asleep:
        alarms.drop(uow.session, table.id, ("sleep",))
    _tell_others(uow, table, notices.Substituted(table.id, player.name))
    if former is not None:
        uow.send(notices.Replaced(table.id, player.name), former, table)
    _take(uow, table, seat, player)
    return table


def _take(uow: UnitOfWork, table: Table, seat: SeatRow, player: PlayerRow) -> None:
    """A new person on the seat: what the row knew of the one before is let go."""
    seats.sit(seat, player)
    seat.lapses = seat.turns = seat.early_seq = seat.told_deal = seat.moved = 0
    seat.told_plays, seat.wanted_at, seat.bank, seat.nudged_at = -1, None, None, None
    seat.plan = seat.away = seat.nudged_by = seat.address = ""
    vacations.carry(uow, table, seat, player)
    table.asked_before.discard(seat.seat)
    uow.game_id = table.id
    advance(uow, table)


def close(uow: UnitOfWork, table: Table) -> None:
    """Nobody has come back: the table is closed without a result."""
    if table.persons():
        return
    for seat in table.seats:
        if seat.state == "resigned" and (player := uow.reachable(seat)) is not None:
            uow.send(notices.Slept(table.id, SLEEP.days), player, table)
    shut(uow, table)


def shut(uow: UnitOfWork, table: Table) -> None:
    """The game ends without a result."""
    table.row.phase, table.row.ended_at = "cancelled", uow.now
    table.row.due_at = table.row.asked_at = table.row.paused_until = None
    for seat in table.seats:
        seat_clocks.clear(seat)
    alarms.clear(uow.session, table.id)


def _tell_others(uow: UnitOfWork, table: Table, notice: Notice) -> None:
    """To everybody who plays here now."""
    for seat in table.persons():
        if (player := uow.reachable(seat)) is not None:
            uow.send(notice, player, table)
