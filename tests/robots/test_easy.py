"""The easy robot's character: a beginner's mistakes, always the same ones."""

from __future__ import annotations

import random

from pbem.cards import card, cards
from pbem.hearts.entries import Passed, Played
from pbem.hearts.rules.presets import preset
from pbem.robots.levels.easy import Easy
from tests.robots.table import seen, to_pass

WEB = preset("web")
GONE = ["1: 2C 5C 9C 10C", "0: 3S KS QS 5S", "1: 3C 4C 6C KC", "0: 4D 6D 7D 8D"]
"""The queen fell in the second trick; two more have been played since."""


def _plays(view: object) -> object:
    answer = Easy().choose(view, random.Random(1))  # type: ignore[arg-type]
    assert isinstance(answer, Played)
    return answer.card


def test_it_has_forgotten_a_queen_that_went_three_tricks_ago() -> None:
    hand = "2S 10S 3D 9D 10D 2H 4H 6H 8H"
    assert _plays(seen(WEB, hand, GONE, "3: JS")) == card("2S")  # still afraid of her: the lowest
    assert _plays(seen(WEB, hand + " 4S 7D", GONE[:2], "1: JS")) == card("10S")  # just seen: the highest that is under


def test_it_keeps_out_of_the_queens_suit() -> None:
    assert _plays(seen(WEB, "2S 3S 4S 6D 7D 9D 3H 5H 8H 10H JH QH", ["1: 2C 5C 9C 10C"])) == card("6D")


def test_it_passes_the_queen_and_its_highest_cards() -> None:
    answer = Easy().choose(to_pass(WEB, "QS 9S 8S 6S 4S 2S AH 3H 2H AD 3D 3C 4C"), random.Random(1))
    assert isinstance(answer, Passed)
    assert set(answer.cards) == set(cards("QS AH AD"))


def test_it_takes_a_bonus_that_lies_there() -> None:
    omnibus = preset("omnibus")
    hand, gone = "QD 3D 2S 3S 4S 5C 6C 7C 8H 9H", ["1: 2C 4C 9C 10C", "0: 4D 6D 7D 8D", "3: JS KS AS QS"]
    assert _plays(seen(omnibus, hand, gone, "1: 5D JD")) == card("QD")
    assert _plays(seen(WEB, hand, gone, "1: 5D JD")) == card("3D")


def test_it_takes_what_it_can_on_the_way_back() -> None:
    rules = preset("hartenjagen")
    hand = "9D AD 8S 9S 10C KC 8H 9H"
    assert _plays(seen(rules, hand, (), "1: 10D 8D")) == card("9D")
    assert _plays(seen(rules, hand, (), "1: 10D 8D", phase=2)) == card("AD")


def test_it_does_not_let_the_other_side_have_everything() -> None:
    gone = ["1: 2C 5C 9C AC", "0: 3D KD 4D 5D", "1: KH 2H 3H 4H"]
    hand = "AH 5H 3S 4S 6C 7C 8C 9D 10D JD"
    assert _plays(seen(preset("pooled"), hand, gone, "1: QH 8H 6H")) == card("AH")
    assert _plays(seen(WEB, hand, gone, "1: QH 8H 6H")) == card("5H")


def test_it_feeds_a_shooter() -> None:
    shot = ["1: 2C 5C 9C AC", "0: 3D KD 4D 5D", "1: AH 2H 3H 4H", "1: KH 5H 6H 7H", "1: QH 8H 9H 10H"]
    assert _plays(seen(WEB, "QS JH 2S 3S 4C 6C 7C 8C", shot, "1: AD 6D 7D")) == card("QS")
