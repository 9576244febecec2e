"""What all rows have in common. Codes are plain strings (an enum column would store member names), times are aware
and UTC. Rows stay in `pbem/db`: what leaves it are records.
"""

from __future__ import annotations

from sqlalchemy import MetaData
from sqlmodel import SQLModel

_NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(SQLModel):
    """A row of one of our tables; `Row.metadata` knows them all."""

    metadata = MetaData(naming_convention=_NAMES)
