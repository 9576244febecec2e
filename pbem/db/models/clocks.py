"""What falls due."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field

from pbem.db.models.base import Row


class AlarmRow(Row, table=True):
    """Something that falls due for a game; what each kind does stands in `app/clock/alarms.py`."""

    __tablename__ = "alarm"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str = Field(primary_key=True)
    due_at: datetime = Field(index=True)
