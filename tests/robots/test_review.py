"""The teacher: it knows no more than the seat did, names the dear turns, and tells luck from skill."""

from __future__ import annotations

import pytest

from pbem.hearts.presets import preset
from pbem.robots import LEVELS
from pbem.robots.arena import play_deal
from pbem.robots.hard import Budget
from pbem.robots.lessons import Lesson
from pbem.robots.review import review

QUICK = Budget(worlds=24, playouts=200)
EASY = [LEVELS["easy"]] * 4


@pytest.mark.parametrize("name", ["american", "scatter", "mix", "dealers-call", "kitty", "golden-ten"])
def test_every_choice_that_was_one_is_looked_at(name: str) -> None:
    rules = preset(name)
    number = 3 if name == "mix" else 0
    record = play_deal(rules, EASY, "review", "review", number)
    found = review(rules, record, 2, budget=QUICK)
    assert found is not None
    assert 5 <= len(found.turns) <= rules.hand_size + 1
    assert all(turn.loss >= 0 for turn in found.turns)
    assert list(found.dearest) == sorted(found.dearest, key=lambda turn: -turn.loss)
    assert len(found.dearest) <= 3
    assert found.scored == record.points[2]
    assert found.luck + found.skill == pytest.approx(found.scored - found.par)


def test_a_pass_is_reviewed_where_it_went_to_a_seat() -> None:
    record = play_deal(preset("american"), EASY, "review", "review", 0)
    found = review(preset("american"), record, 1, budget=QUICK)
    assert found is not None
    assert found.turns[0].trick == 0
    assert found.turns[0].reason is Lesson.PASSED
    assert set(found.turns[0].chosen) == set(record.passed[1])


def test_the_same_seed_gives_the_same_review() -> None:
    record = play_deal(preset("web"), EASY, "again", "again", 3)
    first = review(preset("web"), record, 0, seed=5, budget=QUICK)
    assert first == review(preset("web"), record, 0, seed=5, budget=QUICK)


def test_a_variant_that_the_search_does_not_serve_has_no_review() -> None:
    rules = preset("gong-zhu")
    assert review(rules, play_deal(rules, EASY, "pig", "pig", 0), 0) is None


def test_a_dear_turn_has_a_reason_with_facts() -> None:
    lessons = set()
    for seed in range(3):
        record = play_deal(preset("web"), EASY, f"dear {seed}", "dear", seed)
        found = review(preset("web"), record, 0, budget=QUICK)
        assert found is not None
        for turn in found.dearest:
            assert turn.facts["best"] != turn.facts.get("card", turn.facts.get("cards"))
            lessons.add(turn.reason)
    assert lessons
