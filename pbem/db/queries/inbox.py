"""The inbox: every mail that came in, with what became of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, exists, func, or_, update
from sqlalchemy import select as sql_select
from sqlmodel import col, select

from pbem.db.models import InboxRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import keep_first
from pbem.ids import GameId, LetterId, PlayerId
from pbem.mail.message.peek import from_address
from pbem.mail.message.raw_message import RawMessage, Source


class InboxState(StrEnum):
    """How far a letter has come."""

    NEW = "new"
    LATER = "later"  # a limit holds it up
    DONE = "done"
    QUARANTINED = "quarantined"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that came in, and what came of it."""

    id: LetterId
    state: InboxState
    outcome: str
    tries: int
    author: str  # the address it is from
    proven: bool  # beyond doubt
    player_id: PlayerId | None
    game_id: GameId | None
    arrived_at: datetime
    message: RawMessage  # as it came in; its bytes are let go after a while


def letter_of(row: Any) -> Letter:
    """The record of a row."""
    message = RawMessage(row.raw, row.source, row.sender, tuple(json.loads(row.recipients)))
    return Letter(row.id, InboxState(row.state), row.outcome, row.tries, row.author, row.proven, row.player_id,
                  row.game_id, row.arrived_at, message)  # fmt: skip


LONGEST_WAY = timedelta(days=7)
"""No letter came earlier than this before we hear of it, whatever its mailbox says: clocks are wrong now and then."""


def _arrival(raw_message: RawMessage, now: datetime) -> datetime:
    return min(now, max(raw_message.arrived_at or now, now - LONGEST_WAY))


def keep(session: Session, raw_messages: Mapping[str, RawMessage], now: datetime) -> None:
    """Write arrivals down, by their fingerprints; one that is here already is not written again.

    Whom each says it is from is written with it where several workers must keep one author's letters in order.
    """
    values = [
        {
            "fingerprint": key,
            "raw": a.raw,
            "source": a.source,
            "sender": a.sender,
            "recipients": json.dumps(a.recipients),
            "arrived_at": _arrival(a, now),
            "state": InboxState.NEW,
            "outcome": "",
            "tries": 0,
            "author": from_address(a.raw) if session.shared else "",
            "proven": False,
        }
        for key, a in raw_messages.items()
    ]
    keep_first(session, InboxRow, values, "fingerprint")
    session.tell("letters")


_INBOX = table(InboxRow).c
_NOW = or_(_INBOX.next_at.is_(None), _INBOX.next_at <= bindparam("now"))
_WAITING = Prepared(
    sql_select(_INBOX.id).where(_INBOX.state == InboxState.NEW, _NOW).order_by(_INBOX.id).limit(bindparam("most"))
)


_ONE = Prepared(sql_select(table(InboxRow)).where(_INBOX.id == bindparam("number")))
_CLOSE = Prepared(update(table(InboxRow)).where(_INBOX.id == bindparam("number")))


def letter(session: Session, number: LetterId) -> Letter | None:
    """The letter of this number."""
    row = run(session, _ONE, {"number": number}).first()
    return None if row is None else letter_of(row)


_OLDER = table(InboxRow).alias("older")
_FIRST = ~exists().where(
    *(_OLDER.c.author == _INBOX.author, _INBOX.author != "", _OLDER.c.id < _INBOX.id),
    _OLDER.c.state == InboxState.NEW,
    or_(_OLDER.c.next_at.is_(None), _OLDER.c.next_at <= bindparam("now")),
)
_CLAIM = Prepared(
    sql_select(table(InboxRow))
    .where(_INBOX.id == bindparam("number"), _INBOX.state == InboxState.NEW, _FIRST)
    .with_for_update(skip_locked=True)
)
_FIRSTS = Prepared(
    sql_select(_INBOX.id)
    .where(_INBOX.state == InboxState.NEW, _NOW, _FIRST)
    .order_by(_INBOX.id)
    .limit(bindparam("most"))
)


def claim(session: Session, number: LetterId, now: datetime) -> Letter | None:
    """The letter of this number, if it is still to be handled; until the transaction ends no other worker has it.

    One whose author has an older letter that waits is left where it is: one author's letters are handled in order.
    """
    if not session.shared:
        found = letter(session, number)
        return found if found is not None and found.state is InboxState.NEW else None
    row = run(session, _CLAIM, {"number": number, "now": now}).first()
    return None if row is None else letter_of(row)


def close(session: Session, done: Letter) -> None:
    """The letter has been handled: note what came of it."""
    values = {name: getattr(done, name) for name in ("state", "outcome", "author", "proven", "player_id", "game_id")}
    run(session, _CLOSE, {"number": done.id, **values})


def set_back(session: Session, number: LetterId, tries: int, outcome: str, next_at: datetime | None) -> bool:
    """Handling it crashed, and is tried again then. True if it has been tried often enough, and is set aside."""
    state = InboxState.QUARANTINED if next_at is None else InboxState.NEW
    run(session, _CLOSE, {"number": number, "state": state, "tries": tries, "outcome": outcome, "next_at": next_at})
    return state is InboxState.QUARANTINED


