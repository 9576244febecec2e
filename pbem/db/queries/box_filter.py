"""What the operator asks of the two boxes: the mails of a person, a state, a game or an age; and what waits longest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Result, Select, bindparam, func, or_
from sqlalchemy import select as sql_select

from pbem.db.models import InboxRow, OutboxRow, Row
from pbem.db.queries.inbox import Letter, letter_of
from pbem.db.queries.outbox import OutboxMail, OutboxState, mail_of
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table

_INBOX = table(InboxRow).c
_OUTBOX = table(OutboxRow).c
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class BoxFilter:
    """Which mails are meant; what is left out is not asked about."""

    addresses: tuple[str, ...] = ()  # of the person
    player_id: int | None = None
    state: str = ""
    game_id: int | None = None
    since: datetime | None = None
    before: datetime | None = None


def letters(session: Session, wanted: BoxFilter) -> Iterator[Letter]:
    """The letters that are meant, newest first. Whose a letter is that was never handled, its bytes must tell."""
    theirs = or_(_INBOX.author.in_(wanted.addresses), _INBOX.author == "", _INBOX.player_id == wanted.player_id)
    yield from map(letter_of, _found(session, InboxRow, _INBOX.arrived_at, theirs, wanted))


def mails(session: Session, wanted: BoxFilter) -> Iterator[OutboxMail]:
    """The mails that are meant, newest first."""
    theirs = or_(_OUTBOX.recipient.in_(wanted.addresses), _OUTBOX.player_id == wanted.player_id)
    yield from map(mail_of, _found(session, OutboxRow, _OUTBOX.created_at, theirs, wanted))


def _found(session: Session, box: type[Row], at: Any, theirs: Any, wanted: BoxFilter) -> Result[Any]:
    """The rows of a box that are meant; `at` is when they came, `theirs` is true of those of the addresses' person."""
    column = table(box).c
    query: Select[Any] = sql_select(*column).order_by(column.id.desc())
    if wanted.addresses:
        query = query.where(theirs)
    if wanted.state:
        query = query.where(column.state == wanted.state)
    if wanted.game_id is not None:
        query = query.where(column.game_id == wanted.game_id)
    if wanted.since is not None:
        query = query.where(at >= wanted.since)
    if wanted.before is not None:
        query = query.where(at < wanted.before)
    return session.execute(query.execution_options(yield_per=_AT_ONCE))


@dataclass(frozen=True, slots=True)
class Oldest:
    """Since when the oldest of each kind waits; None where none does."""

    letter: datetime | None  # that is to be handled
    due: datetime | None  # a mail that could have gone
    sending: datetime | None  # a mail in hand


def oldest(session: Session, now: datetime) -> Oldest:
    """What has waited for longest."""
    due = sql_select(func.min(_OUTBOX.next_at)).where(_OUTBOX.state == OutboxState.WAITING, _OUTBOX.next_at <= now)
    sending = sql_select(func.min(_OUTBOX.next_at)).where(_OUTBOX.state == OutboxState.SENDING)
    letter = sql_select(_INBOX.arrived_at).where(_INBOX.state == "new").order_by(_INBOX.id).limit(1)
    return Oldest(*(run(session, query, {}).scalar() for query in (letter, due, sending)))


_NEXT_WAY = Prepared(sql_select(func.min(_INBOX.source)).where(_INBOX.source > bindparam("after")))
_NEWEST = Prepared(
    sql_select(_INBOX.arrived_at).where(_INBOX.source == bindparam("way")).order_by(_INBOX.id.desc()).limit(1)
)


def newest_by_way(session: Session) -> dict[str, datetime]:
    """When the last letter came by each way in."""
    found: dict[str, datetime] = {}
    way = run(session, _NEXT_WAY, {"after": ""}).scalar()
    while way is not None:  # the ways are few, and the letters of each many
        found[way] = run(session, _NEWEST, {"way": way}).scalar()
        way = run(session, _NEXT_WAY, {"after": way}).scalar()
    return found


def crashing(session: Session) -> int:
    """How many letters have crashed and are tried again."""
    query = sql_select(func.count()).where(_INBOX.state == "new", _INBOX.tries > 0)
    return int(run(session, query, {}).scalar())
