"""What waits to be thought about. Rows, so that a turn survives a restart in the middle of a thought."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.db.models import JobRow
from pbem.db.statements import run, table
from pbem.db.upsert import upsert

Key = tuple[int, str, int, int]
"""Game, kind, seat, deal: one of each at a time."""

_KEYS = ("game_id", "kind", "seat", "deal")
_JOB = table(JobRow).c
_WAITING = sql_select(*(_JOB[name] for name in _KEYS)).order_by(_JOB.made_at).limit(bindparam("most"))


def add(session: Session, row: JobRow) -> None:
    """Ask for a thought; asked again, the newer one stands."""
    upsert(session, JobRow, [row.model_dump()], _KEYS)


def waiting(session: Session, most: int) -> list[Key]:
    """The jobs in the order in which they were asked for."""
    rows = run(session, _WAITING, {"most": most}).all()
    return [(row.game_id, row.kind, row.seat, row.deal) for row in rows]


def job(session: Session, key: Key) -> JobRow | None:
    """The job of this key."""
    return session.get(JobRow, key)


def done(session: Session, key: Key) -> None:
    """Nothing is to be thought about this any more."""
    where = (col(JobRow.game_id) == key[0], col(JobRow.kind) == key[1], col(JobRow.seat) == key[2])
    session.execute(delete(JobRow).where(*where, col(JobRow.deal) == key[3]))


def count(session: Session) -> int:
    """How many wait."""
    return session.exec(select(func.count()).select_from(JobRow)).one()
