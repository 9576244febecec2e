"""The inbox: every mail that came in, with what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.letters.arrival import Arrival
from pbem.store.rows import InboxRow, OutboxRow
from pbem.store.upsert import keep_first

MAX_TRIES = 3
"""How often a letter whose handling crashed is tried before it is set aside."""


def keep(session: Session, arrivals: Sequence[Arrival], fingerprint: Callable[[Arrival], str], now: datetime) -> None:
    """Write arrivals down; one that is here already is not written again."""
    values = {
        key: {
            "fingerprint": key,
            "raw": a.raw,
            "source": a.source,
            "sender": a.sender,
            "recipients": json.dumps(a.recipients),
            "arrived_at": now,
            "state": "new",
            "outcome": "",
            "tries": 0,
            "author": "",
        }
        for key, a in ((fingerprint(a), a) for a in arrivals)
    }
    keep_first(session, InboxRow, list(values.values()), "fingerprint")


def arrival(row: InboxRow) -> Arrival:
    """The mail as it came in."""
    return Arrival(row.raw, row.source, row.sender, tuple(json.loads(row.recipients)))


def waiting(session: Session, most: int = 32) -> list[int]:
    """The numbers of the letters that wait to be handled, oldest first."""
    query = select(InboxRow.id).where(InboxRow.state == "new").order_by(col(InboxRow.id)).limit(most)
    return [n for n in session.exec(query) if n is not None]


def newest(session: Session, most: int, source: str | None = None) -> list[InboxRow]:
    """The newest letters, newest first; of one way in if given."""
    query = select(InboxRow).order_by(col(InboxRow.id).desc()).limit(most)
    return list(session.exec(query if source is None else query.where(InboxRow.source == source)))


def count(session: Session, state: str) -> int:
    """How many letters are in this state."""
    return session.exec(select(func.count()).select_from(InboxRow).where(InboxRow.state == state)).one()


_LETTERS = (
    sql_select(func.count())
    .select_from(InboxRow)
    .where(col(InboxRow.author) == bindparam("author"), col(InboxRow.arrived_at) >= bindparam("since"))
)


def letters_since(session: Session, author: str, since: datetime) -> int:
    """How many letters of this author have been handled since then."""
    return int(session.execute(_LETTERS, {"author": author, "since": since}).scalar_one())


def answers_since(session: Session, author: str, outcome: str, since: datetime) -> int:
    """How many letters of this author had this outcome since then."""
    query = select(func.count()).select_from(InboxRow).where(InboxRow.author == author, InboxRow.outcome == outcome)
    return session.exec(query.where(InboxRow.arrived_at >= since)).one()


def forget_old(session: Session, now: datetime, days: int) -> int:
    """Drop the bytes of letters and mails that were done with long ago; the rows stay, for the record."""
    before = now - timedelta(days=days)
    emptied = 0
    for table, states in ((InboxRow, ("done", "dropped")), (OutboxRow, ("sent", "dropped"))):
        bytes_of = "raw" if table is InboxRow else "body"
        when = "arrived_at" if table is InboxRow else "created_at"
        c = table.metadata.tables[str(table.__tablename__)].c
        result = session.execute(
            c.state.table.update()
            .where(c.state.in_(states), c[when] < before, c[bytes_of] != b"")
            .values({bytes_of: b""})
        )
        emptied += result.rowcount  # type: ignore[attr-defined]  # a CursorResult, for an update
    return emptied
