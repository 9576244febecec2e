"""What a table decides together."""

from __future__ import annotations

from sqlmodel import Field

from pbem.db.models.base import Row


class VoteRow(Row, table=True):
    """The vote that is open at a table. When it ends stands in its alarm."""

    __tablename__ = "vote"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str  # "pause", "resume", "end", "cancel", "extend"
    seconds: int = 0  # of the pause or the extension
    seat: int  # who asked
    ballots: str = "{}"  # JSON: seat to yes or no
