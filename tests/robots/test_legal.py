"""Every robot answers whatever it is asked, legally, in every game that has a name."""

from __future__ import annotations

import random

import pytest

from pbem.hearts.entries import Choice
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots import DEFAULT, LEVELS, Robot
from pbem.robots.arena import play_deal
from pbem.robots.levels.hard import Budget, Hard
from pbem.robots.levels.simple_answers import any_answer

QUICK = Hard(Budget(worlds=4, playouts=20, plain_worlds=2))
ROBOTS: dict[str, Robot] = LEVELS | {"hard": QUICK}
MORE: dict[str, Rules] = {
    "three": preset("classic", players=3),
    "five": preset("web", players=5),
    "six": preset("classic", players=6),
    "seven": preset("classic", players=7),
    "ten at cancellation": preset("cancellation", players=10),
    "exchange at five": preset("odd-exchange", players=5),
    "bridge charges": preset("turbo", charge_most=1),
}


@pytest.mark.parametrize("level", ROBOTS)
@pytest.mark.parametrize("name", [*PRESETS, *MORE])
def test_a_deal_is_played_to_its_end(level: str, name: str) -> None:
    rules = PRESETS.get(name) or MORE[name]
    robots = [ROBOTS[level]] * rules.players
    for number in range(1 if level == "hard" else 2):  # a refused answer would stop it
        record = play_deal(rules, robots, f"{name} {number}", "robots", number)
        assert len(record.points) == rules.players


class Thoughtless:
    """Says whatever may be said."""

    def choose(self, view: SeatView, _: random.Random) -> Choice:
        return any_answer(view)


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_said_where_every_thought_fails_is_legal(name: str) -> None:
    rules = PRESETS[name]
    for number in range(3):
        record = play_deal(rules, [Thoughtless()] * rules.players, f"{name} {number}", "none", number)
        assert len(record.points) == rules.players


def test_the_levels_are_listed_weakest_first() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard"]
    assert DEFAULT in LEVELS
