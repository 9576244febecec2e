"""Finding a table: seats for anybody, who seeks one, and the same people once more."""

from __future__ import annotations

from datetime import timedelta

from pbem.app import limits
from pbem.app.accounts import identity, reliability
from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.tables.robot_names import robot_name
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import games, people, rematches, seekers
from pbem.facts import mails, table_answers
from pbem.facts.account_refusals import Unproven
from pbem.facts.table import Lobby
from pbem.facts.table_refusals import (
    AlreadyBegun,
    NoOpenTable,
    NotFinished,
    NotInvited,
    RematchMade,
    SeatLost,
    UnknownVariant,
)
from pbem.hearts.refusal import Refused
from pbem.ids import GameId
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.table.states import GamePhase, SeatState

SHOWN = 12
"""Tables that one mail lists."""

LOOKED_AT = 200
"""Of so many tables, the oldest that gather, one is found."""

SOUGHT = timedelta(days=30)
"""Who seeks a table hears of one within this time, or of none."""

TOLD = 20
"""At most this many of those who seek a table are told of an open one: the first who answers gets the seat."""


def _free(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.free]


def listed(uow: UnitOfWork, player: Player, variant: str = "") -> list[Table]:
    """The tables at which this person could sit down, those that need the fewest first."""
    found = []
    for game_id in games.in_lobby(uow.session, LOOKED_AT):
        table = uow.table(game_id)
        if variant and table.variant != variant:
            continue
        if table.wants_players() and table.seat_of(player.id) is None and _reliable(uow, table, player):
            found.append(table)
    return sorted(found, key=lambda table: (len(_free(table)), table.id))


def _reliable(uow: UnitOfWork, table: Table, player: Player) -> bool:
    try:
        reliability.require(uow, table, player)
    except Refused:
        return False
    return True


def lobbies(uow: UnitOfWork, tables: list[Table]) -> tuple[Lobby, ...]:
    """What a list says of each table."""
    return tuple(seats.lobby_facts(uow, table, None) for table in tables[:SHOWN])


def take(uow: UnitOfWork, game_id: GameId) -> Table:
    """Sit down at an open table; raises `Refused` where that is not possible."""
    author = uow.author
    if author is None or (author.player is None and not uow.proven and author.token is None):
        raise Refused(Unproven(verb=f"JOIN {game_id}"))
    table = uow.open(game_id)
    if not table.wants_players():
        raise Refused(AlreadyBegun(game_id) if table.phase is not GamePhase.LOBBY else NotInvited())
    player = author.player or identity.register(uow)
    limits.may_sit(uow, player.id)
    reliability.require(uow, table, player)
    seat = _free(table)[0]
    if not seats.join(uow, table, seat, player):
        uow.answer(table_answers.JoinedAnswer(seats.lobby_facts(uow, table, seat)))
    uow.game_id = table.id
    seekers.stop_seeking(uow.session, player.id)
    return table


def take_any(uow: UnitOfWork) -> Table:
    """Sit down where the fewest are missing."""
    found = listed(uow, uow.author_player())
    if not found:
        raise Refused(NoOpenTable())
    return take(uow, found[0].id)


def seek(uow: UnitOfWork, variant: str) -> list[Table]:
    """Let the person hear of the next table of this kind; the ones that are there already."""
    player = uow.author_player()
    if variant and variant not in uow.services.variants:
        raise Refused(UnknownVariant(given=variant[:40], near=()))
    seekers.seek(uow.session, player.id, variant, uow.now + SOUGHT)
    return listed(uow, player, variant)


def announce(uow: UnitOfWork) -> None:
    """Who seeks a table of this kind hears, once, of each that has a free seat since this case."""
    for table in [t for t in uow.tables.values() if t.wants_players() and not t.was_open]:
        told = 0
        for player_id in seekers.seekers(uow.session, table.variant, uow.now):
            player = uow.person_numbered(player_id)
            sits = table.seat_of(player_id) is not None
            if player is None or player.paused or sits or told == TOLD or not _reliable(uow, table, player):
                continue
            if not seekers.stop_seeking(uow.session, player_id):
                continue
            told += 1
            uow.send(mails.OpeningMail(seats.lobby_facts(uow, table, None)), player, table)


