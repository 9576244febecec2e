"""What the server remembers of itself."""

from __future__ import annotations

from sqlmodel import Field

from pbem.db.models.base import Row


class MetaRow(Row, table=True):
    """What the server remembers of itself: its secret key, when it was last alive."""

    __tablename__ = "meta"

    key: str = Field(primary_key=True)
    value: str
