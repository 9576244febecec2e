"""People, their addresses, and whom they do not want to hear from."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, Text, text
from sqlmodel import Field

from pbem.db.models.base import Row

_PAUSED, _NAMED = text("paused != ''"), text("name_key != ''")


class PlayerRow(Row, table=True):
    """A person who plays here."""

    __tablename__ = "player"

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(default="", sa_column_kwargs={"server_default": ""})  # in no case: whoever is
    # asked for by name is found by it
    address: str  # where mails go; one of the person's addresses
    language: str = "en"
    zone: str = "UTC"
    settings: str = Field(default="{}", sa_column=Column(Text, nullable=False))  # JSON: `PersonalSettings`
    acknowledged: int = 0  # how many of the first moves have been acknowledged at once
    paused: str = ""  # why no mail goes to this person now (a bounce's text); "" when it does
    created_at: datetime

    __table_args__ = (
        Index("ix_player_paused", "id", sqlite_where=_PAUSED, postgresql_where=_PAUSED),
        Index("ix_player_name_key", "name_key", unique=True, sqlite_where=_NAMED, postgresql_where=_NAMED),
    )


class AddressRow(Row, table=True):
    """An address that is known to be a person's. Canonical."""

    __tablename__ = "address"

    address: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    added_at: datetime


class BlockRow(Row, table=True):
    """An address that wants no more invitations; `host_id` 0 means from anybody."""

    __tablename__ = "block"

    address: str = Field(primary_key=True)
    host_id: int = Field(default=0, primary_key=True)
    at: datetime
