"""What the rules answer when they are asked for a small thing: a view, an event, a settlement, a record's fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.cards import Suit, card, cards
from pbem.hearts.entries import Base, Dealt, Hinted, Opened, Played, Stopped
from pbem.hearts.game import Game
from pbem.hearts.notation import entry_from_json, entry_to_json
from pbem.hearts.play.trick_winner import heart_or_queen, penalty
from pbem.hearts.refusal import GameOver, NotYourTurn, Refused
from pbem.hearts.rules.decks import pack_cards
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import AMERICAN
from pbem.hearts.scoring import settlement
from tests.hearts.hand_notation import hands_from_text

HANDS = "AKQ2.KQ3.AKQ.AK2 | JT9.AJT9.JT9.QJT | 876.876.876.9876 | 543.542.5432.543"
BASE = Base(4, 3, (0, 0, 0, 0))


def begun(*played: str) -> Game:
    """A deal without a pass in which these cards have been played, from seat 0 on."""
    game = Game()
    game.apply(Opened(AMERICAN))
    game.apply(Dealt(BASE, hands_from_text(HANDS)))
    for seat, text in enumerate(played):
        game.apply(Played(seat, card(text)))
    return game


def test_a_view_tells_what_lies_on_the_table_and_what_was_led() -> None:
    view = begun("2C", "JC").view(2)
    assert (view.table, view.led, len(view.all_tricks)) == (cards("2C JC"), Suit.CLUBS, 1)
    assert [play.card for play in view.plays] == list(cards("2C JC"))
    leader = begun().view(0)
    assert (leader.table, leader.led, leader.all_tricks) == ((), None, ())


def test_what_is_unseen_is_neither_held_nor_played() -> None:
    view = begun("2C", "JC").view(2)
    unseen = view.unseen(view.hand)
    assert len(unseen) == 52 - 13 - 2
    assert not {*view.hand, *cards("2C JC")} & set(unseen)


@pytest.mark.parametrize(("phase", "down"), [(1, False), (2, True)])
def test_points_are_counted_down_in_the_second_phase_only(phase: int, down: bool) -> None:
    view = begun().view(0)
    assert replace(view, base=replace(view.base, carry=replace(view.base.carry, phase=phase))).counting_down is down


def test_a_trick_tells_its_cards_and_the_suit_led() -> None:
    (trick,) = begun("2C", "JC", "9C", "5C").view(0).tricks
    assert (trick.cards, trick.led) == (cards("2C JC 9C 5C"), Suit.CLUBS)


def test_a_game_that_is_not_opened_stands_on_nothing() -> None:
    with pytest.raises(ValueError, match="not opened"):
        _ = Game().base


@pytest.mark.parametrize("base", [replace(BASE, number=5), replace(BASE, dealer=4)])
def test_a_deal_stands_on_what_was_before(base: Base) -> None:
    game = Game()
    game.apply(Opened(AMERICAN))
    if base.number != BASE.number:  # the first deal that a fold meets may have any number
        game.apply(Dealt(BASE, hands_from_text(HANDS)))
    with pytest.raises(ValueError, match="deal"):
        game.apply(Dealt(base, hands_from_text(HANDS)))


def test_a_hint_is_for_who_is_to_act_and_changes_nothing() -> None:
    game = begun()
    before = game.view(0)
    game.apply(Hinted(0))
    assert game.view(0) == before
    with pytest.raises(Refused) as refused:
        game.apply(Hinted(1))
    assert refused.value.refusal == NotYourTurn(to_act=(0,))


def test_nobody_gets_a_hint_when_the_game_is_over() -> None:
    game = Game()
    game.apply(Opened(AMERICAN))
    game.apply(Stopped())
    with pytest.raises(Refused) as refused:
        game.apply(Hinted(0))
    assert isinstance(refused.value.refusal, GameOver)


def test_the_salt_of_a_deal_is_kept_with_it() -> None:
    dealt = Dealt(BASE, hands_from_text(HANDS), salt="abc")
    kind, body = entry_to_json(dealt)
    assert entry_from_json(kind, json.loads(json.dumps(body))) == dealt


def test_a_pack_that_nobody_has_holds_no_cards() -> None:
    assert pack_cards("tarot") == ()
    assert [len(pack_cards(name)) for name in ("52", "2x52", "32", "rook56")] == [52, 104, 32, 56]


@pytest.mark.parametrize(("text", "breaks"), [("2H", True), ("QS", True), ("KS", False), ("QC", False)])
def test_hearts_are_broken_by_a_heart_or_the_queen(text: str, breaks: bool) -> None:
    assert heart_or_queen(card(text), ()) is breaks


def test_hearts_may_be_broken_by_all_that_costs() -> None:
    values = AMERICAN.penalties
    assert [penalty(card(text), values) for text in ("2H", "QS", "2C")] == [True, True, False]


@pytest.mark.parametrize(
    ("settle", "points", "paid"),
    [(settlement.none, (3, 4), [3, 4]), (settlement.super_pay, (0, -3, 0), [0, 0, 0])],
)
def test_a_settlement_pays_what_it_says(settle: Callable[[Any, int], Any], points: Any, paid: list[int]) -> None:
    assert settle(points, 7) == (paid, 7)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"moon_pays": "nonsense"}, "unknown-value"),
        ({"refusable": (card("QS"),), "pass_cycle": ("hold",)}, "refuse-needs-plain-pass"),
        ({"charge_most": 2}, "nothing-to-charge"),
        ({"auction": "dummy"}, "dummy-needs-auction"),
        ({"first_lead": "bidder"}, "bidder-needs-auction"),
        ({"dummy": "shared"}, "shared-dummy-needs-two"),
        ({"pass_optional": True, "pass_cycle": ("scatter",)}, "optional-pass-needs-one-target"),
        ({"slam_replaces_bonus": True, "scorer": "complex"}, "slam-needs-sums"),
    ],
)
def test_a_record_that_contradicts_itself_is_told_by_a_code(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesFault) as fault:
        replace(AMERICAN, **changes)
    assert code in {one.code for one in fault.value.faults}