def retry(session: Session, number: LetterId) -> None:
    """It is handled again, as if it had just come."""
    run(session, _CLOSE, {"number": number, "state": InboxState.NEW, "tries": 0, "next_at": None})


def drop(session: Session, number: LetterId) -> None:
    """It is never handled."""
    run(session, _CLOSE, {"number": number, "state": InboxState.DROPPED})


def note_outcome(session: Session, number: LetterId, outcome: str) -> None:
    """More has come of it later."""
    run(session, _CLOSE, {"number": number, "outcome": outcome})


def waiting(session: Session, now: datetime, most: int = 32) -> list[LetterId]:
    """The numbers of the letters that are to be handled now, oldest first."""
    return [LetterId(row[0]) for row in run(session, _WAITING, {"most": most, "now": now})]


def firsts(session: Session, now: datetime, most: int = 32) -> list[LetterId]:
    """Of these the first of each author: where one author has written more than a round looks for, others' come too."""
    return [LetterId(row[0]) for row in run(session, _FIRSTS, {"most": most, "now": now})]


_SINCE_WHEN = Prepared(sql_select(func.min(_INBOX.arrived_at)).where(_INBOX.state == InboxState.NEW, _NOW))


def oldest(session: Session, now: datetime) -> datetime | None:
    """When the first of the letters came that are not handled to the end yet; None if there is none."""
    found: datetime | None = run(session, _SINCE_WHEN, {"now": now}).scalar()
    return found


_LATER = Prepared(
    sql_select(_INBOX.id, _INBOX.next_at)
    .where(or_(_INBOX.state == InboxState.NEW, _INBOX.state == InboxState.LATER), _INBOX.next_at.is_not(None))
    .where(_INBOX.id > bindparam("after"))
    .order_by(_INBOX.id)
    .limit(bindparam("most"))
)


def shift(session: Session, by: timedelta, after: int = 0, most: int = 1000) -> int | None:
    """The next letters that wait for their time are due by so much later, or earlier if negative; the last of them."""
    found = run(session, _LATER, {"after": after, "most": most}).rows
    run(session, _CLOSE, [{"number": row.id, "next_at": row.next_at + by} for row in found])
    return found[-1].id if found else None


def newest(session: Session, most: int, source: Source | None = None) -> list[Letter]:
    """The newest letters, newest first; of one way in if given."""
    query = select(InboxRow).order_by(col(InboxRow.id).desc()).limit(most)
    return [letter_of(row) for row in session.exec(query if source is None else query.where(InboxRow.source == source))]


def in_state(session: Session, state: InboxState) -> list[LetterId]:
    """The numbers of the letters in this state, oldest first."""
    query = select(InboxRow.id).where(InboxRow.state == state).order_by(col(InboxRow.id))
    return [LetterId(number) for number in session.exec(query) if number is not None]


def count(session: Session, state: InboxState) -> int:
    """How many letters are in this state."""
    return session.exec(select(func.count()).select_from(InboxRow).where(InboxRow.state == state)).one()


_PROVEN = (_INBOX.author == bindparam("author"), _INBOX.proven, _INBOX.state == InboxState.DONE)
_SINCE = sql_select(func.count()).where(*_PROVEN, _INBOX.arrived_at >= bindparam("since"))
_LETTERS = Prepared(_SINCE)
_LIKE = Prepared(_SINCE.where(_INBOX.outcome == bindparam("outcome")))
_LAST = Prepared(
    sql_select(table(InboxRow)).where(*_PROVEN).order_by(_INBOX.arrived_at.desc(), _INBOX.id.desc()).limit(1)
)


def proven_since(session: Session, author: str, since: datetime, outcome: str = "") -> int:
    """How many letters that are beyond doubt this author's have been handled since then, with this outcome if given."""
    values = {"author": author, "since": since}
    if outcome:
        return int(run(session, _LIKE, {**values, "outcome": outcome}).scalar())
    return int(run(session, _LETTERS, values).scalar())


def last_proven(session: Session, author: str) -> Letter | None:
    """The last letter that is beyond doubt this author's."""
    row = run(session, _LAST, {"author": author}).first()
    return None if row is None else letter_of(row)


def put_off(session: Session, number: LetterId, author: str, outcome: str, next_at: datetime) -> None:
    """A limit holds it up until then."""
    values = {"state": InboxState.LATER, "author": author, "outcome": outcome, "next_at": next_at}
    run(session, _CLOSE, {"number": number, **values})


def held_up(session: Session, author: str | None = None) -> int:
    """How many letters a limit holds up; of this author, if given."""
    query = select(func.count()).select_from(InboxRow).where(InboxRow.state == InboxState.LATER)
    return session.exec(query if author is None else query.where(InboxRow.author == author)).one()


_WAKE = Prepared(
    update(table(InboxRow))
    .where(_INBOX.state == InboxState.LATER, _INBOX.next_at <= bindparam("now"))
    .values(state=InboxState.NEW)
)


def wake(session: Session, now: datetime) -> int:
    """Letters whose hour has come are handled like new ones; how many these are."""
    return int(run(session, _WAKE, {"now": now}).rowcount)
