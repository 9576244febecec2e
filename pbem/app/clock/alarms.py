"""What falls due: turns whose time ran out, reminders, claims, votes, pauses, invitations, tables that sleep.

An alarm is a row; each rings in a transaction of its own, and what it was for is checked against the table as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from pbem.app.clock import reminders, seat_clocks
from pbem.app.clock.downtime import pulse as pulse
from pbem.app.table import Table
from pbem.app.tables import invitations, substitutes, votes
from pbem.app.turns import claims, timing_mask
from pbem.app.turns.advance import advance, robot_acts
from pbem.app.unit_of_work import Case
from pbem.db.models.rows import AlarmRow
from pbem.db.queries import alarms

HELD = timedelta(hours=6)
"""The alarms of a table that the operator holds wait in steps of this."""


def ring(case: Case, alarm: AlarmRow) -> None:
    """One alarm. The row goes first."""
    table, kind = case.table(alarm.game_id), alarm.kind
    case.session.delete(alarm)
    case.session.flush()
    phase, bell = BELLS[kind]
    if table.row.phase != phase:
        return
    if table.row.held:
        alarms.set_alarms(case.session, table.id, {kind: case.now + HELD})
        return
    bell(case, table)


def lapse(case: Case, table: Table) -> None:
    """A stand-in makes this one choice for each whose time is up. After so many in a row the seat is offered."""
    late = [seat for seat in seat_clocks.waiting(table) if seat.due_at is not None and seat.due_at <= case.now]
    for seat in late:
        if robot_acts(case.house, table, seat.seat, stand_in=True):
            table.lapsed.add(seat.seat)
            substitutes.note_lapse(case, table, seat)
    if late:
        advance(case, table)
    else:
        seat_clocks.set_alarms(case, table)


def claim_is_due(case: Case, table: Table) -> None:
    """Silence agrees to a claim."""
    if claims.time_is_up(table):
        advance(case, table)


def unveil(case: Case, table: Table) -> None:
    """A card has waited long enough."""
    advance(case, table, unveiled=True)


BELLS: dict[str, tuple[str, Callable[[Case, Table], None]]] = {
    "lapse": ("playing", lapse),
    "remind": ("playing", reminders.ring),
    "claim": ("playing", claim_is_due),
    timing_mask.ALARM: ("playing", unveil),
    "vote": ("playing", votes.ring),
    "resume": ("playing", votes.resume_now),
    "sleep": ("playing", substitutes.close),
    "invitation": ("gathering", invitations.ring),
    "unbegun": ("gathering", invitations.close),
}
"""Every kind of alarm: in what phase of a table it rings, and what it does."""
