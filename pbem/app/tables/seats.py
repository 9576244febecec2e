"""Seats: making a table, inviting, joining, declining, leaving, starting, resigning."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.app import limits
from pbem.app.accounts import reliability
from pbem.app.clock import vacations
from pbem.app.table import FREE, Table, dump
from pbem.app.tables import lobby
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.db.models import GameRow, PlayerRow, SeatRow
from pbem.db.queries import alarms, game_log, people
from pbem.facts import mails, notices, table_answers
from pbem.facts.table import Lobby
from pbem.facts.table_refusals import AlreadyBegun, AlreadyThere, NotInvited, TableFull, TooManyGames, TooManySeats
from pbem.hearts.entries import Opened
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.record import Rules, rules_to_json
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.timecontrol.options import TableOptions, table_options_to_json


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to put on a seat: a robot of a level, or an address to invite."""

    name: str = ""  # of a person who plays here, where the host named the person so
    address: str = ""
    robot: str = ""


def make_table(uow: UnitOfWork, variant: str, rules: Rules, pace: TableOptions, guests: list[Guest]) -> Table:
    """A new table with its host on the first seat, and the guests in the order named on the next ones."""
    host = uow.player()
    if 1 + len(guests) > rules.players:
        raise Refused(TooManySeats(seats=rules.players, given=1 + len(guests)))
    _check_guests([], guests, host, set(people.addresses(uow.session, pk(host.id))))
    running = game_log.games_of(uow.session, pk(host.id))
    if len(running) >= uow.services.policy.games_per_player:
        raise Refused(TooManyGames(most=uow.services.policy.games_per_player))
    limits.may_invite(uow, pk(host.id), _people(guests))
    table = lay(uow, host, variant, rules, pace)
    sit(table.seats[0], host)
    vacations.carry(uow, table, table.seats[0], host)
    _seat_all(uow, table, guests)
    uow.game_id = table.id
    return table


def answer_made(uow: UnitOfWork, table: Table) -> None:
    """The host hears of the new table, which begins at once if nobody is waited for."""
    lobby = lobby_facts(uow, table, table.seat_of(table.row.host_id), for_host=True)
    if table.complete():
        uow.answer(table_answers.TableBegun(lobby))
        begin(uow, table)
    else:
        uow.answer(table_answers.TableMade(lobby))


def lay(uow: UnitOfWork, host: PlayerRow, variant: str, rules: Rules, pace: TableOptions) -> Table:
    """A new table with nobody at it yet."""
    row = GameRow(
        variant=variant,
        rules=dump(rules_to_json(rules)),
        host_id=pk(host.id),
        pace=table_options_to_json(pace),
        created_at=uow.now,
    )
    uow.session.add(row)
    uow.session.flush()
    for number in range(rules.players):
        uow.session.add(SeatRow(game_id=pk(row.id), seat=number))
    uow.session.flush()
    table = uow.table(pk(row.id))
    table.was_open = False
    return table


def sit(seat: SeatRow, player: PlayerRow) -> None:
    """Put a person on a seat."""
    seat.state, seat.player_id, seat.name, seat.robot = "joined", player.id, player.name, ""


def invite_all(uow: UnitOfWork, table: Table, guests: list[Guest]) -> None:
    """More guests for a table that gathers. All is checked before anybody is asked."""
    if len(guests) > sum(1 for s in table.seats if s.state in FREE):
        raise Refused(TableFull())
    host = uow.player()
    _check_guests(table.seats, guests, host, set(people.addresses(uow.session, pk(host.id))))
    limits.may_invite(uow, pk(host.id), _people(guests))
    _seat_all(uow, table, guests)


def _people(guests: list[Guest]) -> int:
    return sum(1 for guest in guests if not guest.robot)


def _check_guests(seats: list[SeatRow], guests: list[Guest], host: PlayerRow, own: set[str]) -> None:
    """Nobody sits twice at one table, as far as the host can know: whose address one is, is not told in this way.

    Somebody invited twice, by name and by address, finds out by answering.
    """
    there = {s.address for s in seats if s.state == "invited" and not s.name} | own
    players = {s.name for s in seats if s.state in ("joined", "invited")} | {host.name}
    for guest in guests:
        if not guest.robot and ((guest.name and guest.name in players) or (not guest.name and guest.address in there)):
            raise Refused(AlreadyThere(name=guest.name or guest.address))
        there.add(guest.address)
        players.add(guest.name)


def _seat_all(uow: UnitOfWork, table: Table, guests: list[Guest]) -> None:
    """Robots sit down, people are invited: when all are seated, since an invitation tells who is at the table.

    To the host a seat whose invitation is not sent looks like one that is not answered.
    """
    invite_seated(uow, table, [_seat(uow, table, guest) for guest in guests])


def invite_seated(uow: UnitOfWork, table: Table, offered: list[SeatRow]) -> None:
    """The mails to those whose seats are kept for them."""
    for seat in offered:
        silent = seat.state != "invited" or unwanted(uow, table, seat) or limits.invited_enough(uow, seat.address)
        if not silent:
            invite(uow, table, seat)
    lobby.waits(uow, table)


