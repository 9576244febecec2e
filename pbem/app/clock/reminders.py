"""Reminding who is waited for: by the clock, merged over games, or at a fellow player's word. Never at night."""

from __future__ import annotations

from datetime import timedelta

from pbem.app.clock import seat_clocks
from pbem.app.notify import combined_mail, notifications
from pbem.app.notify.table_facts import table_facts
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import games
from pbem.facts import mails
from pbem.facts.play_refusals import AlreadyReminded, NobodyWaitedFor
from pbem.facts.table import WaitingGame
from pbem.hearts.refusal import Refused
from pbem.table.calendar import awake
from pbem.table.player import Player
from pbem.table.seat import Seat

AGAIN = timedelta(hours=24)
"""A fellow player may have a seat reminded this often."""

MERGED = timedelta(hours=12)
"""Whoever is reminded of one game now is not reminded of another within this: it is told in the same mail."""


def ring(uow: UnitOfWork, table: Table) -> None:
    """Remind each seat whose time for it has come."""
    for seat in seat_clocks.waiting(table):
        if seat.clock.remind_at is not None and seat.clock.remind_at <= uow.now:
            _remind(uow, table, seat)
    seat_clocks.set_alarms(uow, table)


def _remind(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """One mail about this game and all others that wait for the person and would be reminded of soon."""
    player = uow.player_of(seat)
    found = [(table, seat), *_others(uow, table, seat)]
    for one, sits in found:
        after = max(uow.now, min(sits.clock.remind_at or uow.now, uow.now + MERGED))
        sits.clock.remind_at = seat_clocks.next_reminder(sits.clock, seat_clocks.calendar(uow, one, sits), after)
        if one is not table:
            seat_clocks.set_alarms(uow, one)
    if player is None or player.paused or not player.preferences.remind:
        seat.nudged_by = ""
    elif len(found) == 1:
        notifications.reminder(uow, table, seat, seat.nudged_by)
    else:
        _merged(uow, player, found)
    for _, sits in found:
        sits.nudged_by = ""


def _others(uow: UnitOfWork, table: Table, seat: Seat) -> list[tuple[Table, Seat]]:
    uow.flush()
    found: list[tuple[Table, Seat]] = []
    player_id = seat.player_id
    if player_id is None:
        return found
    for game_id in games.waits_for(uow.session, player_id):
        other = uow.table(game_id)
        sits = other.seat_of(player_id)
        soon = sits is not None and sits.clock.remind_at is not None and sits.clock.remind_at <= uow.now + MERGED
        if other is not table and sits is not None and soon and not other.held:
            found.append((other, sits))
    return found


def _merged(uow: UnitOfWork, player: Player, found: list[tuple[Table, Seat]]) -> None:
    """All of them can be answered in one reply, each under its game's line."""
    found = sorted(found, key=lambda one: str(one[1].clock.due_at))
    waiting = tuple(
        WaitingGame(seat.clock.due_at, seat.nudged_by, table.variant, table_facts(uow, table, seat))
        for table, seat in found
    )
    token = combined_mail.token_for(uow, player, (table for table, _ in found))
    uow.send(mails.ReminderMail(waiting), player, token=token)


def nudge(uow: UnitOfWork, name: str) -> tuple[str, ...]:
    """A fellow player asks to remind who is waited for, or one of them. Returns who is reminded; raises `Refused`."""
    table, seat = uow.at_play()
    late = [s for s in seat_clocks.waiting(table) if s is not seat and s.clock.since is not None]
    if name:
        late = [s for s in late if s.name.lower() == name.lower()]
    if not late:
        raise Refused(NobodyWaitedFor(name=name))
    again = [s for s in late if s.nudged_at is None or uow.now - s.nudged_at >= AGAIN]
    if not again:
        raise Refused(AlreadyReminded(name=late[0].name))
    for one in again:
        one.nudged_at, one.nudged_by = uow.now, seat.name
        when = awake(seat_clocks.calendar(uow, table, one), uow.now, one.clock.due_at or uow.now)
        if when == uow.now:
            _remind(uow, table, one)
        elif when is not None and when > uow.now:
            one.clock.remind_at = min(when, one.clock.remind_at or when)
    seat_clocks.set_alarms(uow, table)
    return tuple(s.name for s in again)
