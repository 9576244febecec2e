"""Between the rows of games, seats and people and their records: the only place that knows both.

A record's values, as tuples in the order of its columns, are also how the unit of work sees what has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, bindparam, insert, select, update

from pbem.db.models import GameRow, PlayerRow, SeatRow
from pbem.db.models import Row as Model
from pbem.db.statements import Prepared, table
from pbem.hearts.entries import Score
from pbem.hearts.phase import Phase
from pbem.hearts.rules.record import Rules, rules_from_json, rules_to_json
from pbem.premoves.kept import premoves_from_json, premoves_to_json
from pbem.table.absence import absences_from_text, absences_to_text
from pbem.table.answer_times import answer_times_from_json, answer_times_to_json
from pbem.table.claim import claim_from_json, claim_to_json
from pbem.table.game_record import GameRecord, LogSummary, Pause
from pbem.table.options import table_options_from_json, table_options_to_json
from pbem.table.player import Player
from pbem.table.preferences import settings_from_text, settings_to_text
from pbem.table.seat import Clock, Seat, Told
from pbem.table.states import GamePhase, SeatState

Values = tuple[Any, ...]
Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Mapping(Generic[Record]):
    """How a record is read and written: its columns, and the statements over them, each compiled once."""

    keys: tuple[str, ...]
    columns: tuple[str, ...]  # those that may change, in the order of `values`
    read: Callable[[Any], Record]
    values: Callable[[Record], Values]
    key: Callable[[Record], tuple[int, ...]]
    select: Select[Any]
    insert: Prepared
    update: Prepared

    def parameters(self, record: Record, values: Values) -> dict[str, Any]:
        """For `update`."""
        named = {f"the_{name}": part for name, part in zip(self.keys, self.key(record), strict=True)}
        return named | dict(zip(self.columns, values, strict=True))


def mapping(
    model: type[Model],
    keys: tuple[str, ...],
    columns: tuple[str, ...],
    read: Callable[[Any], Record],
    values: Callable[[Record], Values],
    key: Callable[[Record], tuple[int, ...]],
) -> Mapping[Record]:
    """A mapping on a model's table."""
    rows = table(model)
    the_one = [rows.c[name] == bindparam(f"the_{name}") for name in keys]
    new = insert(rows).returning(rows.c.id) if "id" in keys else insert(rows)
    changed = Prepared(update(rows).where(*the_one))
    return Mapping(keys, columns, read, values, key, select(rows), Prepared(new), changed)


_COMPACT = (",", ":")


def dump(value: Any) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=_COMPACT)


@lru_cache(maxsize=2048)
def scores_from_text(text: str) -> tuple[Score, ...]:
    """A score for each seat; a pair where the game counts in two dimensions."""
    return tuple(one if isinstance(one, int) else (one[0], one[1]) for one in json.loads(text))


@lru_cache(maxsize=256)
def _rules(text: str) -> Rules:
    return rules_from_json(json.loads(text))


def _read_game(row: Any) -> GameRecord:
    log = LogSummary(
        length=row.seq,
        last_deal=row.base_seq,
        deal=row.deal,
        asks=Phase(row.asks) if row.asks else None,
        to_act=tuple(json.loads(row.to_act)),
        scores=scores_from_text(row.scores),
        places=tuple(json.loads(row.places)),
    )
    return GameRecord(
        id=row.id,
        variant=row.variant,
        rules=_rules(row.rules),
        host_id=row.host_id,
        options=table_options_from_json(row.options),
        created_at=row.created_at,
        phase=GamePhase(row.phase),
        log=log,
        asked_at=row.asked_at,
        due_at=row.due_at,
        ended_at=row.ended_at,
        held=row.held,
        pause=Pause(row.paused_until, row.paused_by) if row.paused_until is not None else None,
        claim=claim_from_json(row.claim),
        answer_times=answer_times_from_json(row.usual),
        host_words=row.host_words,
    )


def _game_values(game: GameRecord) -> Values:
    log, pause = game.log, game.pause
    return (
        game.phase,
        log.length,
        log.last_deal,
        log.deal,
        log.asks or "",
        dump(log.to_act),
        dump(log.scores),
        dump(log.places),
        game.asked_at,
        game.due_at,
        game.ended_at,
        game.held,
        pause.until if pause is not None else None,
        pause.seat if pause is not None else None,
        claim_to_json(game.claim),
        answer_times_to_json(game.answer_times),
        game.host_words,
    )


