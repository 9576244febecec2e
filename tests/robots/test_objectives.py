"""What a seat wants of a deal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pbem.hearts.rules.presets import preset
from pbem.hearts.view import Ask
from pbem.robots import LEVELS
from pbem.robots.engine.objectives import Objective, deal_objective, objective_of, payoff, place_objective
from pbem.robots.evaluation import evaluate_cards
from pbem.robots.levels.hard import Budget
from tests.robots.playing import views

ALONE = preset("american").sides
TEAMS = preset("summed").sides


def _left(totals: Sequence[float]) -> float:
    """What a game to 100 has still to go."""
    return 100 - max(totals)


def test_far_from_the_end_the_points_count_against_the_others() -> None:
    objective = deal_objective(0, ALONE)
    assert objective([3, 0, 10, 13]) == pytest.approx(3 - 23 / 3)
    assert objective([0, 26, 26, 26]) == pytest.approx(objective([-26, 0, 0, 0]))


def test_partners_count_together() -> None:
    objective = deal_objective(0, TEAMS)
    assert objective([13, 0, 0, 0]) == objective([0, 0, 13, 0]) > objective([0, 13, 0, 0])


def test_near_the_end_a_place_is_worth_more_than_points() -> None:
    objective = place_objective(0, ALONE, (80, 85, 40, 95), _left)
    overtaken = objective([8, 0, 0, 18])  # 88 against 85: third
    kept = objective([2, 12, 0, 12])  # 82 against 97: second
    assert kept < overtaken


def test_a_leader_would_rather_have_the_game_end() -> None:
    objective = place_objective(0, ALONE, (40, 60, 60, 95), _left)
    assert objective([5, 5, 5, 11]) < objective([7, 8, 8, 3])


def test_once_it_has_ended_only_the_places_count() -> None:
    objective = place_objective(0, ALONE, (40, 60, 60, 95), _left)
    assert objective([0, 1, 2, 23]) == pytest.approx(objective([9, 1, 2, 14]), abs=0.01)


@pytest.mark.parametrize("name", ["web", "booster"])
def test_near_the_end_the_search_weighs_cards_by_the_place_in_either_core(name: str) -> None:
    rules = preset(name)
    view = next(v for v in views(rules, LEVELS["easy"], 1) if v.ask is Ask.PLAY and v.seat == 0 and len(v.legal) > 2)
    quick = Budget(worlds=20, plain_worlds=8)
    early = evaluate_cards(view, quick, random.Random(1))
    late = evaluate_cards(replace(view, scores=(95, 85, 90, 80)), quick, random.Random(1))
    assert all(-26 <= weighed.worth <= 26 for weighed in early)
    assert all(60 < weighed.worth < 180 for weighed in late)  # the chances to end behind each of three, 60 points each


def _near(name: str, scores: tuple[int, ...], number: int = 1, **changes: Any) -> Objective:
    """The objective of seat 0 with these scores, at a deal that is its third."""
    rules = preset(name, **changes)
    view = next(v for v in views(rules, LEVELS["easy"], 1) if v.ask is Ask.PLAY and v.seat == 0)
    return objective_of(replace(view, scores=scores, base=replace(view.base, number=number)))


def _is_of_places(objective: Objective, costs: Sequence[float]) -> bool:
    """Whether it weighs places: in points it would be the same for twice the costs, twice."""
    return objective([2 * cost for cost in costs]) != pytest.approx(2 * objective(costs))


def test_hard_sees_the_score_wherever_the_end_is_near() -> None:
    costs = (3, 0, 4, 6)
    for name, far, near in (
        ("web", (10, 20, 30, 40), (70, 80, 90, 95)),
        ("gong-zhu", (-100, -50, 0, -20), (-300, -900, -100, -200)),
        ("nasty", (10, 20, 30, 40), (250, 200, 280, 100)),
        ("spot-a", (10, 20, 30, 40), (400, 300, 480, 450)),
    ):
        assert not _is_of_places(_near(name, far), costs), name
        assert _is_of_places(_near(name, near), costs), name
    assert not _is_of_places(_near("golden-ten", (5, 0, 8, 9), 2), costs)
    assert _is_of_places(_near("golden-ten", (5, 0, 8, 9), 6), costs)


def test_chips_count_whoever_ends_first() -> None:
    assert not _is_of_places(_near("pool", (-30, 50, 10, -30), 1, deals=2), (3, 0, 4, 6))


def test_points_are_paid_by_the_settlement() -> None:
    rules = preset("super")
    view = next(v for v in views(rules, LEVELS["easy"], 1) if v.ask is Ask.PLAY and v.seat == 0)
    assert payoff(view)([2, 0, 6, 12]) == [-14, 0, 4, 10]  # the smallest that is something takes the differences
    pool = next(v for v in views(preset("pool"), LEVELS["easy"], 1) if v.ask is Ask.PLAY and v.seat == 0)
    jack = replace(pool, base=replace(pool.base, carry=replace(pool.base.carry, jack=4)))
    assert payoff(pool)([0, 3, 4, 6]) == [-13, 3, 4, 6]
    assert payoff(jack)([0, 3, 4, 6]) == [-17, 3, 4, 6]


def test_on_the_way_back_points_are_good() -> None:
    view = next(v for v in views(preset("hartenjagen"), LEVELS["easy"], 1) if v.ask is Ask.PLAY)
    down = replace(view, base=replace(view.base, carry=replace(view.base.carry, phase=2)))
    assert payoff(view)([1, 2, 3, 4]) == [1, 2, 3, 4]
    assert payoff(down)([1, 2, 3, 4]) == [-1, -2, -3, -4]
