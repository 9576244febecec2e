"""What a table that teaches has explained."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, select

from pbem.db.models import LessonRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import GameId

_LESSON = table(LessonRow).c
_ADD_LESSONS = Prepared(insert(table(LessonRow)))
_LESSONS = Prepared(select(_LESSON.told).where(_LESSON.game_id == bindparam("game")))


def add_lessons(session: Session, game_id: GameId) -> None:
    """This table teaches; nothing is explained yet."""
    run(session, _ADD_LESSONS, {"game_id": game_id, "told": ""})


def lessons(session: Session, game_id: GameId) -> tuple[str, ...]:
    """The codes of what a table that teaches has explained."""
    return tuple((run(session, _LESSONS, {"game": game_id}).scalar() or "").split())


def note_lessons(session: Session, game_id: GameId, told: Sequence[str]) -> None:
    """This is what it has explained now."""
    upsert(session, LessonRow, [{"game_id": game_id, "told": " ".join(told)}], ("game_id",))
