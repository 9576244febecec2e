"""What robots have to search for."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field

from pbem.db.models.base import Row


class JobRow(Row, table=True):
    """Something to think about, outside of any transaction: a robot's turn, a review, a hint."""

    __tablename__ = "job"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str = Field(primary_key=True)  # "turn", "review", "hint"
    seat: int = Field(primary_key=True)
    deal: int = Field(default=0, primary_key=True)  # of a review
    length: int = 0  # of the log when it was asked for: nothing comes of a turn that the game has left behind
    stand_in: bool = False
    tries: int = 0
    made_at: datetime = Field(index=True)
    owner: int = Field(default=0, sa_column_kwargs={"server_default": "0"})  # the worker that thinks about it; 0: none
