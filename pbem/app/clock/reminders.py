"""Reminding who is waited for: by the clock, merged over games, or at a fellow player's word. Never at night."""

from __future__ import annotations

from datetime import timedelta

from pbem.app.clock import seat_clocks
from pbem.app.notify import combined_mail, notifications
from pbem.app.notify.table_facts import table_facts
from pbem.app.refusals import Wrong
from pbem.app.table import Table
from pbem.app.unit_of_work import Case, Mail, pk
from pbem.db.models.rows import PlayerRow, SeatRow
from pbem.db.queries import clocks as store
from pbem.db.queries import people
from pbem.hearts.refusal import Refused
from pbem.render.facts import Post
from pbem.timecontrol.calendar import awake

AGAIN = timedelta(hours=24)
"""A fellow player may have a seat reminded this often."""

MERGED = timedelta(hours=12)
"""Whoever is reminded of one game now is not reminded of another within this: it is told in the same mail."""


def ring(case: Case, table: Table) -> None:
    """Remind each seat whose time for it has come."""
    for seat in seat_clocks.waiting(table):
        if seat.remind_at is not None and seat.remind_at <= case.now:
            _remind(case, table, seat)
    seat_clocks.set_alarms(case, table)


def _remind(case: Case, table: Table, seat: SeatRow) -> None:
    """One mail about this game and all others that wait for the person and would be reminded of soon."""
    player = people.player(case.session, seat.player_id)
    found = [(table, seat), *_others(case, table, seat)]
    for one, sits in found:
        after = max(case.now, min(sits.remind_at or case.now, case.now + MERGED))
        sits.remind_at = seat_clocks.next_reminder(sits, seat_clocks.calendar(case, one, sits), after)
        if one is not table:
            seat_clocks.set_alarms(case, one)
    if player is None or player.paused or people.settings(player).get("remind", "on") == "off":
        seat.nudged_by = ""
    elif len(found) == 1:
        notifications.reminder(case, table, seat, seat.nudged_by)
    else:
        _merged(case, player, found)
    for _, sits in found:
        sits.nudged_by = ""


def _others(case: Case, table: Table, seat: SeatRow) -> list[tuple[Table, SeatRow]]:
    case.session.flush()
    found = []
    for game_id in store.waits_for(case.session, pk(seat.player_id)):
        other = case.table(game_id)
        sits = other.seat_of(pk(seat.player_id))
        soon = sits is not None and sits.remind_at is not None and sits.remind_at <= case.now + MERGED
        if other is not table and sits is not None and soon and not other.row.held:
            found.append((other, sits))
    return found


def _merged(case: Case, player: PlayerRow, found: list[tuple[Table, SeatRow]]) -> None:
    """All of them can be answered in one reply, each under its game's line."""
    found = sorted(found, key=lambda one: str(one[1].due_at))
    games = tuple(
        {
            "game": table.id,
            "variant": table.row.variant,
            "due_at": seat.due_at,
            "nudged_by": seat.nudged_by,
            "table": table_facts(case, table, seat),
        }
        for table, seat in found
    )
    token = combined_mail.token_for(case, player, (table for table, _ in found))
    case.mails.append(Mail(Post("reminder", {"games": games}), player.address, player.name, player, token=token))


def nudge(case: Case, name: str) -> tuple[str, ...]:
    """A fellow player asks to remind who is waited for, or one of them. Returns who is reminded; raises `Refused`."""
    table, seat = case.at_play()
    late = [s for s in seat_clocks.waiting(table) if s is not seat and s.clock_at is not None]
    if name:
        late = [s for s in late if s.name.lower() == name.lower()]
    if not late:
        raise Refused(Wrong.NOBODY_WAITED_FOR, name=name)
    again = [s for s in late if s.nudged_at is None or case.now - s.nudged_at >= AGAIN]
    if not again:
        raise Refused(Wrong.REMINDED, name=late[0].name)
    for one in again:
        one.nudged_at, one.nudged_by = case.now, seat.name
        when = awake(seat_clocks.calendar(case, table, one), case.now, one.due_at or case.now)
        if when == case.now:
            _remind(case, table, one)
        elif when is not None and when > case.now:
            one.remind_at = min(when, one.remind_at or when)
    seat_clocks.set_alarms(case, table)
    return tuple(s.name for s in again)
