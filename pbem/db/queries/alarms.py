"""Alarms: what falls due when. Rows, so that they survive a restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select, update

from pbem.db.models import AlarmRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import GameId
from pbem.table.states import AlarmKind


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that falls due for a game; what each kind does stands in `app/clock/alarms.py`."""

    game_id: GameId
    kind: str  # as stored: whoever rings it reads it as an `AlarmKind`, so that a bad row fails alone
    due_at: datetime


_TABLE = table(AlarmRow)
_ALARM = _TABLE.c
_THIS = (_ALARM.game_id == bindparam("the_game"), _ALARM.kind == bindparam("the_kind"))


def set_alarms(session: Session, game_id: GameId, due: Mapping[AlarmKind, datetime]) -> None:
    """Let each kind fall due then, and at no other time."""
    rows = [{"game_id": game_id, "kind": kind, "due_at": at} for kind, at in due.items()]
    upsert(session, AlarmRow, rows, ("game_id", "kind"))


_CLEAR = Prepared(delete(_TABLE).where(_ALARM.game_id == bindparam("the_game")))
_DROP = Prepared(delete(_TABLE).where(*_THIS))


def clear(session: Session, game_id: GameId) -> None:
    """No alarm of this game falls due any more."""
    run(session, _CLEAR, {"the_game": game_id})


def drop(session: Session, game_id: GameId, *kinds: AlarmKind) -> None:
    """No alarm of these kinds falls due any more for this game."""
    run(session, _DROP, [{"the_game": game_id, "the_kind": kind} for kind in kinds])


_WHEN = Prepared(select(_ALARM.due_at).where(*_THIS))


def when(session: Session, game_id: GameId, kind: str) -> datetime | None:
    """When the game's alarm of this kind is due."""
    found: datetime | None = run(session, _WHEN, {"the_game": game_id, "the_kind": kind}).scalar()
    return found


_DUE = Prepared(
    select(_TABLE).where(_ALARM.due_at <= bindparam("now")).order_by(_ALARM.due_at).limit(bindparam("most"))
)


def due(session: Session, now: datetime, most: int = 32) -> list[Alarm]:
    """The alarms whose time has come, earliest first."""
    rows = run(session, _DUE, {"now": now, "most": most})
    return [Alarm(row.game_id, row.kind, row.due_at) for row in rows]


_MOVE = Prepared(update(_TABLE).where(*_THIS))


def move(session: Session, game_id: GameId, kind: str, due_at: datetime) -> None:
    """The game's alarm of this kind falls due then, if there is one."""
    run(session, _MOVE, {"the_game": game_id, "the_kind": kind, "due_at": due_at})


_OF_GAMES = Prepared(select(_TABLE).where(_ALARM.game_id >= bindparam("first"), _ALARM.game_id <= bindparam("last")))


def postpone(session: Session, by: timedelta, games: Sequence[GameId], but: Sequence[AlarmKind]) -> None:
    """The alarms of these games, which stand in order, are later by this much; not those of these kinds."""
    wanted = set(games)
    rows = [row for row in run(session, _OF_GAMES, {"first": games[0], "last": games[-1]}) if row.game_id in wanted]
    later = [{"the_game": row.game_id, "the_kind": row.kind, "due_at": row.due_at + by} for row in rows]
    run(session, _MOVE, [each for each in later if each["the_kind"] not in but])
