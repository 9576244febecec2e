"""Bids: for a suit of low cards, as far as it spares more than it costs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbem.cards import Card, Suit, card
from pbem.hearts.entries import Bid, Called, Charged, Dealt, Opened, Passed
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.view import Ask, SeatView
from pbem.robots import LEVELS
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.card_costs import deal_costs
from pbem.robots.engine.objectives import points_objective
from pbem.robots.generic.rules_search import WorldMaker, play_out
from tests.robots.playing import views

SAFE = "2H 4H 6H 3C 9C JC KC 5D 10D QD 8S KS AS"
HIGH = "10H JH KH 9C JC KC AC 10D QD AD 10S KS AS"


def _asked(hand: str, variant: str = "auction", bids: Sequence[int | None] = ()) -> Game:
    """A deal in which the seat with this hand is to bid, after the others' bids."""
    game = Game()
    game.apply(Opened(preset(variant)))
    mine = [card(code) for code in hand.split()]
    others: list[Card] = [c for c in game.to_shuffle() if c not in mine]
    random.Random(1).shuffle(others)
    seat = (game.base.dealer + 1 + len(bids)) % 4
    hands = [others[:13], others[13:26], others[26:]]
    hands.insert(seat, mine)
    game.apply(Dealt(game.base, tuple(tuple(sorted(cards)) for cards in hands)))
    for amount in bids:
        game.apply(Bid(game.to_act[0], amount, Suit.CLUBS if amount else None))
    return game


def _bid(game: Game, level: str = "medium") -> Bid:
    choice = LEVELS[level].choose(game.view(game.to_act[0]), random.Random(1))
    assert isinstance(choice, Bid)
    game.apply(choice)
    return choice


@pytest.mark.parametrize("level", LEVELS)
def test_a_suit_of_low_cards_only_is_bid_for(level: str) -> None:
    bid = _bid(_asked(SAFE), level)
    assert (bid.amount, bid.suit) == (1, Suit.HEARTS)


def test_a_hand_without_a_safe_suit_does_not_bid() -> None:
    assert _bid(_asked(HIGH)).amount is None


def test_nobody_is_outbid_at_a_price_that_the_suit_does_not_spare() -> None:
    assert _bid(_asked(SAFE, bids=(2,))).amount == 3
    assert _bid(_asked(SAFE, bids=(9,))).amount is None


def test_a_dealer_calls_the_pass_to_who_stands_best() -> None:
    for scores, way in (((40, 10, 5, 30), 2), ((0, 30, 30, 7), 3), ((20, 20, 20, 20), 1)):
        game = Game()
        game.apply(Opened(preset("dealers-call")))
        order = list(game.to_shuffle())
        random.Random(1).shuffle(order)
        dealt = game.chance(tuple(order))
        assert isinstance(dealt, Dealt)
        game.apply(replace(dealt, base=replace(dealt.base, scores=scores)))
        choice = LEVELS["medium"].choose(game.view(0), random.Random(1))
        assert choice == Called(0, ((way, 3),))


def test_the_dummy_is_taken_for_nothing_but_not_for_points() -> None:
    game = Game()
    rules = preset("dummy", pass_cycle=("hold",))
    game.apply(Opened(rules))
    order = list(game.to_shuffle())
    random.Random(2).shuffle(order)
    game.apply(game.chance(tuple(order)))
    assert [_bid(game).amount for _ in range(3)] == [0, None, None]


def _dealt(variant: str, hand: str) -> Game:
    """A deal in which the first seat that is asked has this hand."""
    game = Game()
    game.apply(Opened(preset(variant)))
    mine = [card(code) for code in hand.split()]
    others = [c for c in game.to_shuffle() if c not in mine]
    random.Random(1).shuffle(others)
    hands = [mine, others[:13], others[13:26], others[26:]]
    game.apply(Dealt(game.base, tuple(tuple(sorted(cards)) for cards in hands)))
    return game


def test_hard_exposes_cards_where_new_worlds_agree_that_it_pays() -> None:
    gained = []
    for seed in range(4):
        for view in views(preset("gong-zhu"), LEVELS["medium"], seed):
            if view.ask is Ask.CHARGE and view.legal:
                choice = LEVELS["hard"].choose(view, random.Random(1))
                assert isinstance(choice, Charged)
                if choice.cards:
                    gained.append(_gain(view, choice.cards))
    assert len(gained) >= 2
    assert sum(gained) > 0


def _gain(view: SeatView, cards: tuple[Card, ...]) -> float:
    """How much better the deal ends on average with these cards laid open, in worlds that were not searched."""
    maker = WorldMaker(view, CardCounter(view), points_objective(view))
    costs = []
    for way in ((), cards):
        games = [game for seed in range(40) if (game := maker.game(random.Random(f"new {seed}"), way))]
        records = [play_out(game, maker.costs) for game in games]
        costs.append(sum(maker.objective(deal_costs(view.rules, record)) for record in records) / len(records))
    return costs[0] - costs[1]


def test_hard_keeps_a_hand_that_a_pass_can_only_spoil() -> None:
    safe = _dealt("keep", "2C 3C 4C 5C 2D 3D 4D 2S 3S 4S 2H 3H 4H")
    assert LEVELS["hard"].choose(safe.view(0), random.Random(1)) == Passed(0, ())
    spoilt = _dealt("keep", "QS AS 3S AC KC QC JC 2D 9D AH KH QH 10H")
    choice = LEVELS["hard"].choose(spoilt.view(0), random.Random(1))
    assert isinstance(choice, Passed)
    assert len(choice.cards) == 3
