"""The clocks of a table: each seat that is waited for has one. What is left on it, when its time is up, when to remind.

A clock starts when its seat is asked and stops at the answer. It does not run on the table's days off, while its player
is away, while the table pauses, or while the operator holds it. With a bank, each answer adds the clock's increment and
takes the time that it took; the bank never holds more than at the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.app.clock import absence
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.queries import alarms
from pbem.hearts.phase import Phase
from pbem.table.calendar import Calendar, awake, between, later
from pbem.table.game_record import GameRecord
from pbem.table.options import DAYS, TableOptions
from pbem.table.player import Player
from pbem.table.seat import Clock, Seat
from pbem.table.states import FOLLOWS_SEAT_CLOCK, AlarmKind, GamePhase
from pbem.zones import zone

LAST_CALL = timedelta(hours=3)
"""The second reminder comes when a tenth of the time is left, but no later than this."""

LONG_ENOUGH = timedelta(hours=6)
"""Of less time than this one reminder is enough."""


def update_clocks(uow: UnitOfWork, table: Table) -> None:
    """Stop the clocks of those who answered or are not waited for any more, start those of the newly asked."""
    game = table.playing()
    before = table.log.length
    waits = () if game.phase is Phase.FINISHED else game.to_act
    fresh = table.turn() != table.turn_before
    changed = False
    for seat in table.seats:
        waited = seat.number in waits and table.person_id(seat.number) is not None
        acted = seat.acted_length > before
        if acted or not waited or fresh:
            changed |= _stop(uow, table, seat, acted)
        if waited and not seat.clock.runs and not table.record.clocks_stand:
            start(uow, table, seat, allowance(table.options, seat))
            changed = True
    if changed:
        set_alarms(uow, table)


def calendar(uow: UnitOfWork, table: Table, seat: Seat) -> Calendar:
    """The time of whoever sits there."""
    return calendar_of(uow.player_of(seat), table.options, seat)


def calendar_of(player: Player | None, pace: TableOptions, seat: Seat) -> Calendar:
    """The time of this person at a table of this pace, on this seat."""
    off = frozenset(DAYS.index(day) for day in pace.off.split(",") if day)
    return Calendar(zone(player.zone if player is not None else "UTC"), off, absence.spans(seat))


def start(uow: UnitOfWork, table: Table, seat: Seat, left: timedelta) -> None:
    """Let the seat's clock run from now on, with so much on it."""
    player = uow.player_of(seat)
    set_running(seat, calendar_of(player, table.options, seat), uow.now, left)
    if not uow.services.policy.remind or table.masked:
        seat.clock.remind_at = None


def set_running(seat: Seat, calendar: Calendar, now: datetime, left: timedelta) -> None:
    """The clock's row: since when it runs, with how much on it, and what follows from that."""
    seat.clock.since, seat.clock.left = now, int(left.total_seconds())
    seat.clock.due_at = later(calendar, now, left)
    seat.clock.remind_at = next_reminder(seat.clock, calendar, now)


def next_reminder(clock: Clock, calendar: Calendar, after: datetime) -> datetime | None:
    """When the person is to be reminded next: at half of the time, and before its end. Never in the night."""
    if clock.since is None or clock.due_at is None:
        return None
    left = timedelta(seconds=clock.left)
    moments = [left / 2]
    if left >= LONG_ENOUGH:
        moments.append(left - max(left / 10, min(LAST_CALL, left / 4)))
    planned = (awake(calendar, later(calendar, clock.since, moment), clock.due_at) for moment in moments)
    return min((at for at in planned if at is not None and after < at < clock.due_at), default=None)


def allowance(pace: TableOptions, seat: Seat) -> timedelta:
    """The whole time that an answer from this seat may take."""
    bank = pace.bank if seat.clock.bank is None else seat.clock.bank
    return timedelta(seconds=pace.deadline + bank)


def time_left(uow: UnitOfWork, table: Table, seat: Seat, now: datetime | None = None) -> timedelta:
    """What is left on the seat's clock."""
    remains = timedelta(seconds=seat.clock.left)
    if seat.clock.since is not None:
        remains -= between(calendar(uow, table, seat), seat.clock.since, now or uow.now)
    return max(remains, timedelta(0))


def _stop(uow: UnitOfWork, table: Table, seat: Seat, acted: bool) -> bool:
    """The seat's clock does not run any more; its bank is settled. True if it ran."""
    lapsed = seat.number in table.lapsed
    if acted and not lapsed and seat.joined and seat.clock.left:
        seat.turns += 1
    if acted and seat.clock.left and table.options.bank:
        rest = 0 if lapsed else int(time_left(uow, table, seat, uow.answered_at).total_seconds())
        seat.clock.bank = min(table.options.bank, rest)
    ran = seat.clock.since is not None
    seat.clock.stop()
    return ran


def halt(uow: UnitOfWork, table: Table) -> None:
    """All clocks of the table stand, and keep what is left on them."""
    for seat in table.seats:
        if seat.clock.since is not None:
            seat.clock.halt(int(time_left(uow, table, seat).total_seconds()))
    set_alarms(uow, table)


def go_on(uow: UnitOfWork, table: Table) -> None:
    """The clocks that were halted run again with what was left on them."""
    for seat in waiting(table):
        if seat.clock.since is None:
            rest = timedelta(seconds=seat.clock.left)
            start(uow, table, seat, rest or allowance(table.options, seat))
    set_alarms(uow, table)


def restart(uow: UnitOfWork, table: Table) -> None:
    """Everybody who is waited for gets the whole time again."""
    for seat in waiting(table):
        start(uow, table, seat, allowance(table.options, seat))
    set_alarms(uow, table)


def extend(uow: UnitOfWork, table: Table, by: timedelta) -> None:
    """Everybody who is waited for gets so much more for this answer."""
    for seat in waiting(table):
        if seat.clock.since is not None:
            start(uow, table, seat, time_left(uow, table, seat) + by)
        elif seat.clock.left:
            seat.clock.left += int(by.total_seconds())
    set_alarms(uow, table)


def waiting(table: Table) -> list[Seat]:
    """The seats of persons that are waited for."""
    asked = table.game.to_act if table.game is not None and table.phase is GamePhase.PLAYING else ()
    return [table.seats[seat] for seat in asked if table.person_id(seat) is not None]


def set_alarms(uow: UnitOfWork, table: Table) -> None:
    """What follows from the clocks of its seats for the table."""
    set_alarms_of(uow.session, table.record, table.seats)


def set_alarms_of(session: Session, game: GameRecord, seats: Sequence[Seat]) -> None:
    """The table's deadline is the earliest of its seats'; one alarm for it, and one for the next reminder."""
    due = [seat.clock.due_at for seat in seats if seat.clock.due_at is not None]
    remind = [seat.clock.remind_at for seat in seats if seat.clock.remind_at is not None]
    game.due_at = min(due, default=None)
    game.asked_at = min((seat.clock.since for seat in seats if seat.clock.since is not None), default=None)
    if not due:
        alarms.drop(session, game.id, *FOLLOWS_SEAT_CLOCK)
        return
    rings = {AlarmKind.LAPSE: min(due)}
    if remind:
        rings[AlarmKind.REMIND] = min(remind)
    alarms.set_alarms(session, game.id, rings)
