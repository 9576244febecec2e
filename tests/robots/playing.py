"""Robots at a table."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.hearts.entries import Choice, Dealt, Entry, Opened
from pbem.hearts.game import Game, fold
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots import Robot
from pbem.robots.arena import play_deal


def log_of(rules: Rules, robot: Robot, seed: str, number: int) -> list[Entry]:
    """A deal played by four of these, as the game's log has it."""
    entries: list[Entry] = [Opened(rules)]
    game = fold(entries)
    base, shuffle = replace(game.base, number=number + 1, dealer=number % rules.players), random.Random(seed)
    while game.record() is None:
        if game.needs_chance:
            order = list(game.to_shuffle())
            shuffle.shuffle(order)
            entry: Entry = game.chance(tuple(order))
            entries.append(replace(entry, base=base) if isinstance(entry, Dealt) else entry)
        else:
            seat = game.to_act[0]
            entries.append(robot.choose(game.view(seat), random.Random(f"{seed}/{len(entries)}")))
        game.apply(entries[-1])
    return entries


def views(rules: Rules, robot: Robot, seed: int) -> list[SeatView]:
    """Every view that somebody was asked on in a deal, in order."""
    seen: list[SeatView] = []

    def watch(game: Game, _: Choice) -> None:
        seen.append(game.view(game.to_act[0]))

    play_deal(rules, [robot] * rules.players, f"cards {seed}", f"chance {seed}", seed, watch)
    return seen
