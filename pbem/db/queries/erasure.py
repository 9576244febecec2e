"""Taking a person out of the tables, and reading out all that they hold about one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, update
from sqlmodel import Session, col, select

from pbem.db.models import (
    AddressRow,
    BlockRow,
    CollectedRow,
    EntryRow,
    GameRow,
    InboxRow,
    LapseRow,
    MetaRow,
    OutboxRow,
    PlayerRow,
    QuestionRow,
    RoundupRow,
    SeatRow,
    SeekRow,
)


def forget(session: Session, player_id: int, addresses: Sequence[str], former: str, inbox_id: int | None) -> None:
    """Empty every row of the person. The row itself stays, without a name, since games point to it.

    `inbox_id`: the letter that is being handled, whose row the session holds.
    """
    session.execute(delete(QuestionRow).where(_of_person(QuestionRow, player_id, "address", addresses)))
    session.execute(delete(AddressRow).where(col(AddressRow.player_id) == player_id))
    for table in (SeekRow, CollectedRow, RoundupRow):
        session.execute(delete(table).where(col(table.player_id) == player_id))
    session.execute(delete(MetaRow).where(col(MetaRow.key) == f"count:invitations:{player_id}"))
    session.execute(delete(LapseRow).where(col(LapseRow.player_id) == player_id))
    letters = _of_person(InboxRow, player_id, "author", addresses)
    empty: dict[str, Any] = {"raw": b"", "author": "", "sender": None, "recipients": "[]", "player_id": None}
    session.execute(update(InboxRow).where(letters).values(empty))
    mails = _of_person(OutboxRow, player_id, "recipient", addresses)
    waiting = mails & (col(OutboxRow.state) == "waiting")
    session.execute(update(OutboxRow).where(waiting).values(state="dropped", detail="forgotten"))
    session.execute(update(OutboxRow).where(mails).values(body=b"", recipient="", player_id=None, about=""))
    for seat in session.exec(select(SeatRow).where(_of_person(SeatRow, player_id, "address", addresses))):
        seat.address = seat.away = seat.nudged_by = ""
        if seat.player_id == player_id:
            seat.name = former
    row = session.get(PlayerRow, player_id)
    if row is not None:
        row.name, row.address, row.paused = "", "", "forgotten"
        row.language, row.zone, row.settings = "en", "UTC", "{}"
    current = session.get(InboxRow, inbox_id) if inbox_id is not None else None
    if current is not None:
        current.raw, current.author, current.sender, current.recipients = b"", "", None, "[]"
    session.flush()


def _of_person(table: Any, player_id: int, address: str, addresses: Sequence[str]) -> ColumnElement[bool]:
    return or_(col(table.player_id) == player_id, col(getattr(table, address)).in_(addresses))


def letters_of(session: Session, player_id: int, addresses: Sequence[str]) -> list[InboxRow]:
    """The letters of a person, oldest first."""
    query = select(InboxRow).where(_of_person(InboxRow, player_id, "author", addresses))
    return list(session.exec(query.order_by(col(InboxRow.id))))


def mails_to(session: Session, player_id: int, addresses: Sequence[str]) -> list[OutboxRow]:
    """The mails to a person, oldest first."""
    query = select(OutboxRow).where(_of_person(OutboxRow, player_id, "recipient", addresses))
    return list(session.exec(query.order_by(col(OutboxRow.id))))


def blocks_of(session: Session, addresses: Sequence[str]) -> list[BlockRow]:
    """From whom these addresses want no invitations."""
    return list(session.exec(select(BlockRow).where(col(BlockRow.address).in_(addresses))))


def seats_of(session: Session, player_id: int) -> list[tuple[SeatRow, GameRow]]:
    """All seats that the person has or had, with their games."""
    query = select(SeatRow, GameRow).join(GameRow, col(GameRow.id) == col(SeatRow.game_id))
    return list(session.exec(query.where(SeatRow.player_id == player_id).order_by(col(GameRow.id))))


def choices_of(session: Session, game_id: int, seat: int) -> list[dict[str, Any]]:
    """What one seat has chosen in a game, in order."""
    query = select(EntryRow).where(EntryRow.game_id == game_id).order_by(col(EntryRow.seq))
    rows = ((row, json.loads(row.body)) for row in session.exec(query))
    return [{"at": row.at, "kind": row.kind, **body} for row, body in rows if body.get("seat") == seat]
