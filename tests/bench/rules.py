"""Random deals per second of the rules core beside OpenSpiel's Hearts from Python, one core, one run.

Both deal 52 cards, ask for the legal ones at every turn, choose at random and play them through the one door that
checks. Ours checks in Python what OpenSpiel checks in C++; beside it the two things that a server does with a deal:
folding its entries again, and reading them from JSON.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import pyspiel

from pbem.hearts.entries import Base, Dealt, Entry, Opened, Played
from pbem.hearts.game import Game, fold
from pbem.hearts.notation import entry_from_json, entry_to_json
from pbem.hearts.rules.presets import preset

RULES = preset("american", moon="add", pass_cycle=("hold",))
ROUNDS, DEALS = 5, 300


def theirs(rng: random.Random, game: pyspiel.Game) -> None:
    """One random deal of OpenSpiel, held."""
    state = game.new_initial_state()
    state.apply_action(0)
    order = list(range(52))
    rng.shuffle(order)
    for card in order:
        state.apply_action(card)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def ours(rng: random.Random) -> list[Entry]:
    """One random deal of ours, held; its log."""
    game = Game()
    log: list[Entry] = [Opened(RULES)]
    game.apply(log[0])
    order = list(RULES.deck())
    rng.shuffle(order)
    hands = tuple(tuple(sorted(order[at * 13 : at * 13 + 13])) for at in range(4))
    log.append(Dealt(Base(1, 0, (0, 0, 0, 0)), hands))
    game.apply(log[1])
    while game.phase == "play":
        seat = game.to_act[0]
        log.append(Played(seat, rng.choice(game.legal_cards(seat))))
        game.apply(log[-1])
    return log


def rate(run: Callable[[], object]) -> float:
    """Deals per second of CPU: what else runs on the machine does not count."""
    began = time.process_time()
    for _ in range(DEALS):
        run()
    return DEALS / (time.process_time() - began)


def main() -> None:
    """Prints the table: the median of several rounds in turn."""
    rng = random.Random(1)
    game = pyspiel.load_game("hearts", {"pass_cards": False, "no_pts_on_first_trick": False, "qs_breaks_hearts": False})
    log = ours(rng)
    written = [entry_to_json(entry) for entry in log]
    rows: dict[str, Callable[[], object]] = {
        "OpenSpiel, Python loop": lambda: theirs(rng, game),
        "pbem, random deal": lambda: ours(rng),
        "pbem, fold of a deal's log": lambda: fold(log),
        "pbem, the log from JSON": lambda: [entry_from_json(kind, body) for kind, body in written],
    }
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(ROUNDS):
        for name, run in rows.items():
            rates[name].append(rate(run))
    first = statistics.median(next(iter(rates.values())))
    lines = [f"{'rules core':<28}{'deals/s':>10}{'ms a deal':>12}{'ratio':>8}"]
    for name, found in rates.items():
        middle = statistics.median(found)
        lines.append(f"{name:<28}{middle:>10,.0f}{1000 / middle:>12.3f}{middle / first:>8.2f}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
