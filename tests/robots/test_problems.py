"""Sound play: positions with an agreed answer, each with its reason."""

from __future__ import annotations

import random

import pytest

from pbem.hearts.entries import Passed, Played
from pbem.robots import LEVELS, Robot
from pbem.robots.levels.hard import Budget, Hard
from tests.robots.problems import PASSES, PLAYS, Problem

HARD = Hard(Budget(worlds=100, playouts=1200))
ALL = PASSES + PLAYS


def _solves(robot: Robot, problem: Problem) -> None:
    answer = robot.choose(problem.view, random.Random(1))
    assert isinstance(answer, Passed | Played)
    chosen = answer.cards if isinstance(answer, Passed) else (answer.card,)
    assert problem.good(chosen), (problem.why, [c.text for c in chosen])


@pytest.mark.parametrize("problem", ALL, ids=lambda p: p.name.replace(" ", "-"))
def test_the_hard_robot_finds(problem: Problem) -> None:
    _solves(HARD, problem)


@pytest.mark.parametrize("problem", [p for p in ALL if p.medium], ids=lambda p: p.name.replace(" ", "-"))
def test_the_medium_robot_finds(problem: Problem) -> None:
    _solves(LEVELS["medium"], problem)


def test_there_are_forty_problems_and_more() -> None:
    assert len(ALL) >= 40
    assert len({p.name for p in ALL}) == len(ALL)
