"""Who works on a database that several servers share."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field

from pbem.db.models.base import Row


class WorkerRow(Row, table=True):
    """A worker. What it has in hand is its own until `until`; after that anybody may take it over."""

    __tablename__ = "worker"

    id: int | None = Field(default=None, primary_key=True)
    host: str
    pid: int
    since: datetime
    alive_at: datetime
    until: datetime
    reads: str = "[]"  # JSON: the ways in that it reads for all
    heard_until: datetime | None = None  # what came by these until then is in the inbox; None: one of them fails
