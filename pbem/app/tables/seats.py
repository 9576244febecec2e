"""Seats: making a table, inviting, joining, declining, leaving, starting, resigning."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.app import limits
from pbem.app.accounts import reliability
from pbem.app.clock import vacations
from pbem.app.table import Table
from pbem.app.tables import lobby
from pbem.app.tables.robot_names import robot_name
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, people
from pbem.facts import mails, notices, table_answers
from pbem.facts.table import Lobby
from pbem.facts.table_refusals import AlreadyBegun, AlreadyThere, NotInvited, TableFull, TooManySeats
from pbem.hearts.entries import Opened
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.record import Rules
from pbem.ids import GameId
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.table.game_record import GameRecord
from pbem.table.options import TableOptions
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.table.states import FREE, GamePhase, SeatState

MOST_WORDS = 300
"""Characters of a host's own words in an invitation."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to put on a seat: a robot of a level, or an address to invite."""

    name: str = ""  # of a person who plays here, where the host named the person so
    address: str = ""
    robot: str = ""


def make_table(
    uow: UnitOfWork, variant: str, rules: Rules, options: TableOptions, guests: list[Guest], words: str = ""
) -> Table:
    """A new table with its host on the first seat, and the guests in the order named on the next ones; `words` are the
    host's own, to them.
    """
    host = uow.author_player()
    if 1 + len(guests) > rules.players:
        raise Refused(TooManySeats(seats=rules.players, given=1 + len(guests)))
    _check_guests([], guests, host, set(people.addresses(uow.session, host.id)))
    limits.may_sit(uow, host.id)
    limits.may_invite(uow, host, _people(guests))
    table = lay(uow, host, variant, rules, options)
    table.record.host_words = words[:MOST_WORDS]
    table.seats[0].seat_person(host)
    vacations.carry(uow, table, table.seats[0], host)
    _seat_all(uow, table, guests)
    uow.game_id = table.id
    return table


def answer_made(uow: UnitOfWork, table: Table) -> None:
    """The host hears of the new table, which begins at once if nobody is waited for."""
    lobby = lobby_facts(uow, table, table.seat_of(table.host_id), for_host=True)
    if table.complete():
        uow.answer(table_answers.TableBegunAnswer(lobby))
        begin(uow, table)
    else:
        uow.answer(table_answers.TableMadeAnswer(lobby))


def lay(uow: UnitOfWork, host: Player, variant: str, rules: Rules, options: TableOptions) -> Table:
    """A new table with nobody at it yet."""
    return uow.add_table(GameRecord(GameId(0), variant, rules, host.id, options, uow.now))


def invite_all(uow: UnitOfWork, table: Table, guests: list[Guest]) -> tuple[str, ...]:
    """More guests for a table that gathers. All is checked before anybody is asked. Returns who could not be today."""
    if len(guests) > sum(1 for s in table.seats if s.free):
        raise Refused(TableFull())
    host = uow.author_player()
    _check_guests(table.seats, guests, host, set(people.addresses(uow.session, host.id)))
    limits.may_invite(uow, host, _people(guests))
    return _seat_all(uow, table, guests)


def _people(guests: list[Guest]) -> int:
    return sum(1 for guest in guests if not guest.robot)


def _check_guests(seats: list[Seat], guests: list[Guest], host: Player, own: set[str]) -> None:
    """Nobody sits twice at one table, as far as the host can know: whose address one is, is not told in this way.

    Somebody invited twice, by name and by address, finds out by answering.
    """
    there = {s.address for s in seats if s.state is SeatState.INVITED and not s.name} | own
    players = {s.name for s in seats if s.joined or s.state is SeatState.INVITED} | {host.name}
    for guest in guests:
        if not guest.robot and ((guest.name and guest.name in players) or (not guest.name and guest.address in there)):
            raise Refused(AlreadyThere(name=guest.name or guest.address))
        there.add(guest.address)
        players.add(guest.name)


def _seat_all(uow: UnitOfWork, table: Table, guests: list[Guest]) -> tuple[str, ...]:
    """Robots sit down, people are invited: when all are seated, since an invitation tells who is at the table."""
    return invite_seated(uow, table, [_seat(uow, table, guest) for guest in guests])


def invite_seated(uow: UnitOfWork, table: Table, offered: list[Seat]) -> tuple[str, ...]:
    """The mails to those whose seats are kept for them. Where a mailbox has had enough invitations today, the seat is
    free again, and the host told; returns these guests' names.

    To the host a seat looks unanswered whose guest wants none of his invitations.
    """
    asked = [seat for seat in offered if seat.state is SeatState.INVITED and not unwanted(uow, table, seat)]
    full = [seat for seat in asked if limits.invited_enough(uow, seat.address)]
    names = tuple(seat.name or seat.address for seat in full)
    for seat in full:
        seat.vacate()
    for seat in asked:
        if seat not in full:
            invite(uow, table, seat)
    if names:
        uow.answer(table_answers.MailboxFullAnswer(names, limits.INVITATIONS_TO_MAILBOX))
    lobby.waits(uow, table)
    return names


