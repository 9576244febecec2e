"""Games: a table with its options, its log, and the scoreboard.

What is derived from the log (`GameRow.phase`, `scores`, …, `DealRow`) is a projection: `pbem check` compares it with
the fold."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, Text
from sqlmodel import Field

from pbem.db.models.base import Row


class GameRow(Row, table=True):
    """A table and its game. From `phase` on the columns are projections of the log."""

    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    variant: str
    rules: str = Field(sa_column=Column(Text, nullable=False))  # JSON of the whole record
    host_id: int = Field(foreign_key="player.id", index=True)
    options: str = "{}"  # JSON: the table's options besides the rules
    created_at: datetime
    phase: str = Field(default="gathering", index=True)  # "gathering", "playing", "finished", "cancelled"
    seq: int = 0  # entries in the log
    base_seq: int = 0  # where the last deal begins in it
    deal: int = 0
    asks: str = ""  # the ask in force ("play"), "" when nobody is asked
    to_act: str = "[]"  # JSON: seats
    scores: str = "[]"
    places: str = "[]"
    asked_at: datetime | None = None
    due_at: datetime | None = None
    ended_at: datetime | None = None
    held: bool = False  # stopped by the operator
    paused_until: datetime | None = None  # the clocks stand, as the table agreed
    paused_by: int | None = None  # the seat that asked for it
    claim: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: what a seat claims
    # and the others have yet to agree to
    usual: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: how long answers
    # took of late, where the table masks its timing
    host_words: str = ""  # what the host says to the guests, until the game begins

    __table_args__ = (Index("ix_game_due", "phase", "due_at"),)


class EntryRow(Row, table=True):
    """One entry of a game's log. Never changed, never deleted."""

    __tablename__ = "entry"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    body: str = Field(sa_column=Column(Text, nullable=False))
    at: datetime
    inbox_id: int | None = None  # the letter that brought it


class DealRow(Row, table=True):
    """A finished deal's line on the scoreboard, and where it begins in the log."""

    __tablename__ = "deal"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    seq: int
    points: str
    scores: str
    shooter: int | None = None