def rematch(uow: UnitOfWork) -> Table:
    """The same people at a new table, by the same rules; who has the next deal sits on the first seat there.

    Who asks second sits down at the table that the first has made. A letter about no game means the last that ended.
    """
    if uow.game_id is None:
        uow.game_id = next(iter(games.finished(uow.session, uow.author_player().id, 1)), None)
    old, mine = uow.seat()
    if old.game is None or old.phase is not GamePhase.FINISHED:
        raise Refused(NotFinished(game=old.id))
    player = uow.author_player()
    next_id = rematches.next_table(uow.session, old.id)
    if next_id is not None:
        return _second(uow, uow.open(next_id), player)
    limits.may_sit(uow, player.id)
    order = _from_next_dealer(old)
    lost, heir = _lost_seat(uow, old)
    if heir is not None and mine.number == lost:
        raise Refused(SeatLost(game=old.id))
    limits.may_invite(uow, player, sum(1 for s in order if s.joined and s is not mine))
    table = seats.lay(uow, player, old.variant, old.rules(), old.options)
    invited = [
        _reseat(uow, table, seat, was, player) if heir is None or was.number != lost else _hand_on(uow, seat, heir)
        for seat, was in zip(table.seats, order, strict=True)
    ]
    seats.invite_seated(uow, table, [seat for seat in invited if seat is not None])
    rematches.note_rematch(uow.session, old.id, table.id)
    uow.game_id = table.id
    seats.answer_made(uow, table)
    return table


def _second(uow: UnitOfWork, table: Table, player: Player) -> Table:
    own = set(people.addresses(uow.session, player.id))
    seat = next((s for s in table.seats if s.offered and s.address in own), None)
    if seat is None:
        raise Refused(RematchMade(game=table.id))
    uow.game_id = table.id
    if not seats.join(uow, table, seat, player):
        uow.answer(table_answers.JoinedAnswer(seats.lobby_facts(uow, table, seat)))
    return table


def _from_next_dealer(old: Table) -> list[Seat]:
    """The old seats in the new order: a game's first seat deals first."""
    dealers = [entry.base.dealer for entry in old.dealt.values()]
    first = (dealers[-1] + old.rules().step) % len(old.seats) if dealers else 0
    return old.seats[first:] + old.seats[:first]


def _lost_seat(uow: UnitOfWork, old: Table) -> tuple[int | None, Player | None]:
    """The seat that an instant win has cost, and who gets it: the person who has waited longest (§8.6).

    With nobody waiting nothing happens.
    """
    lost = old.view(0).seat_lost
    if lost is None:
        return None, None
    there = {seat.player_id for seat in old.seats}
    waiting = (uow.person_numbered(one) for one in seekers.seekers(uow.session, old.variant, uow.now))
    heirs = (p for p in waiting if p is not None and p.id not in there and p.reachable)
    return lost, next(heirs, None)


def _hand_on(uow: UnitOfWork, seat: Seat, heir: Player) -> Seat:
    """The seat is offered to somebody who was not there."""
    seat.invite(heir.address, heir.name, uow.now)
    return seat


def _reseat(uow: UnitOfWork, table: Table, seat: Seat, was: Seat, host: Player) -> Seat | None:
    """Who sat there sits here: the host at once, a robot too; the seat, if a person has to be asked."""
    person = uow.player_of(was) if was.joined else None
    if was.player_id == host.id:
        seat.seat_person(host)
    elif person is None or not person.address:
        name = was.name if was.state is SeatState.ROBOT else robot_name(uow, table, seat)
        seat.seat_robot(was.robot or uow.services.policy.robot, name)
    else:
        seat.invite(person.address, person.name, uow.now)
        return seat
    return None
