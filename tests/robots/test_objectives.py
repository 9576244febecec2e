"""What a seat wants of a deal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pbem.hearts.rules.presets import preset
from pbem.hearts.view import Ask
from pbem.robots import LEVELS
from pbem.robots.engine.objectives import deal_objective, place_objective
from pbem.robots.evaluation import evaluate_cards
from pbem.robots.levels.hard import Budget
from tests.robots.playing import views

ALONE = preset("american").sides
TEAMS = preset("summed").sides


def test_far_from_the_end_the_points_count_against_the_others() -> None:
    objective = deal_objective(0, ALONE)
    assert objective([3, 0, 10, 13]) == pytest.approx(3 - 23 / 3)
    assert objective([0, 26, 26, 26]) == pytest.approx(objective([-26, 0, 0, 0]))


def test_partners_count_together() -> None:
    objective = deal_objective(0, TEAMS)
    assert objective([13, 0, 0, 0]) == objective([0, 0, 13, 0]) > objective([0, 13, 0, 0])


def test_near_the_end_a_place_is_worth_more_than_points() -> None:
    objective = place_objective(0, ALONE, (80, 85, 40, 95), 100)
    overtaken = objective([8, 0, 0, 18])  # 88 against 85: third
    kept = objective([2, 12, 0, 12])  # 82 against 97: second
    assert kept < overtaken


def test_a_leader_would_rather_have_the_game_end() -> None:
    objective = place_objective(0, ALONE, (40, 60, 60, 95), 100)
    assert objective([5, 5, 5, 11]) < objective([7, 8, 8, 3])


def test_once_it_has_ended_only_the_places_count() -> None:
    objective = place_objective(0, ALONE, (40, 60, 60, 95), 100)
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
