"""Around the games: who seeks one, which game follows which, and tables that teach."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field

from pbem.db.models.base import Row


class SeekRow(Row, table=True):
    """Who wants to hear, once, of a table that has a free seat."""

    __tablename__ = "seek"

    player_id: int = Field(foreign_key="player.id", primary_key=True)
    variant: str = Field(primary_key=True)  # "" for any
    until: datetime


class RematchRow(Row, table=True):
    """Which table plays on after a game: who asks second finds the first one's."""

    __tablename__ = "rematch"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    next_id: int = Field(foreign_key="game.id")


class LessonRow(Row, table=True):
    """A table that teaches, and what it has explained already."""

    __tablename__ = "lesson"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    told: str = ""  # codes, with blanks between