def _seat(uow: UnitOfWork, table: Table, guest: Guest) -> SeatRow:
    """The first free seat is the guest's."""
    seat = next(s for state in FREE for s in table.seats if s.state == state)
    if guest.robot:
        seat_robot(table, seat, guest.robot)
        return seat
    offer(uow, seat, guest)
    return seat


def offer(uow: UnitOfWork, seat: SeatRow, guest: Guest) -> None:
    """Keep this seat for a person who is to be asked."""
    seat.address, seat.name, seat.robot, seat.player_id = guest.address, guest.name, "", None
    seat.state, seat.clock_at, seat.nudged_at = "invited", uow.now, None
    seat.invitation += 1


def unwanted(uow: UnitOfWork, table: Table, seat: SeatRow) -> bool:
    """Whether the invited person wants to hear nothing of this host's tables."""
    return people.blocked(uow.session, seat.address, table.row.host_id)


def seat_robot(table: Table, seat: SeatRow, level: str) -> None:
    """Let a robot sit down."""
    number = 1 + sum(1 for s in table.seats if s.state == "robot")
    seat.state, seat.name, seat.robot = "robot", f"Robot {number}", level
    seat.player_id, seat.address = None, ""


def invite(uow: UnitOfWork, table: Table, seat: SeatRow, reminder: bool = False) -> None:
    """The mail that offers a seat."""
    player = people.by_address(uow.session, seat.address)
    token = token_text(uow.services.key, TokenKind.INVITATION, table.id, seat.seat, seat.invitation)
    mail = mails.Invitation(lobby_facts(uow, table, seat), reminder)
    uow.send(mail, player or seat.address, table, address=seat.address, token=token)


def lobby_facts(uow: UnitOfWork, table: Table, reader: SeatRow | None, for_host: bool = False) -> Lobby:
    """What a table that gathers looks like from the reader's seat."""
    host = people.player(uow.session, table.row.host_id)
    you = reader.seat if reader is not None else None
    seats = reliability.shown(uow, table, table.seat_facts(you, for_host))
    name = host.name if host is not None else ""
    return Lobby(table.id, name, seats, table.row.variant, table.rules(), table.pace)


def join(uow: UnitOfWork, table: Table, seat: SeatRow, player: PlayerRow) -> bool:
    """A person takes the seat offered. True if that was the last one and the game has begun."""
    if table.row.phase != "gathering":
        raise Refused(AlreadyBegun(game=table.id))
    if table.seat_of(pk(player.id)) is not None:
        raise Refused(AlreadyThere(name=player.name))
    if seat.state == "open":
        reliability.need(uow, table, player)
    sit(seat, player)
    vacations.carry(uow, table, seat, player)
    if table.complete():
        begin(uow, table)
        return True
    tell_host(uow, table)
    return False


def decline(uow: UnitOfWork, table: Table, seat: SeatRow) -> None:
    """A no: the seat is free, and the host is told."""
    if table.row.phase != "gathering" or seat.state not in ("invited", "silent"):
        raise Refused(NotInvited())
    seat.state = "declined"
    tell_host(uow, table)


def tell_host(uow: UnitOfWork, table: Table) -> None:
    """The host hears who has answered, unless it is the host's own letter."""
    host = people.player(uow.session, table.row.host_id)
    if host is None or (uow.author is not None and uow.author.player is host):
        return
    uow.send(mails.Gathering(lobby_facts(uow, table, table.seat_of(pk(host.id)), for_host=True)), host, table)


def begin(uow: UnitOfWork, table: Table) -> None:
    """Start the game; robots take the seats that are still free."""
    if table.row.phase != "gathering":
        raise Refused(AlreadyBegun(game=table.id))
    for seat in table.seats:
        if seat.state in ("invited", *FREE):
            if seat.state == "invited" and not unwanted(uow, table, seat):
                guest = people.by_address(uow.session, seat.address) or seat.address
                uow.send(notices.BegunWithoutYou(table.id), guest, table)
            address = seat.address
            seat_robot(table, seat, uow.services.policy.robot)
            seat.address = address  # so that a late yes to the invitation is understood
    for seat in table.seats:
        seat.clock_at = seat.nudged_at = None
    alarms.clear(uow.session, table.id)
    table.row.phase = "playing"
    table.start(Opened(table.rules()))
    advance(uow, table)


def leave(uow: UnitOfWork, table: Table, seat: SeatRow, player: PlayerRow) -> bool:
    """Leave a table that gathers. True if it was the host's, and the table is gone."""
    if table.row.phase != "gathering":
        raise Refused(AlreadyBegun(game=table.id))
    if table.row.host_id == player.id:
        table.row.phase, table.row.ended_at = "cancelled", uow.now
        alarms.clear(uow.session, table.id)
        for other in table.seats:
            if other.state == "invited" and unwanted(uow, table, other):
                continue
            if other.state == "invited" or (other.state == "joined" and other is not seat):
                to = uow.person(other) or people.by_address(uow.session, other.address) or other.address
                uow.send(notices.Cancelled(table.id), to, table)
        return True
    seat.state, seat.player_id, seat.name = "open", None, ""
    tell_host(uow, table)
    return False
