"""Games played to the end by players who choose at random among what they are offered."""

from __future__ import annotations

import random
from collections.abc import Callable

from pbem.hearts.entries import Dealt, Entry, Opened, Stopped
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.robots.levels.chance import ANSWERS


def next_entry(game: Game, rng: random.Random) -> Entry:
    """What comes next: chance, or the choice of one of those who are waited for."""
    if game.needs_chance:
        order = list(game.to_shuffle())
        rng.shuffle(order)
        return game.chance(tuple(order))
    view = game.view(rng.choice(game.to_act))
    assert view.ask is not None
    return ANSWERS[view.ask](view, rng)


def play_out(
    rules: Rules, seed: int, watch: Callable[[Game, Entry], None] | None = None, most: int = 400
) -> tuple[Game, list[Entry]]:
    """The game and its log; at most `most` deals; a game that time ends is stopped at some moment."""
    rng = random.Random(seed)
    game = Game()
    log: list[Entry] = [Opened(rules)]
    game.apply(log[0])
    deals, time = 0, rng.randrange(60, 400)
    while game.phase != "finished":
        entry = next_entry(game, rng)
        if isinstance(entry, Dealt):
            deals += 1
            assert deals <= most, "the game does not end"
        if rules.end_when == "time" and len(log) == time:
            entry = Stopped()
        log.append(entry)
        game.apply(entry)
        if watch:
            watch(game, entry)
    return game, log
