"""`pbem check`: every game folded from its log, and compared with what is stored beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from functools import partial

from rich.console import Console

from pbem.cli.reports import Facts, reading
from pbem.db.database import Session
from pbem.db.queries import game_log, games
from pbem.db.records import Records
from pbem.hearts.game import Game, fold
from pbem.hearts.phase import Phase
from pbem.ids import GameId
from pbem.randomness import SystemRandomness
from pbem.settings import Settings
from pbem.table.game_record import GameRecord
from pbem.table.states import GamePhase

AT_ONCE = 100
"""So many games are checked in one look at the database."""

FEW = 500
"""So many games are checked before processes are started to share the rest."""


def check(settings: Settings, sample: int | None = None, since: datetime | None = None) -> Facts:
    """Fold games from their whole log, and from their last deal, and compare both with the rows beside them.

    All of them, or those that have been in play since then; of these so many, chosen at random, if given.
    """
    numbers = list(_numbers(settings, since))
    if sample is not None and sample < len(numbers):
        numbers = sorted(SystemRandomness().shuffled(numbers, "check")[:sample])
    parts = [numbers[start : start + AT_ONCE] for start in range(0, len(numbers), AT_ONCE)]
    one = partial(_check, settings)
    if len(numbers) <= FEW or (os.cpu_count() or 1) == 1:
        found = [fault for part in parts for fault in one(part)]
    else:
        with ProcessPoolExecutor() as pool:
            found = [fault for faults in pool.map(one, parts) for fault in faults]
    return {"games": len(numbers), "faults": found}


def _numbers(settings: Settings, since: datetime | None) -> Iterator[GameId]:
    after = GameId(0)
    with reading(settings) as session:
        while found := games.begun(session, after, 10_000, since):
            yield from found
            after = found[-1]


def _check(settings: Settings, numbers: Sequence[GameId]) -> list[str]:
    found: list[str] = []
    with reading(settings) as session:
        for number in numbers:
            try:
                found += [f"game {number}: {what}" for what in _faults(session, number)]
            except Exception as broken:  # noqa: BLE001  # whatever is wrong with one game, the others are checked
                found.append(f"game {number} does not fold: {type(broken).__name__}: {broken}")
    return found


def _faults(session: Session, number: GameId) -> list[str]:
    record = Records(session).game(number)
    if record is None:
        return ["is gone"]
    whole, late = fold(game_log.log(session, number)), fold(game_log.latest(session, record))
    differs = ["the fold from its last deal differs from the whole fold"] if whole != late else []
    return differs + _differences(record, whole)


def _differences(record: GameRecord, game: Game) -> list[str]:
    log = record.log
    stored = {"scores": log.scores, "places": log.places, "waits for": log.to_act}
    folded = {"scores": game.scores, "places": game.places, "waits for": game.to_act}
    found = [
        f"{key} stored {list(stored[key])}, folded {list(folded[key])}" for key in stored if stored[key] != folded[key]
    ]
    if (record.phase is GamePhase.FINISHED) != (game.phase is Phase.FINISHED):
        found.append(f"phase stored {record.phase}, folded {game.phase}")
    return found


def check_text(found: Facts) -> None:
    """What the check found."""
    out = Console(highlight=False)
    for fault in found["faults"]:
        out.print(fault, markup=False)
    out.print(f"{found['games']} games folded; {len(found['faults'])} faults.")
