"""The inbox: every mail that came in, with what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.db.models import InboxRow, OutboxRow
from pbem.db.statements import run, table
from pbem.db.upsert import keep_first
from pbem.mail.message.raw_message import RawMessage

MAX_TRIES = 3
"""How often a letter whose handling crashed is tried before it is set aside."""


def keep(
    session: Session, raw_messages: Sequence[RawMessage], fingerprint: Callable[[RawMessage], str], now: datetime
) -> None:
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
        for key, a in ((fingerprint(a), a) for a in raw_messages)
    }
    keep_first(session, InboxRow, list(values.values()), "fingerprint")


def raw_message(row: InboxRow) -> RawMessage:
    """The mail as it came in."""
    return RawMessage(row.raw, row.source, row.sender, tuple(json.loads(row.recipients)))


_INBOX = table(InboxRow).c
_WAITING = sql_select(_INBOX.id).where(_INBOX.state == "new").order_by(_INBOX.id).limit(bindparam("most"))


def waiting(session: Session, most: int = 32) -> list[int]:
    """The numbers of the letters that wait to be handled, oldest first."""
    return [int(row[0]) for row in run(session, _WAITING, {"most": most})]


def newest(session: Session, most: int, source: str | None = None) -> list[InboxRow]:
    """The newest letters, newest first; of one way in if given."""
    query = select(InboxRow).order_by(col(InboxRow.id).desc()).limit(most)
    return list(session.exec(query if source is None else query.where(InboxRow.source == source)))


def in_state(session: Session, state: str) -> list[int]:
    """The numbers of the letters in this state, oldest first."""
    query = select(InboxRow.id).where(InboxRow.state == state).order_by(col(InboxRow.id))
    return [number for number in session.exec(query) if number is not None]


def count(session: Session, state: str) -> int:
    """How many letters are in this state."""
    return session.exec(select(func.count()).select_from(InboxRow).where(InboxRow.state == state)).one()


_LETTERS = sql_select(func.count()).where(_INBOX.author == bindparam("author"), _INBOX.arrived_at >= bindparam("since"))


def letters_since(session: Session, author: str, since: datetime) -> int:
    """How many letters of this author have been handled since then."""
    return int(run(session, _LETTERS, {"author": author, "since": since}).scalar_one())


def answers_since(session: Session, author: str, outcome: str, since: datetime) -> int:
    """How many letters of this author had this outcome since then."""
    query = select(func.count()).select_from(InboxRow).where(InboxRow.author == author, InboxRow.outcome == outcome)
    return session.exec(query.where(InboxRow.arrived_at >= since)).one()


def forget_old(session: Session, now: datetime, days: int) -> int:
    """Drop the bytes of letters and mails that came or were written long ago, failed ones too; the rows stay.

    Of a mail to nobody we know (a stranger, or who has been forgotten) the address goes too.
    """
    before = now - timedelta(days=days)
    emptied = 0
    for row, states in ((InboxRow, ("done", "dropped", "quarantined")), (OutboxRow, ("sent", "dropped", "failed"))):
        held, when = ("raw", "arrived_at") if row is InboxRow else ("body", "created_at")
        c = table(row).c
        old = (c.state.in_(states), c[when] < before, c[held] != b"")
        emptied += run(session, table(row).update().where(*old).values({held: b""})).rowcount
    c = table(OutboxRow).c
    strangers = (
        c.player_id.is_(None),
        c.state.in_(("sent", "dropped", "failed")),
        c.created_at < before,
        c.recipient != "",
    )
    run(session, table(OutboxRow).update().where(*strangers).values(recipient=""))
    return emptied
