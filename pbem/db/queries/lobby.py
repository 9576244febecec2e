"""Who seeks a table, which table plays on after a game, and what a table that teaches has explained."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.db.models import LessonRow, RematchRow, SeekRow
from pbem.db.statements import run, table
from pbem.db.upsert import upsert


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


def seeks(session: Session, player_id: int) -> list[tuple[str, datetime]]:
    """The variants that this person seeks ("" for any), and until when."""
    query = select(SeekRow.variant, SeekRow.until).where(SeekRow.player_id == player_id)
    return [(variant, until) for variant, until in session.exec(query.order_by(col(SeekRow.variant)))]


def next_table(session: Session, game_id: int) -> int | None:
    """The table that plays on after this game."""
    row = session.get(RematchRow, game_id)
    return None if row is None else row.next_id


def note_rematch(session: Session, game_id: int, next_id: int) -> None:
    """This table plays on after that game."""
    upsert(session, RematchRow, [{"game_id": game_id, "next_id": next_id}], ("game_id",))


_LESSON = table(LessonRow).c
_ADD_LESSONS = insert(table(LessonRow))
_LESSONS = sql_select(_LESSON.told).where(_LESSON.game_id == bindparam("game"))


def add_lessons(session: Session, game_id: int) -> None:
    """This table teaches; nothing is explained yet."""
    run(session, _ADD_LESSONS, {"game_id": game_id, "told": ""})


def lessons(session: Session, game_id: int) -> tuple[str, ...]:
    """The codes of what a table that teaches has explained."""
    return tuple((run(session, _LESSONS, {"game": game_id}).scalar() or "").split())


def note_lessons(session: Session, game_id: int, told: Sequence[str]) -> None:
    """This is what it has explained now."""
    upsert(session, LessonRow, [{"game_id": game_id, "told": " ".join(told)}], ("game_id",))
