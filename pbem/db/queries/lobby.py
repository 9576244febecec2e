"""Tables that gather, who seeks one, and which table plays on after a game."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from pbem.db.models import GameRow, LessonRow, RematchRow, SeekRow
from pbem.db.upsert import upsert


def gathering(session: Session) -> list[GameRow]:
    """All tables that gather, oldest first."""
    query = select(GameRow).where(GameRow.phase == "gathering", col(GameRow.held).is_(False))
    return list(session.exec(query.order_by(col(GameRow.id))))


def seek(session: Session, player_id: int, variant: str, until: datetime) -> None:
    """This person wants to hear of a table of this variant ("" for any)."""
    upsert(session, SeekRow, [{"player_id": player_id, "variant": variant, "until": until}], ("player_id", "variant"))


def seekers(session: Session, variant: str, now: datetime) -> list[int]:
    """Who wants to hear of a table of this variant, the longest-waiting first."""
    query = select(SeekRow.player_id).where(col(SeekRow.variant).in_(("", variant)), col(SeekRow.until) > now)
    return list(dict.fromkeys(session.exec(query.order_by(col(SeekRow.until)))))


def stop_seeking(session: Session, player_id: int) -> None:
    """This person wants to hear no more."""
    session.execute(delete(SeekRow).where(col(SeekRow.player_id) == player_id))


def seeks(session: Session, player_id: int) -> list[SeekRow]:
    """What this person seeks."""
    return list(session.exec(select(SeekRow).where(SeekRow.player_id == player_id).order_by(col(SeekRow.variant))))


def next_table(session: Session, game_id: int) -> int | None:
    """The table that plays on after this game."""
    row = session.get(RematchRow, game_id)
    return None if row is None else row.next_id


def note_rematch(session: Session, game_id: int, next_id: int) -> None:
    """This table plays on after that game."""
    upsert(session, RematchRow, [{"game_id": game_id, "next_id": next_id}], ("game_id",))


def lessons(session: Session, game_id: int) -> LessonRow | None:
    """What a table that teaches has explained; None of any other table."""
    return session.get(LessonRow, game_id)
