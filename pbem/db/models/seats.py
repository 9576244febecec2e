"""Seats, and who was punctual on them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, Text, text
from sqlmodel import Field

from pbem.db.models.base import Row

_WANTED = text("wanted_at IS NOT NULL")


class SeatRow(Row, table=True):
    """A place at a table.

    `state`: "open", "invited", "declined", "silent" (has not answered for long, and still may), "returned" (the
    invitation came back), "joined" (a person), "robot", "resigned" (a robot plays on).
    """

    __tablename__ = "seat"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    state: str = "open"
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    name: str = ""  # as the table calls it
    address: str = Field(default="", index=True)  # who is invited
    offered_at: datetime | None = None  # when the guest was invited
    reminded_at: datetime | None = None  # when the guest was reminded of it
    invitation: int = 0  # how often this seat has been offered: an old offer opens nothing
    robot: str = ""  # the level of the robot that plays or stands in
    told_deal: int = 0  # up to where the mails to this seat have told the deal:
    told_plays: int = -1  # cards on the table; -1: not even the passes
    acted_seq: int = 0  # the log's length after this seat's last own choice
    lapses: int = 0  # in a row
    plan: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: what the player
    # has said for the next turns; as secret as a hand
    early_seq: int = 0  # the log's length when it was last
    # asked before its turn
    clock_at: datetime | None = None  # since when its clock runs
    clock_left: int = 0  # seconds that were left on the clock then; of a clock that stands, that are left
    bank: int | None = None  # seconds in its bank; None: never spent
    due_at: datetime | None = None  # when its time is up
    remind_at: datetime | None = None
    nudged_by: str = ""  # who asked for the next reminder
    nudged_at: datetime | None = None
    moved: int = 0  # seconds by which downtime moved the deadlines, as far as this seat has not been told
    away: str = ""  # JSON: when the player is away, as far as the table grants it
    turns: int = 0  # the player's own answers in time
    wanted_at: datetime | None = None  # since when others may take it

    __table_args__ = (Index("ix_seat_wanted", "wanted_at", sqlite_where=_WANTED, postgresql_where=_WANTED),)


class FormerRow(Row, table=True):
    """Who sat at a table before a substitute came: the answers in time that were given there."""

    __tablename__ = "former"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    turns: int


class LapseRow(Row, table=True):
    """A turn that a person let pass. `number` counts the person's turns, this one too."""

    __tablename__ = "lapse"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    at: datetime
    number: int
