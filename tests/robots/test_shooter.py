"""The player that tries for the moon, and what the playouts hold against a shooter."""

from __future__ import annotations

import random

from pbem.cards import Card, card, cards
from pbem.hearts.entries import Passed, Played
from pbem.hearts.rules.presets import preset
from pbem.hearts.view import SeatView
from pbem.robots.arena import play_deal
from pbem.robots.engine.bitboards import bit, bits
from pbem.robots.engine.heuristics import discard, withhold
from pbem.robots.engine.rule_tables import tables_of
from pbem.robots.levels.medium import Medium
from pbem.robots.levels.shooter import Shooter, good
from tests.robots.table import seen, to_pass

WEB = preset("web")
STRONG = "AS KS QS AH KH QH AC KC 2D 3D 4D 5D 6D"


def _plays(view: SeatView, robot: Medium | Shooter) -> Card:
    answer = robot.choose(view, random.Random(1))
    assert isinstance(answer, Played)
    return answer.card


def test_it_tries_with_seven_good_cards_as_long_as_nobody_else_has_a_point() -> None:
    assert len(good(cards(STRONG))) == 8
    hand, clean = "AS KS QS AH KH QH AC 2D 3D 4D 5D 6D", ["0: KC 5C 9C 10C"]
    assert _plays(seen(WEB, hand, clean), Shooter()) in cards("AS AC")
    assert _plays(seen(WEB, hand, clean), Medium()).rank < 7
    spoilt = ["1: 2C KC 3C 4C", "0: AC 5C 8H 6C", "0: 7D 9D JD 3H", "2: 8D 9C 10C 6D"]
    assert _plays(seen(WEB, "AS KS QS AH KH QH 2D 3D 4D", spoilt), Shooter()).rank < 7


def test_it_passes_its_low_cards_when_it_means_to_try() -> None:
    answer = Shooter().choose(to_pass(WEB, STRONG), random.Random(1))
    assert isinstance(answer, Passed)
    assert set(answer.cards) == set(cards("2D 3D 4D"))


def test_it_gets_moons_among_players_who_do_not_look_ahead() -> None:
    moons = sum(
        play_deal(WEB, [Shooter(), *[Medium()] * 3], f"moon {at}", "moon", at).shooter == 0 for at in range(120)
    )
    assert moons >= 4


def test_against_a_shooter_the_highest_heart_out_is_kept() -> None:
    t = tables_of(WEB)
    hand, others = bits(cards("AH 3H 9D 4C")), bits(cards("KH QH 2H 10D 3D JC 2C"))
    assert discard(t, hand, others) == bit(card("AH"))
    assert withhold(t, hand, others) in (bit(card("9D")), bit(card("4C")))
    assert withhold(t, bits(cards("AH 3H")), bits(cards("KH QH 2H"))) == bit(card("3H"))
    assert withhold(t, bits(cards("AH")), bits(cards("KH"))) == bit(card("AH"))
