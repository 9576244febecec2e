"""What waits for a word from an address: a letter that is not acted on before, or a vote."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import func, insert, update
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


_ADD = Prepared(insert(table(QuestionRow)).returning(table(QuestionRow).c.id))


def add(session: Session, question: Question) -> QuestionId:
    """Write a question down; its number."""
    values = asdict(question)
    del values["id"]
    return QuestionId(run(session, _ADD, values).scalar())


def question(session: Session, number: QuestionId) -> Question | None:
    """The question of this number."""
    row = session.get(QuestionRow, number)
    if row is None:
        return None
    values: dict[str, Any] = row.model_dump()
    kind, state = QuestionKind(values.pop("kind")), QuestionState(values.pop("state"))
    return Question(kind=kind, state=state, **values)


def close(session: Session, number: QuestionId, state: QuestionState) -> None:
    """The word has been said."""
    session.execute(update(QuestionRow).where(col(QuestionRow.id) == number).values(state=state))


def due(session: Session, now: datetime) -> list[QuestionId]:
    """The numbers of the open questions whose time has come."""
    query = select(QuestionRow.id).where(QuestionRow.state == QuestionState.OPEN, col(QuestionRow.due_at) <= now)
    return [QuestionId(number) for number in session.exec(query.order_by(col(QuestionRow.id))) if number is not None]


def postpone(session: Session, number: QuestionId, due_at: datetime) -> None:
    """Its time comes then."""
    session.execute(update(QuestionRow).where(col(QuestionRow.id) == number).values(due_at=due_at))


def shift(session: Session, by: timedelta) -> None:
    """Every open question's time comes by so much later, or earlier if negative."""
    waits = (QuestionRow.state == QuestionState.OPEN, col(QuestionRow.due_at).is_not(None))
    for number, due_at in session.exec(select(QuestionRow.id, QuestionRow.due_at).where(*waits)).all():
        if number is not None and due_at is not None:
            postpone(session, QuestionId(number), due_at + by)


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
