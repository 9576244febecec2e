"""What waits for a word from an address: a letter that is not acted on before, or a vote."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, func, insert, update
from sqlalchemy import select as sql_select
from sqlmodel import col, select

from pbem.db.models import QuestionRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, LetterId, PlayerId, QuestionId


class QuestionKind(StrEnum):
    """What is asked."""

    ADDRESS = "address"  # a letter came from another address
    ORDER = "order"  # its author is not proven
    ADD = "add"  # is this address the author's too
    FORGET = "forget"  # shall the person be forgotten
    ACCOUNT = "account"  # orders about the account came with a proof that is too old
    CONSENT = "consent"  # shall an address be added or removed; silence agrees after a while
    NEWCOMER = "newcomer"  # does somebody who has written an order for the first time mean it
    VOTE = "vote"  # what the table is asked
    RESIGN = "resign"  # is the seat to be given up
    LEAVE = "leave"  # is the table to be left, before it begins
    STOP = "stop"  # is no more mail to go there
    SUGGESTED = "suggested"  # was this order meant by a letter that could not be read


class QuestionState(StrEnum):
    """What has been said."""

    OPEN = "open"
    YES = "yes"
    NO = "no"
    OVER = "over"  # nothing is asked any more


UNWRITTEN = QuestionId(0)
"""The number of a question that is not written down yet."""


@dataclass(frozen=True, slots=True)
class Question:
    """Who is asked what about which letter."""

    kind: QuestionKind
    address: str  # who is asked
    author: str  # the address that the letter came from
    inbox_id: LetterId
    asked_at: datetime
    player_id: PlayerId | None = None
    game_id: GameId | None = None
    seat: int | None = None
    state: QuestionState = QuestionState.OPEN
    due_at: datetime | None = None  # when something is done though no word has come
    words: str = ""  # of a suggestion: the order that a yes carries out
    told: int | None = None  # how long the game's log was then: a later yes is known to be late
    id: QuestionId = UNWRITTEN


_QUESTION = table(QuestionRow).c
_ADD = Prepared(insert(table(QuestionRow)).returning(_QUESTION.id))
_CHANGE = Prepared(update(table(QuestionRow)).where(_QUESTION.id == bindparam("number")))


def add(session: Session, question: Question) -> QuestionId:
    """Write a question down; its number."""
    values = asdict(question)
    del values["id"]
    return QuestionId(run(session, _ADD, values).scalar())


def question(session: Session, number: QuestionId) -> Question | None:
    """The question of this number."""
    row = session.get(QuestionRow, number, with_for_update=session.shared, populate_existing=session.shared)
    if row is None:
        return None
    values: dict[str, Any] = row.model_dump()
    kind, state = QuestionKind(values.pop("kind")), QuestionState(values.pop("state"))
    return Question(kind=kind, state=state, **values)


def close(session: Session, number: QuestionId, state: QuestionState) -> None:
    """The word has been said."""
    run(session, _CHANGE, {"number": number, "state": state})


_DUE = Prepared(
    sql_select(_QUESTION.id)
    .where(_QUESTION.state == QuestionState.OPEN, _QUESTION.due_at <= bindparam("now"))
    .order_by(_QUESTION.due_at, _QUESTION.id)
    .limit(bindparam("most"))
)


def due(session: Session, now: datetime, most: int = 32) -> list[QuestionId]:
    """The numbers of the open questions whose time has come, the earliest first."""
    return [QuestionId(row.id) for row in run(session, _DUE, {"now": now, "most": most})]


def postpone(session: Session, number: QuestionId, due_at: datetime) -> None:
    """Its time comes then."""
    run(session, _CHANGE, {"number": number, "due_at": due_at})


_WAITS = Prepared(
    sql_select(_QUESTION.id, _QUESTION.due_at)
    .where(_QUESTION.state == QuestionState.OPEN, _QUESTION.due_at.is_not(None), _QUESTION.id > bindparam("after"))
    .order_by(_QUESTION.id)
    .limit(bindparam("most"))
)


def shift(session: Session, by: timedelta, after: int = 0, most: int = 1000) -> int | None:
    """The next open questions' time comes by so much later, or earlier if negative; the last of them."""
    found = run(session, _WAITS, {"after": after, "most": most}).rows
    run(session, _CHANGE, [{"number": row.id, "due_at": row.due_at + by} for row in found])
    return found[-1].id if found else None


def asked_since(session: Session, address: str, kinds: Collection[QuestionKind], since: datetime) -> int:
    """How many questions of these kinds this address has been asked since then."""
    query = select(func.count()).select_from(QuestionRow).where(QuestionRow.address == address)
    return session.exec(query.where(col(QuestionRow.kind).in_(kinds), col(QuestionRow.asked_at) > since)).one()


def open_question(
    session: Session, kind: QuestionKind, player_id: PlayerId, game_id: GameId | None, since: datetime
) -> QuestionId | None:
    """The number of the newest question of this kind that waits for this person's word."""
    query = select(QuestionRow.id).where(QuestionRow.kind == kind, QuestionRow.state == QuestionState.OPEN)
    query = query.where(QuestionRow.player_id == player_id, QuestionRow.game_id == game_id)
    newest = query.where(col(QuestionRow.asked_at) > since).order_by(col(QuestionRow.id).desc())
    found = session.exec(newest).first()
    return None if found is None else QuestionId(found)


def close_votes(session: Session, game_id: GameId) -> None:
    """The table's vote is decided: its mails ask nothing any more."""
    mine = (col(QuestionRow.kind) == QuestionKind.VOTE) & (col(QuestionRow.game_id) == game_id)
    still_open = update(QuestionRow).where(mine, col(QuestionRow.state) == QuestionState.OPEN)
    session.execute(still_open.values(state=QuestionState.OVER))
