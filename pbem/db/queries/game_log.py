"""A game's log: its entries, and the line on the scoreboard for each finished deal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, insert, select

from pbem.db.mapping import dump, scores_from_text
from pbem.db.models import DealRow, EntryRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.hearts.entries import Dealt, Entry, Opened, Score
from pbem.hearts.notation import entry_from_json, entry_to_json
from pbem.ids import GameId, LetterId
from pbem.table.game_record import GameRecord

_ENTRY = table(EntryRow).c
_APPEND = Prepared(insert(table(EntryRow)))


def append(
    session: Session, game: GameRecord, entries: Sequence[Entry], at: datetime, inbox_id: LetterId | None
) -> None:
    """Write entries at the log's end. Its length moves on; the primary key keeps a second writer out."""
    values, log = [], game.log
    for entry in entries:
        kind, body = entry_to_json(entry)
        one = {"game_id": game.id, "seq": log.length, "kind": kind, "body": dump(body), "at": at, "inbox_id": inbox_id}
        values.append(one)
        if isinstance(entry, Dealt):
            log.last_deal, log.deal = log.length, entry.base.number
        log.length += 1
    run(session, _APPEND, values)


_FROM = (
    select(_ENTRY.kind, _ENTRY.body)
    .where(_ENTRY.game_id == bindparam("game"), _ENTRY.seq >= bindparam("start"))
    .order_by(_ENTRY.seq)
)
_LOG = Prepared(_FROM)
_LOG_PART = Prepared(_FROM.where(_ENTRY.seq < bindparam("end")))
_LATEST = Prepared(
    select(_ENTRY.kind, _ENTRY.body)
    .where(_ENTRY.game_id == bindparam("game"), (_ENTRY.seq == 0) | (_ENTRY.seq >= bindparam("start")))
    .order_by(_ENTRY.seq)
)


def log(session: Session, game_id: GameId, start: int = 0, end: int | None = None) -> list[Entry]:
    """The entries from `start` on, up to but without `end`."""
    values = {"game": game_id, "start": start}
    if end is None:
        return _entries(run(session, _LOG, values))
    return _entries(run(session, _LOG_PART, values | {"end": end}))


def opening(session: Session, game_id: GameId) -> Opened:
    """The game's first entry, with its rules."""
    entry = log(session, game_id, 0, 1)[0]
    if not isinstance(entry, Opened):
        raise ValueError(f"game {game_id} does not begin with its rules")
    return entry


def latest(session: Session, game: GameRecord) -> list[Entry]:
    """What the state is folded from: the rules, and the log from the last deal on. Flat in the game's length."""
    return _entries(run(session, _LATEST, {"game": game.id, "start": game.log.last_deal}))


def _entries(rows: Iterable[Any]) -> list[Entry]:
    return [_entry(kind, body) for kind, body in rows]


@lru_cache(maxsize=2048)
def _entry(kind: str, body: str) -> Entry:
    """An entry. A card is played again and again, and most tables share their rules."""
    return entry_from_json(kind, json.loads(body))


_CHOICES = Prepared(
    select(_ENTRY.at, _ENTRY.kind, _ENTRY.body).where(_ENTRY.game_id == bindparam("game")).order_by(_ENTRY.seq)
)


def choices_of(session: Session, game_id: GameId, seat: int) -> list[dict[str, Any]]:
    """What one seat has chosen in a game, in order."""
    rows = ((row, json.loads(row.body)) for row in run(session, _CHOICES, {"game": game_id}))
    return [{"at": row.at, "kind": row.kind, **body} for row, body in rows if body.get("seat") == seat]


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A finished deal's line on the scoreboard, and where it begins in the log."""

    number: int
    seq: int
    points: tuple[Score, ...]
    scores: tuple[Score, ...]
    shooter: int | None = None


_DEAL = table(DealRow).c
_DEALS = Prepared(select(table(DealRow)).where(_DEAL.game_id == bindparam("game")).order_by(_DEAL.number))
_ADD_DEAL = Prepared(insert(table(DealRow)))


def deals(session: Session, game_id: GameId) -> list[FinishedDeal]:
    """The finished deals in order."""
    return [
        FinishedDeal(row.number, row.seq, scores_from_text(row.points), scores_from_text(row.scores), row.shooter)
        for row in run(session, _DEALS, {"game": game_id})
    ]


def add_deals(session: Session, game_id: GameId, finished: Sequence[FinishedDeal]) -> None:
    """Lines for deals that have ended."""
    values = [
        {
            "game_id": game_id,
            "number": deal.number,
            "seq": deal.seq,
            "points": dump(deal.points),
            "scores": dump(deal.scores),
            "shooter": deal.shooter,
        }
        for deal in finished
    ]
    run(session, _ADD_DEAL, values)
