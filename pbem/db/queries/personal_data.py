"""All that the tables hold about one person: read out, and taken out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, update
from sqlmodel import col, select

from pbem.db.models import (
    AddressRow,
    CollectedRow,
    CombinedMailRow,
    InboxRow,
    LapseRow,
    MetaRow,
    OutboxRow,
    QuestionRow,
    SeekRow,
    TalkRow,
)
from pbem.db.queries.inbox import Letter, letter_of
from pbem.db.queries.outbox import OutboxMail, OutboxState, mail_of
from pbem.db.session import Session
from pbem.ids import LetterId, PlayerId


def forget(session: Session, player_id: PlayerId, addresses: Sequence[str], inbox_id: LetterId) -> None:
    """Empty every row of the person, and the letter that asks for it; not the person's own row, nor the seats': these
    are records in hand.
    """
    session.execute(delete(QuestionRow).where(_of_person(QuestionRow, player_id, "address", addresses)))
    session.execute(delete(AddressRow).where(col(AddressRow.player_id) == player_id))
    session.execute(
        delete(TalkRow).where((col(TalkRow.speaker_id) == player_id) | (col(TalkRow.hearer_id) == player_id))
    )
    for table in (SeekRow, CollectedRow, CombinedMailRow):
        session.execute(delete(table).where(col(table.player_id) == player_id))
    session.execute(delete(MetaRow).where(col(MetaRow.key) == f"count:invitations:{player_id}"))
    session.execute(delete(LapseRow).where(col(LapseRow.player_id) == player_id))
    letters = _of_person(InboxRow, player_id, "author", addresses) | (col(InboxRow.id) == inbox_id)
    empty: dict[str, Any] = {"raw": b"", "author": "", "sender": None, "recipients": "[]", "player_id": None}
    session.execute(update(InboxRow).where(letters).values(empty))
    mails = _of_person(OutboxRow, player_id, "recipient", addresses)
    waiting = mails & (col(OutboxRow.state) == OutboxState.WAITING)
    session.execute(update(OutboxRow).where(waiting).values(state=OutboxState.DROPPED, detail="forgotten"))
    session.execute(update(OutboxRow).where(mails).values(body=b"", recipient="", player_id=None, about=""))


def _of_person(table: Any, player_id: PlayerId, address: str, addresses: Sequence[str]) -> ColumnElement[bool]:
    return or_(col(table.player_id) == player_id, col(getattr(table, address)).in_(addresses))


def letters_of(session: Session, player_id: PlayerId, addresses: Sequence[str]) -> list[Letter]:
    """The letters of a person, oldest first."""
    query = select(InboxRow).where(_of_person(InboxRow, player_id, "author", addresses))
    return [letter_of(row) for row in session.exec(query.order_by(col(InboxRow.id)))]


def mails_to(session: Session, player_id: PlayerId, addresses: Sequence[str]) -> list[OutboxMail]:
    """The mails to a person, oldest first."""
    query = select(OutboxRow).where(_of_person(OutboxRow, player_id, "recipient", addresses))
    return [mail_of(row) for row in session.exec(query.order_by(col(OutboxRow.id)))]
