"""The ladder: in every preset at its usual number of players, how much each level beats the one below it.

`python -m tests.bench.robots_ladder [DEALS [HARD_DEALS [PRESET …]]]`: so many deals of each rung below hard, and of
hard against medium. A game of two phases has a row for each. `!` marks a rung that is not sure by two standard errors.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from pbem.hearts.rules.presets import PRESETS
from pbem.robots.arena import PLAYERS, Duel, DuelResult, duel

RUNGS = (("easy", "random"), ("medium", "easy"), ("hard", "medium"))
SEED = 2026
SURE = 2.0  # standard errors


def main(deals: int = 100, hard_deals: int = 10, names: Sequence[str] = ()) -> None:
    """Prints the table; points or chips a seat and deal, the lower the better."""
    _say(f"{'':20}" + "".join(f"{f'{a} - {b}':>24}" for a, b in RUNGS))
    for name, phase in _games(names or list(PRESETS)):
        cells = [_cell(name, phase, a, b, hard_deals if a == "hard" else deals) for a, b in RUNGS]
        _say(f"{name if phase == 1 else f'{name}, phase {phase}':20}" + "".join(cells))
    _say(f"{deals} deals of each rung, {hard_deals} of hard - medium, seed {SEED}; +- is one standard error")


def _games(names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each game with each of its phases."""
    for name in names:
        yield from ((name, phase + 1) for phase in range(PRESETS[name].phases))


def _cell(name: str, phase: int, a: str, b: str, deals: int) -> str:
    """One rung's difference, its error, and a mark where it is not sure."""
    if deals < 2:
        return f"{'':24}"
    match = Duel(PLAYERS[a], PLAYERS[b], PRESETS[name], SEED, phase=phase)
    found = duel(match, deals, os.cpu_count() or 1)
    return f"{found.difference:14.2f} +- {found.standard_error:5.2f}{' ' if sure(found) else '!'}"


def sure(found: DuelResult) -> bool:
    """Whether A is better beyond doubt."""
    return found.difference + SURE * found.standard_error < 0


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    words = sys.argv[1:]
    main(int(words[0]) if words else 100, int(words[1]) if words[1:] else 10, words[2:])