def _seat(uow: UnitOfWork, table: Table, guest: Guest) -> Seat:
    """The first free seat is the guest's."""
    seat = next(s for state in FREE for s in table.seats if s.state is state)
    if guest.robot:
        seat.seat_robot(guest.robot, robot_name(uow, table, seat))
    else:
        seat.invite(guest.address, guest.name, uow.now)
    return seat


def unwanted(uow: UnitOfWork, table: Table, seat: Seat) -> bool:
    """Whether the invited person wants to hear nothing of this host's tables."""
    return people.blocked(uow.session, seat.address, table.host_id)


def invite(uow: UnitOfWork, table: Table, seat: Seat, reminder: bool = False) -> None:
    """The mail that offers a seat."""
    player = uow.person_at(seat.address)
    token = token_text(uow.services.key, TokenKind.INVITATION, table.id, seat.number, seat.invitation)
    mail = mails.InvitationMail(lobby_facts(uow, table, seat), reminder, registered=player is not None)
    uow.send(mail, player or seat.address, table, address=seat.address, token=token)


def lobby_facts(uow: UnitOfWork, table: Table, reader: Seat | None, for_host: bool = False) -> Lobby:
    """What a table that gathers looks like from the reader's seat."""
    host = uow.person_numbered(table.host_id)
    you = reader.number if reader is not None else None
    seats = reliability.with_reliability(uow, table, table.seat_facts(you, for_host))
    name = host.name if host is not None else ""
    known = host is not None and reader is not None and reader.waits_for_guest and not reader.name
    address = host.address if host is not None and known else ""
    words = table.record.host_words
    return Lobby(table.id, name, seats, table.variant, table.rules(), table.options, address, words)


def join(uow: UnitOfWork, table: Table, seat: Seat, player: Player) -> bool:
    """A person takes the seat offered. True if that was the last one and the game has begun."""
    if table.phase is not GamePhase.LOBBY:
        raise Refused(AlreadyBegun(game=table.id))
    if table.seat_of(player.id) is not None:
        raise Refused(AlreadyThere(name=player.name))
    if seat.state is SeatState.OPEN:
        reliability.require(uow, table, player)
    seat.seat_person(player)
    vacations.carry(uow, table, seat, player)
    if table.complete():
        begin(uow, table)
        return True
    tell_host(uow, table)
    return False


def decline(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """A no: the seat is free, and the host is told."""
    if table.phase is not GamePhase.LOBBY or not seat.waits_for_guest:
        raise Refused(NotInvited())
    seat.decline()
    tell_host(uow, table)


def tell_host(uow: UnitOfWork, table: Table) -> None:
    """The host hears who has answered, unless it is the host's own letter."""
    host = uow.person_numbered(table.host_id)
    if host is None or (uow.author is not None and uow.author.player is host):
        return
    uow.send(mails.LobbyMail(lobby_facts(uow, table, table.seat_of(host.id), for_host=True)), host, table)


def begin(uow: UnitOfWork, table: Table) -> None:
    """Start the game; robots take the seats that are still free."""
    if table.phase is not GamePhase.LOBBY:
        raise Refused(AlreadyBegun(game=table.id))
    for seat in table.seats:
        if not seat.ready:
            if seat.state is SeatState.INVITED and not unwanted(uow, table, seat):
                guest = uow.person_at(seat.address) or seat.address
                uow.send(notices.BegunWithoutYouNotice(table.id), guest, table)
            seat.begin_without_guest(uow.services.policy.robot, robot_name(uow, table, seat))
    alarms.clear(uow.session, table.id)
    table.start(Opened(table.rules()))
    advance(uow, table)


def leave(uow: UnitOfWork, table: Table, seat: Seat, player: Player) -> bool:
    """Leave a table that gathers. True if it was the host's, and the table is gone."""
    if table.phase is not GamePhase.LOBBY:
        raise Refused(AlreadyBegun(game=table.id))
    if table.host_id == player.id:
        table.record.cancel(uow.now)
        alarms.clear(uow.session, table.id)
        for other in table.seats:
            if other.state is SeatState.INVITED and unwanted(uow, table, other):
                continue
            if other.state is SeatState.INVITED or (other.joined and other is not seat):
                to = uow.player_of(other) or uow.person_at(other.address) or other.address
                uow.send(notices.CancelledNotice(table.id), to, table)
        return True
    seat.vacate()
    tell_host(uow, table)
    return False
