"""Alarms: what falls due when. Rows, so that they survive a restart. And the server's own pulse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, func
from sqlmodel import Session, col, select

from pbem.db.models import AlarmRow, MetaRow
from pbem.db.upsert import upsert


def set_alarms(session: Session, game_id: int, due: Mapping[str, datetime]) -> None:
    """Let each kind fall due then, and at no other time."""
    rows = [{"game_id": game_id, "kind": kind, "due_at": at} for kind, at in due.items()]
    upsert(session, AlarmRow, rows, ("game_id", "kind"))


def clear(session: Session, game_id: int) -> None:
    """No alarm of this game falls due any more."""
    session.execute(delete(AlarmRow).where(col(AlarmRow.game_id) == game_id))


def drop(session: Session, game_id: int, kinds: Sequence[str]) -> None:
    """No alarm of these kinds falls due any more for this game."""
    session.execute(delete(AlarmRow).where(col(AlarmRow.game_id) == game_id, col(AlarmRow.kind).in_(kinds)))


def when(session: Session, game_id: int, kind: str) -> datetime | None:
    """When the game's alarm of this kind is due."""
    return session.exec(select(AlarmRow.due_at).where(AlarmRow.game_id == game_id, AlarmRow.kind == kind)).first()


def due(session: Session, now: datetime, most: int = 32) -> list[AlarmRow]:
    """The alarms whose time has come, earliest first."""
    query = select(AlarmRow).where(col(AlarmRow.due_at) <= now).order_by(col(AlarmRow.due_at)).limit(most)
    return list(session.exec(query))


def next_due(session: Session) -> datetime | None:
    """When the next alarm is due."""
    return session.exec(select(func.min(AlarmRow.due_at))).one()


def postpone(session: Session, by: timedelta, but: Sequence[str]) -> None:
    """Every alarm but those of these kinds is later by this much."""
    for row in session.exec(select(AlarmRow).where(col(AlarmRow.kind).not_in(but))):
        row.due_at += by
    session.flush()


def meta(session: Session, key: str) -> str | None:
    """What the server has noted under this key."""
    return session.exec(select(MetaRow.value).where(MetaRow.key == key)).first()


def note(session: Session, key: str, value: str) -> None:
    """Note something under this key."""
    upsert(session, MetaRow, [{"key": key, "value": value}], ("key",))
