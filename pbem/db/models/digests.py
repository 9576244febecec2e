"""What is told together."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Text
from sqlmodel import Field

from pbem.db.models.base import Row


class CollectedRow(Row, table=True):
    """A game's news that waits for the hour of its reader's digest."""

    __tablename__ = "collected"

    player_id: int = Field(foreign_key="player.id", primary_key=True)
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    due_at: datetime = Field(index=True)
    lapsed: bool = False  # a stand-in has chosen meanwhile


class CombinedMailRow(Row, table=True):
    """A mail that told of several games: how long each one's log was then, so that a late answer is known as such."""

    __tablename__ = "roundup"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    games: str = Field(sa_column=Column(Text, nullable=False))  # JSON: game to length
    notes: str = Field(default="[]", sa_column=Column(Text, nullable=False, server_default="[]"))  # JSON: short mails
    # that it tells too
    at: datetime
