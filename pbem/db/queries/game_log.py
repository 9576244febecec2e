"""Games: the append-only log and the rows beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, insert
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from pbem.db.models import DealRow, EntryRow, GameRow, SeatRow
from pbem.db.statements import run, table
from pbem.hearts.entries import Dealt, Entry, Opened
from pbem.hearts.notation import entry_from_json, entry_to_json


def game(session: Session, game_id: int) -> GameRow | None:
    """The game of this number."""
    return session.get(GameRow, game_id)


_SEATS = sql_select(SeatRow).where(col(SeatRow.game_id) == bindparam("game")).order_by(col(SeatRow.seat))


def seats(session: Session, game_id: int) -> list[SeatRow]:
    """A game's seats in order."""
    return list(session.scalars(_SEATS, {"game": game_id}))


_ENTRY = table(EntryRow).c
_APPEND = insert(table(EntryRow))


def append(session: Session, row: GameRow, entries: Sequence[Entry], at: datetime, inbox_id: int | None) -> None:
    """Write entries at the log's end. `row.seq` moves on; the primary key keeps a second writer out."""
    values = []
    for entry in entries:
        kind, body = entry_to_json(entry)
        text = json.dumps(body, separators=(",", ":"))
        values.append({"game_id": row.id, "seq": row.seq, "kind": kind, "body": text, "at": at, "inbox_id": inbox_id})
        if isinstance(entry, Dealt):
            row.base_seq, row.deal = row.seq, entry.base.number
        row.seq += 1
    run(session, _APPEND, values)


_LOG = (
    sql_select(_ENTRY.kind, _ENTRY.body)
    .where(_ENTRY.game_id == bindparam("game"), _ENTRY.seq >= bindparam("start"))
    .order_by(_ENTRY.seq)
)
_LOG_PART = _LOG.where(_ENTRY.seq < bindparam("end"))
_LATEST = (
    sql_select(_ENTRY.kind, _ENTRY.body)
    .where(_ENTRY.game_id == bindparam("game"), (_ENTRY.seq == 0) | (_ENTRY.seq >= bindparam("start")))
    .order_by(_ENTRY.seq)
)


def log(session: Session, game_id: int, start: int = 0, end: int | None = None) -> list[Entry]:
    """The entries from `start` on, up to but without `end`."""
    values = {"game": game_id, "start": start}
    if end is None:
        return _entries(run(session, _LOG, values))
    return _entries(run(session, _LOG_PART, values | {"end": end}))


def opening(session: Session, game_id: int) -> Opened:
    """The game's first entry, with its rules."""
    entry = log(session, game_id, 0, 1)[0]
    if not isinstance(entry, Opened):
        raise ValueError(f"game {game_id} does not begin with its rules")
    return entry


def latest(session: Session, row: GameRow) -> list[Entry]:
    """What the state is folded from: the rules, and the log from the last deal on. Flat in the game's length."""
    return _entries(run(session, _LATEST, {"game": row.id, "start": row.base_seq}))


def _entries(rows: Iterable[Any]) -> list[Entry]:
    return [_opened(body) if kind == "Opened" else entry_from_json(kind, json.loads(body)) for kind, body in rows]


@lru_cache(maxsize=256)
def _opened(body: str) -> Entry:
    """The rules of a table; most tables share theirs, and checking a record takes longer than a game's move."""
    return entry_from_json("Opened", json.loads(body))


def deals(session: Session, game_id: int) -> list[DealRow]:
    """The finished deals in order."""
    return list(session.exec(select(DealRow).where(DealRow.game_id == game_id).order_by(col(DealRow.number))))


def games_of(session: Session, player_id: int, phases: Iterable[str] = ("gathering", "playing")) -> list[GameRow]:
    """The games in which this person has (or had) a seat, oldest first."""
    query = (
        select(GameRow)
        .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
        .where(SeatRow.player_id == player_id, col(SeatRow.state).in_(("joined", "resigned")))
        .where(col(GameRow.phase).in_(tuple(phases)))
        .order_by(col(GameRow.id))
    )
    return list(session.exec(query))


def invited(session: Session, address: str) -> list[SeatRow]:
    """The seats that wait for an answer from this address."""
    return list(session.exec(select(SeatRow).where(SeatRow.address == address, SeatRow.state == "invited")))


def all_games(session: Session, phases: Iterable[str] | None = None) -> list[GameRow]:
    """All games, oldest first; of these phases if given."""
    query = select(GameRow).order_by(col(GameRow.id))
    if phases is not None:
        query = query.where(col(GameRow.phase).in_(tuple(phases)))
    return list(session.exec(query))
