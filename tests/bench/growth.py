"""What costs more because there is more: a letter, a lapse, an idle tick, the operator's looks.

A table of people plays among so many others: people, whole logs of 250 entries, letters, mails, alarms. Milliseconds
of CPU; `python -m tests.bench.growth 12 10000 100000 1000000` names other sizes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import median

from pbem.cli import checking, reports
from pbem.db.backup import copy
from pbem.db.idle_check import nothing_to_do
from pbem.db.queries import alarms
from pbem.ids import GameId
from pbem.server.status import server_status
from pbem.table.states import AlarmKind
from tests.bench.filling import FIRST, Amounts, fill
from tests.bench.letters import Players, server
from tests.table import Bench

SIZES = (12, 10_000, 100_000)
LETTERS = 250  # of the table that is copied
ROUNDS = 120  # letters that are measured at each size

COLUMNS = ("letter", "lapse", "idle tick", "status", "games", "players", "check", "backup", "MB", "RSS MB")


@dataclass(frozen=True)
class Costs:
    """Milliseconds, and megabytes of the file and of the process."""

    games: int
    values: tuple[float, ...]


def main() -> None:
    """Print the table, and what each size costs beside the smallest."""
    sizes = tuple(int(word) for word in sys.argv[1:] if word.isdigit()) or SIZES
    print(f"{'games':>9}" + "".join(f"{name:>11}" for name in COLUMNS))
    first: Costs | None = None
    with server() as bench:
        players = Players(bench)
        players.play(LETTERS)
        there = 0
        for size in sizes:
            bench.worker.database.hang_up()
            fill(bench.folder / "pbem.db", Amounts(size), there)
            there = size
            costs = measure(bench, players, size)
            first = first or costs
            print(f"{size:9,}" + "".join(f"{value:11.2f}" for value in costs.values), flush=True)
            ratios = [one / other for one, other in zip(costs.values[:3], first.values, strict=False)]
            print(" " * 9 + "".join(f"{f'{ratio:.2f} x':>11}" for ratio in ratios), flush=True)


def measure(bench: Bench, players: Players, size: int) -> Costs:
    """What everything costs at this size."""
    database, settings = bench.worker.database, bench.worker.settings
    players.play(20)  # the pages that are always needed are in the cache
    letter = median(players.play(ROUNDS)) * 1e3
    lapse = median(ring(bench, size, number) for number in range(min(size, 40)))

    def look() -> None:
        with database.read() as session:
            server_status(session, settings, bench.now)

    file = bench.folder / "pbem.db"
    copied = bench.folder / f"copy-{size}.db"
    looks = (
        median(spent(lambda: nothing_to_do(file, bench.now, timedelta(days=9999))) for _ in range(25)),
        median(spent(look) for _ in range(3)),
        spent(lambda: reports.games(settings, True, reports.ListPage(1, 100))),
        spent(lambda: reports.players(settings, reports.ListPage(1, 100))),
        spent(lambda: checking.check(settings, sample=100)),
        spent(lambda: copy(file, copied)),
    )
    copied.unlink()
    return Costs(size, (letter, lapse, *looks, file.stat().st_size / 1e6, resident()))


def ring(bench: Bench, size: int, number: int) -> float:
    """The alarm of a copy's turn that has run out, in milliseconds."""

    game = GameId(FIRST + number * max(size // 100 * 100 // 40, 1) // 100 * 100 + number % min(size, 30))
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql(
            "UPDATE seat SET due_at = '2026-01-01 00:00:00.000000' WHERE game_id = ? AND due_at IS NOT NULL", (game,)
        )
        alarms.set_alarms(session, game, {AlarmKind.LAPSE: bench.now})
    return spent(lambda: bench.worker.ring(bench.now))


def spent(what: Callable[[], object]) -> float:
    """Milliseconds of CPU."""
    begun = time.process_time()
    what()
    return (time.process_time() - begun) * 1e3


def resident() -> float:
    """Megabytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
