"""What the rules answer when they are asked for a small thing: a view, an event, a settlement, a record's fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.cards import Suit, card, cards
from pbem.hearts.entries import Base, Dealt, Hinted, Opened, Played, Stopped
from pbem.hearts.events import Trick
from pbem.hearts.game import Game
from pbem.hearts.notation import entry_from_json, entry_to_json
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.play.trick_winner import heart_or_queen, penalty
from pbem.hearts.refusal import GameOver, NotYourTurn, Refused
from pbem.hearts.rules.decks import pack_cards
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import AMERICAN, preset
from pbem.hearts.scoring import settlement
from pbem.hearts.scoring.moon import moon_choices
from pbem.hearts.scoring.standing import places
from tests.hearts.hand_notation import hands_from_text
from tests.hearts.tables import deal_of, play_on

HANDS = "AKQ2.KQ3.AKQ.AK2 | JT9.AJT9.JT9.QJT | 876.876.876.9876 | 543.542.5432.543"
SUIT = "AKQJ1098765432"
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


def test_the_shooter_is_told_what_each_choice_comes_to() -> None:
    view = replace(begun().view(1), points=(0, 26, 0, 0), scores=(10, 20, 30, 40))
    assert moon_choices(view) == {"add": [36, 20, 56, 66], "subtract": [10, -6, 30, 40]}
    sun = replace(view, rules=replace(AMERICAN, sun="double"), tricks=(Trick(1, 1, (), 1),))
    assert moon_choices(sun) == {"add": [62, 20, 82, 92], "subtract": [10, -32, 30, 40]}
    assert moon_choices(replace(sun, tricks=(Trick(1, 1, (), 2),))) == moon_choices(view)


@pytest.mark.parametrize(
    "changes", [{"scorer": "complex"}, {"teams": "pooled"}, {"bonus": "JD=-10", "bonus_floor": True}]
)
def test_no_sums_are_told_where_more_than_sums_decides(changes: dict[str, Any]) -> None:
    assert moon_choices(replace(begun().view(1), rules=replace(AMERICAN, **changes))) == {}
    assert moon_choices(replace(begun().view(1), kitty_size=1)) == {}


def test_partners_sit_across_and_alone_one_has_none() -> None:
    pairs = replace(AMERICAN, teams="pooled")
    assert [pairs.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert AMERICAN.partner(0) is None


def test_who_has_nothing_takes_no_part_where_the_smallest_positive_total_wins() -> None:
    assert places(replace(AMERICAN, winner="smallest-positive"), (0, 3, -1, 5)) == (3, 1, 3, 2)


def test_the_holder_of_the_lowest_club_may_lead_any_club() -> None:
    rules = replace(AMERICAN, first_lead="low-club-any")
    deal = deal_of(rules, "AS 3C", "9C 2C 2D", "KC 2H", "4C")
    assert FIRST_LEADS["low-club-any"](deal) == (1, cards("2C 9C"))
    assert FIRST_LEADS["low-club"](deal) == (1, cards("2C"))


def test_a_deal_is_equal_to_nothing_else() -> None:
    deal = deal_of(AMERICAN, "2C")
    assert deal == deal_of(AMERICAN, "2C")
    assert deal != deal_of(AMERICAN, "3C")
    assert deal != "2C"


def test_after_a_moon_that_won_the_game_the_table_sees_whose_seat_is_lost() -> None:
    rules = replace(AMERICAN, moon="win-game", first_lead="dealer-left", heart_lead="any", first_trick_points="allowed")
    game = Game()
    game.apply(Opened(rules))
    game.apply(Dealt(BASE, hands_from_text(" | ".join((f".{SUIT}..", f"{SUIT}...", f"..{SUIT}.", f"...{SUIT}")))))
    assert game.view(3).seat_lost is None
    while not game.places:
        seat = game.to_act[0]
        game.apply(Played(seat, game.legal_cards(seat)[0]))
    assert (game.places[0], [game.view(seat).seat_lost for seat in range(4)]) == (1, [1] * 4)


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


def test_in_domino_hearts_who_alone_holds_cards_has_taken_them() -> None:
    deal = play_on(deal_of(preset("domino"), "2C", "3C KH", "4C", "5C"), "2C 3C 4C 5C")
    assert deal.hands == [[], [], [], []]
    assert deal.piles[1] == list(cards("KH"))
    both = play_on(deal_of(preset("domino"), "2C 3H", "3C KH", "4C", "5C"), "2C 3C 4C 5C")
    assert [len(hand) for hand in both.hands] == [1, 1, 0, 0]
