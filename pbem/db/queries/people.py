"""People's addresses and names, and whom they do not want to hear from. The people themselves are in `records`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, text
from sqlalchemy import select as sql_select
from sqlmodel import col, select

from pbem.db.mapping import PLAYER, name_key
from pbem.db.models import AddressRow, BlockRow, PlayerRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import PlayerId
from pbem.table.player import Player

ANYBODY = PlayerId(0)
"""Whose invitations a block keeps away, where it is no one host's."""

_ADDRESS, _PLAYER = table(AddressRow).c, table(PlayerRow).c
_OWNER = Prepared(sql_select(_ADDRESS.player_id).where(_ADDRESS.address == bindparam("address")))
_ADDRESSES = Prepared(
    sql_select(_ADDRESS.address).where(_ADDRESS.player_id == bindparam("player")).order_by(_ADDRESS.added_at)
)


def owner(session: Session, address: str) -> PlayerId | None:
    """The number of the person whose address this is."""
    found: PlayerId | None = run(session, _OWNER, {"address": address}).scalar()
    return found


_NAMED = text("name_key != ''")  # as the index says it
_CALLED = Prepared(sql_select(_PLAYER.id).where(_PLAYER.name_key == bindparam("key"), _NAMED).limit(2))


def named(session: Session, name: str) -> PlayerId | None:
    """The number of the person of this name, in any case; None if there is none, or more than one."""
    found = run(session, _CALLED, {"key": name_key(name)}).rows
    return PlayerId(found[0].id) if len(found) == 1 else None


def name_taken(session: Session, name: str) -> bool:
    """Whether somebody has this name, in any case."""
    return run(session, _CALLED, {"key": name_key(name)}).first() is not None


def addresses(session: Session, player_id: PlayerId) -> list[str]:
    """All addresses of a person."""
    return [str(row[0]) for row in run(session, _ADDRESSES, {"player": player_id})]


_ADD_ADDRESS = Prepared(insert(table(AddressRow)))


def add_address(session: Session, player_id: PlayerId, address: str, now: datetime) -> None:
    """One more address of a person."""
    run(session, _ADD_ADDRESS, {"address": address, "player_id": player_id, "added_at": now})


def remove_address(session: Session, address: str) -> None:
    """One address less."""
    session.execute(delete(AddressRow).where(col(AddressRow.address) == address))


def blocked(session: Session, address: str, host_id: PlayerId) -> bool:
    """Whether this address, or the person whose it is, wants no invitation from this host, or from anybody."""
    known = owner(session, address)
    asked = {address} | set(addresses(session, known) if known is not None else ())
    query = select(BlockRow.address).where(col(BlockRow.address).in_(asked), col(BlockRow.host_id).in_((0, host_id)))
    return session.exec(query).first() is not None


def block(session: Session, address: str, host_id: PlayerId, now: datetime) -> None:
    """No more invitations to this address from this host (0: from anybody)."""
    upsert(session, BlockRow, [{"address": address, "host_id": host_id, "at": now}], ("address", "host_id"))


def unblock(session: Session, address: str, host_id: PlayerId | None) -> None:
    """Invitations from this host (0: from anybody; None: both) are welcome again."""
    statement = delete(BlockRow).where(col(BlockRow.address) == address)
    session.execute(statement if host_id is None else statement.where(col(BlockRow.host_id) == host_id))


@dataclass(frozen=True, slots=True)
class Block:
    """An address that wants no invitations from this host (0: from anybody)."""

    address: str
    host_id: PlayerId
    at: datetime


def blocks(session: Session, addresses: Sequence[str]) -> list[Block]:
    """From whom these addresses want no invitations."""
    rows: Any = session.exec(select(BlockRow).where(col(BlockRow.address).in_(addresses)))
    return [Block(row.address, row.host_id, row.at) for row in rows]


_EVERYBODY = Prepared(
    PLAYER.select.where(_PLAYER.id > 0, _PLAYER.address != "")
    .order_by(_PLAYER.id)
    .offset(bindparam("first"))
    .limit(bindparam("most"))
)
_PAUSED = Prepared(
    PLAYER.select.where(_PLAYER.id > 0, text("paused != ''")).order_by(_PLAYER.id).limit(bindparam("most"))
)


def everybody(session: Session, first: int, most: int) -> list[Player]:
    """So many people from the `first` on (0 came first of all); not those who have been forgotten. To look at only."""
    return [PLAYER.read(row) for row in run(session, _EVERYBODY, {"first": first, "most": most})]


def paused(session: Session, most: int) -> list[Player]:
    """People to whom no mail goes, as it came back. To look at only."""
    return [PLAYER.read(row) for row in run(session, _PAUSED, {"most": most})]
