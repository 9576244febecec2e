"""Talk at the tables."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, Text
from sqlmodel import Field

from pbem.db.models.base import Row


class TalkRow(Row, table=True):
    """A line that waits for the next mail to one of its hearers: one row a hearer."""

    __tablename__ = "talk"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    hearer_id: int = Field(foreign_key="player.id")
    speaker_id: int = Field(foreign_key="player.id", index=True)
    name: str  # as the table called the speaker
    text: str = Field(sa_column=Column(Text, nullable=False))
    alone: bool = False  # nobody else hears it
    at: datetime
    mail: str = ""  # the Message-ID of the mail that tells it; "" while none does

    __table_args__ = (Index("ix_talk_hearer", "hearer_id", "game_id"),)
