"""The tables around the games: who seeks one, which game follows which, what is told together. See `rows.py`."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Text
from sqlmodel import Field, SQLModel

from pbem.db.models import rows

assert rows.NAMING  # it comes first: these point to the rows there


class SeekRow(SQLModel, table=True):
    """Who wants to hear, once, of a table that has a free seat."""

    __tablename__ = "seek"

    player_id: int = Field(foreign_key="player.id", primary_key=True)
    variant: str = Field(primary_key=True)  # "" for any
    until: datetime


class RematchRow(SQLModel, table=True):
    """Which table plays on after a game: who asks second finds the first one's."""

    __tablename__ = "rematch"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    next_id: int = Field(foreign_key="game.id")


class LessonRow(SQLModel, table=True):
    """A table that teaches, and what it has explained already."""

    __tablename__ = "lesson"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    told: str = ""  # codes, with blanks between


class CollectedRow(SQLModel, table=True):
    """A game's news that waits for the hour of its reader's digest."""

    __tablename__ = "collected"

    player_id: int = Field(foreign_key="player.id", primary_key=True)
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    due_at: datetime = Field(index=True)
    lapsed: bool = False  # a stand-in has chosen meanwhile


class RoundupRow(SQLModel, table=True):
    """A mail that told of several games: how long each one's log was then, so that a late answer is known as such."""

    __tablename__ = "roundup"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    games: str = Field(sa_column=Column(Text, nullable=False))  # JSON: game to length
    notes: str = Field(default="[]", sa_column=Column(Text, nullable=False, server_default="[]"))  # JSON: short mails
    # that it tells too
    at: datetime
