"""People, their addresses, and whom they do not want to hear from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.db.models import AddressRow, BlockRow, PlayerRow, QuestionRow
from pbem.db.statements import run, table
from pbem.db.upsert import upsert


def player(session: Session, player_id: int | None) -> PlayerRow | None:
    """The person of this number."""
    return None if player_id is None else session.get(PlayerRow, player_id)


_SEVERAL = sql_select(PlayerRow).where(col(PlayerRow.id).in_(bindparam("players", expanding=True)))


def several(session: Session, player_ids: Sequence[int]) -> list[PlayerRow]:
    """These people, in one look; as long as they are held, `player` finds them without another."""
    return list(session.scalars(_SEVERAL, {"players": player_ids})) if player_ids else []


_ADDRESS = table(AddressRow).c
_OWNER = sql_select(_ADDRESS.player_id).where(_ADDRESS.address == bindparam("address"))
_ADDRESSES = sql_select(_ADDRESS.address).where(_ADDRESS.player_id == bindparam("player")).order_by(_ADDRESS.added_at)


def by_address(session: Session, address: str) -> PlayerRow | None:
    """Whose address this is."""
    found = run(session, _OWNER, {"address": address}).first()
    return None if found is None else session.get(PlayerRow, found[0])


def by_name(session: Session, name: str) -> PlayerRow | None:
    """The person of this name, in any case; None if there is none, or more than one."""
    found = list(session.exec(select(PlayerRow).where(func.lower(PlayerRow.name) == name.lower()).limit(2)))
    return found[0] if len(found) == 1 else None


def name_taken(session: Session, name: str) -> bool:
    """Whether somebody has this name, in any case."""
    return session.exec(select(PlayerRow.id).where(func.lower(PlayerRow.name) == name.lower())).first() is not None


def addresses(session: Session, player_id: int) -> list[str]:
    """All addresses of a person."""
    return [str(row[0]) for row in run(session, _ADDRESSES, {"player": player_id})]


def add(session: Session, name: str, address: str, now: datetime, language: str = "en") -> PlayerRow:
    """A new person with one address."""
    row = PlayerRow(name=name, address=address, created_at=now, language=language)
    session.add(row)
    session.flush()
    session.add(AddressRow(address=address, player_id=_id(row), added_at=now))
    session.flush()
    return row


def add_address(session: Session, row: PlayerRow, address: str, now: datetime) -> None:
    """One more address of a person."""
    session.add(AddressRow(address=address, player_id=_id(row), added_at=now))
    session.flush()


def remove_address(session: Session, address: str) -> None:
    """One address less."""
    session.execute(delete(AddressRow).where(col(AddressRow.address) == address))


def settings(row: PlayerRow) -> dict[str, Any]:
    """What the person has set."""
    found: dict[str, Any] = json.loads(row.settings)
    return found


def change(row: PlayerRow, **values: Any) -> None:
    """Set some of the person's settings."""
    row.settings = json.dumps(settings(row) | values)


def blocked(session: Session, address: str, host_id: int) -> bool:
    """Whether this address, or the person whose it is, wants no invitation from this host, or from anybody."""
    owner = session.get(AddressRow, address)
    asked = {address} | set(addresses(session, owner.player_id) if owner is not None else ())
    query = select(BlockRow).where(col(BlockRow.address).in_(asked), col(BlockRow.host_id).in_((0, host_id)))
    return session.exec(query).first() is not None


def block(session: Session, address: str, host_id: int, now: datetime) -> None:
    """No more invitations to this address from this host (0: from anybody)."""
    upsert(session, BlockRow, [{"address": address, "host_id": host_id, "at": now}], ("address", "host_id"))
    session.flush()


def unblock(session: Session, address: str, host_id: int | None) -> None:
    """Invitations from this host (0: from anybody; None: both) are welcome again."""
    statement = delete(BlockRow).where(col(BlockRow.address) == address)
    session.execute(statement if host_id is None else statement.where(col(BlockRow.host_id) == host_id))


def open_questions(session: Session, address: str, since: datetime) -> int:
    """How many questions wait for a word from this address; a table's votes are none of them."""
    query = select(func.count()).select_from(QuestionRow).where(QuestionRow.address == address)
    query = query.where(QuestionRow.kind != "vote")
    return session.exec(query.where(QuestionRow.state == "open", col(QuestionRow.asked_at) > since)).one()


def everybody(session: Session) -> list[PlayerRow]:
    """All people, in the order in which they came; not those who have been forgotten."""
    return list(session.exec(select(PlayerRow).where(PlayerRow.address != "").order_by(col(PlayerRow.id))))


def _id(row: PlayerRow) -> int:
    if row.id is None:
        raise ValueError("a person who was never stored")
    return row.id
