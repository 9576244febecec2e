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
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.models import AlarmRow
from pbem.db.queries import alarms

HELD = timedelta(hours=6)
"""The alarms of a table that the operator holds wait in steps of this."""


def ring(uow: UnitOfWork, alarm: AlarmRow) -> None:
    """One alarm. The row goes first."""
    table, kind = uow.table(alarm.game_id), alarm.kind
    uow.session.delete(alarm)
    uow.session.flush()
    phase, bell = BELLS[kind]
    if table.row.phase != phase:
        return
    if table.row.held:
        alarms.set_alarms(uow.session, table.id, {kind: uow.now + HELD})
        return
    bell(uow, table)


def lapse(uow: UnitOfWork, table: Table) -> None:
    """A stand-in makes this one choice for each whose time is up. After so many in a row the seat is offered."""
    late = [seat for seat in seat_clocks.waiting(table) if seat.due_at is not None and seat.due_at <= uow.now]
    for seat in late:
        if robot_acts(uow.services, table, seat.seat, stand_in=True):
            table.lapsed.add(seat.seat)
            substitutes.note_lapse(uow, table, seat)
    if late:
        advance(uow, table)
    else:
        seat_clocks.set_alarms(uow, table)


def claim_is_due(uow: UnitOfWork, table: Table) -> None:
    """Silence agrees to a claim."""
    if claims.time_is_up(table):
        advance(uow, table)


def unveil(uow: UnitOfWork, table: Table) -> None:
    """A card has waited long enough."""
    advance(uow, table, unveiled=True)


BELLS: dict[str, tuple[str, Callable[[UnitOfWork, Table], None]]] = {
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
