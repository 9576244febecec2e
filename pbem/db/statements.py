"""Statements on the tables themselves, past the ORM's bookkeeping: what every letter runs, prepared once.

The same models, a third of the time. Whatever writes does so here or by a statement over the models: no ORM object is
ever changed, so that no session has anything to flush.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import CursorResult, Executable, Table
from sqlmodel import Session

from pbem.db.models import Row


def table(row: type[Row]) -> Table:
    """The table of a model."""
    return Row.metadata.tables[str(row.__tablename__)]


def run(
    session: Session, statement: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
) -> CursorResult[Any]:
    """Run a statement in the session's transaction."""
    return session.connection().execute(statement, values)
