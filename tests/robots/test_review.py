"""The teacher: it knows no more than the seat did, names the dear turns, and tells luck from skill."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.hearts.entries import Entry, Passed, Played
from pbem.hearts.game import fold
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.robots import LEVELS
from pbem.robots.engine.rule_tables import serves
from pbem.robots.levels.hard import Budget
from pbem.robots.review.deal_review import Review
from pbem.robots.review.deal_review import review as review_or_none
from pbem.robots.review.lessons import Lesson
from tests.robots.playing import log_of

QUICK = Budget(worlds=24, playouts=200, plain_worlds=4, measured=24)
EASY = LEVELS["easy"]
STOCK = ("draw", "domino")
PLAIN = [name for name, rules in PRESETS.items() if not serves(rules) and name not in STOCK]


def review(log: list[Entry], seat: int, seed: int = 1) -> Review:
    found = review_or_none(log, seat, seed, QUICK)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["american", "scatter", "mix", "dealers-call", "kitty", "golden-ten", *PLAIN])
def test_every_choice_that_was_one_is_looked_at(name: str) -> None:
    rules = preset(name)
    log = log_of(rules, EASY, "review", 3 if name == "mix" else 0)
    record = fold(log).record()
    found = review(log, 1)
    assert record is not None
    assert 4 <= len(found.turns) <= 1 + sum(isinstance(e, Played) for e in log) / 2
    assert all(turn.loss >= 0 for turn in found.turns)
    assert list(found.costliest) == sorted(found.costliest, key=lambda turn: -turn.loss)
    assert len(found.costliest) <= 3
    if isinstance(record.points[1], int):
        assert abs(found.scored) == abs(record.points[1])
    assert found.luck + found.skill == pytest.approx(found.scored - found.par)


def test_a_pass_is_reviewed_where_it_went_to_a_seat() -> None:
    log = log_of(preset("american"), EASY, "review", 0)
    found = review(log, 1)
    assert found.turns[0].trick == 0
    assert found.turns[0].reason is Lesson.PASSED
    assert found.turns[0].chosen == next(e.cards for e in log if isinstance(e, Passed) and e.seat == 1)


def test_a_pass_said_anew_counts_as_it_was_in_the_end() -> None:
    log = log_of(preset("american"), EASY, "review", 0)
    at = next(at for at, entry in enumerate(log) if isinstance(entry, Passed) and entry.seat == 1)
    said = log[at]
    assert isinstance(said, Passed)
    other = tuple(c for c in fold(log[:at]).view(1).hand if c not in said.cards)[:3]
    found = review([*log[:at], replace(said, cards=other), *log[at:]], 1)
    assert found.turns[0].chosen == said.cards


def test_what_a_robot_did_in_the_seats_stead_is_not_judged() -> None:
    log = log_of(preset("web"), EASY, "review", 0)
    mine = [e for e in log if isinstance(e, Passed | Played) and e.seat == 2]
    stood_in = [replace(e, stand_in=True) if e in mine[:5] else e for e in log]
    whole, part = review(log, 2), review(stood_in, 2)
    assert [t.trick for t in part.turns] == [t.trick for t in whole.turns if t.trick > 4]


def test_the_same_seed_gives_the_same_review() -> None:
    log = log_of(preset("web"), EASY, "again", 3)
    assert review(log, 0, seed=5) == review(log, 0, seed=5)


def test_a_dear_turn_has_a_reason_with_facts() -> None:
    lessons = set()
    for seed in range(3):
        for turn in review(log_of(preset("web"), EASY, f"dear {seed}", seed), 0).costliest:
            assert turn.facts["best"] != turn.facts.get("card", turn.facts.get("cards"))
            lessons.add(turn.reason)
    assert lessons


def test_a_deal_that_is_not_over_has_no_review() -> None:
    with pytest.raises(ValueError, match="not over"):
        review(log_of(preset("web"), EASY, "short", 0)[:-1], 0)


def test_a_stock_in_a_game_that_is_not_plain_otherwise_has_no_review() -> None:
    odd = preset("draw", values="H=1 QS=13", moon="add")
    assert review_or_none(log_of(odd, EASY, "stock", 0), 0) is None