GAME = mapping(
    GameRow,
    ("id",),
    ("phase", "seq", "base_seq", "deal", "asks", "to_act", "scores", "places", "asked_at", "due_at", "ended_at",
     "held", "paused_until", "paused_by", "claim", "usual", "host_words"),
    _read_game,
    _game_values,
    lambda game: (game.id,),
)  # fmt: skip


def new_game(game: GameRecord) -> dict[str, Any]:
    """The columns of a game that has no number yet."""
    fixed = {
        "variant": game.variant,
        "rules": dump(rules_to_json(game.rules)),
        "host_id": game.host_id,
        "options": table_options_to_json(game.options),
        "created_at": game.created_at,
    }
    return fixed | dict(zip(GAME.columns, _game_values(game), strict=True))


def _read_seat(row: Any) -> Seat:
    return Seat(
        game_id=row.game_id,
        number=row.seat,
        invitation=row.invitation,
        state=SeatState(row.state),
        address=row.address,
        offered_at=row.offered_at,
        reminded_at=row.reminded_at,
        player_id=row.player_id,
        name=row.name,
        robot=row.robot,
        clock=Clock(row.clock_at, row.clock_left, row.due_at, row.remind_at, row.bank),
        told=Told(row.told_deal, row.told_plays, row.early_seq, row.moved),
        premoves=premoves_from_json(row.plan),
        absences=absences_from_text(row.away),
        acted_length=row.acted_seq,
        lapses=row.lapses,
        turns=row.turns,
        nudged_by=row.nudged_by,
        nudged_at=row.nudged_at,
        wanted_at=row.wanted_at,
    )


def _seat_values(seat: Seat) -> Values:
    clock, told = seat.clock, seat.told
    return (
        seat.invitation,
        seat.state,
        seat.address,
        seat.offered_at,
        seat.reminded_at,
        seat.player_id,
        seat.name,
        seat.robot,
        clock.since,
        clock.left,
        clock.due_at,
        clock.remind_at,
        clock.bank,
        told.deal,
        told.plays,
        told.early_length,
        told.moved,
        premoves_to_json(seat.premoves),
        absences_to_text(seat.absences),
        seat.acted_length,
        seat.lapses,
        seat.turns,
        seat.nudged_by,
        seat.nudged_at,
        seat.wanted_at,
    )


SEAT = mapping(
    SeatRow,
    ("game_id", "seat"),
    ("invitation", "state", "address", "offered_at", "reminded_at", "player_id", "name", "robot", "clock_at",
     "clock_left", "due_at", "remind_at", "bank", "told_deal", "told_plays", "early_seq", "moved", "plan", "away",
     "acted_seq", "lapses", "turns", "nudged_by", "nudged_at", "wanted_at"),
    _read_seat,
    _seat_values,
    lambda seat: (seat.game_id, seat.number),
)  # fmt: skip


def new_seat(seat: Seat) -> dict[str, Any]:
    """All columns of a seat."""
    return {"game_id": seat.game_id, "seat": seat.number} | dict(zip(SEAT.columns, _seat_values(seat), strict=True))


def _read_player(row: Any) -> Player:
    kept = settings_from_text(row.settings)
    return Player(
        id=row.id,
        name=row.name,
        address=row.address,
        created_at=row.created_at,
        language=row.language,
        zone=row.zone,
        preferences=kept.preferences,
        zone_set=kept.zone_set,
        vacation=kept.vacation,
        bounces=kept.bounces,
        explained=kept.explained,
        acknowledged=row.acknowledged,
        paused=row.paused,
    )


def name_key(name: str) -> str:
    """What a person's name is found by: two that differ in their case only are the same."""
    return name.casefold()


def _player_values(player: Player) -> Values:
    settings = settings_to_text(player.settings)
    return (player.name, name_key(player.name), player.address, player.language, player.zone, settings,
            player.acknowledged, player.paused)  # fmt: skip


PLAYER = mapping(
    PlayerRow,
    ("id",),
    ("name", "name_key", "address", "language", "zone", "settings", "acknowledged", "paused"),
    _read_player,
    _player_values,
    lambda player: (player.id,),
)


def new_player(player: Player) -> dict[str, Any]:
    """The columns of a person who has no number yet."""
    return {"created_at": player.created_at} | dict(zip(PLAYER.columns, _player_values(player), strict=True))
