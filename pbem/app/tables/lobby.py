"""How long a table that gathers waits: for an answer to an invitation, and for its host."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.table.states import AlarmKind, SeatState

REMINDED_AFTER = timedelta(days=3)
SILENT_AFTER = timedelta(days=7)

UNBEGUN = timedelta(days=30)
"""A table that gathers is closed this long after the last invitation (or its beginning)."""


def set_alarm(uow: UnitOfWork, table: Table) -> None:
    """One alarm for the next invitation that has waited long enough."""
    due: list[datetime] = []
    for seat in table.seats:
        if seat.state is SeatState.INVITED and seat.offered_at is not None:
            due.append(seat.offered_at + (REMINDED_AFTER if seat.reminded_at is None else SILENT_AFTER))
    if due:
        alarms.set_alarms(uow.session, table.id, {AlarmKind.INVITATION: min(due)})


def waits(uow: UnitOfWork, table: Table) -> None:
    """People have been invited: let the invitations, and the table itself, not wait for ever."""
    alarms.set_alarms(uow.session, table.id, {AlarmKind.UNBEGUN: uow.now + UNBEGUN})
    set_alarm(uow, table)
