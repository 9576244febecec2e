"""Robots at a table."""

from __future__ import annotations

import random

from pbem.hearts.entries import Choice
from pbem.hearts.game import Game
from pbem.hearts.rules import Rules
from pbem.hearts.view import SeatView
from pbem.robots import Robot
from pbem.robots.arena import play_deal
from tests.hearts.playing import ANSWERS


class Chance:
    """Chooses at random among what is legal."""

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        assert view.ask is not None
        return ANSWERS[view.ask](view, rng)


def views(rules: Rules, robot: Robot, seed: int) -> list[SeatView]:
    """Every view that somebody was asked on in a deal, in order."""
    seen: list[SeatView] = []

    def watch(game: Game, _: Choice) -> None:
        seen.append(game.view(game.to_act[0]))

    play_deal(rules, [robot] * rules.players, f"cards {seed}", f"chance {seed}", seed, watch)
    return seen
