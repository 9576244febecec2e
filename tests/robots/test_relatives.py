"""Robots at the games beside Hearts: cards under other names, and a little sense in each game (§8.19, §8.20)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from pbem.cards import Card, card, cards
from pbem.hearts.entries import Bid, Called, Dealt, Opened, Played
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.robots import LEVELS
from pbem.robots.levels.hard import Budget
from pbem.robots.review.deal_review import review
from pbem.robots.usual_order import names_of, renamed
from tests.robots.playing import log_of

EASY, MEDIUM, HARD = LEVELS["easy"], LEVELS["medium"], LEVELS["hard"]
RNG = random.Random(3)


def game_of(rules: Rules, hands: Sequence[str], rest: str = "") -> Game:
    """A deal in which seat 0 is eldest; what a hand has too few is dealt from the other cards."""
    game = Game()
    game.apply(Opened(rules))
    held = [list(cards(hand)) for hand in hands] + [[] for _ in range(rules.players - len(hands))]
    over = list(cards(rest))
    others = [c for c in rules.deck() if c not in over and not any(c in hand for hand in held)]
    random.Random(1).shuffle(others)
    for hand in held:
        while len(hand) < rules.hand_size:
            hand.append(others.pop())
    dealt = tuple(tuple(sorted(hand)) for hand in held)
    game.apply(Dealt(type(game.base)(1, rules.players - 1, game.base.scores), dealt, (*over, *others)))
    return game


def plays(game: Game, level: str = "medium") -> Card:
    """The card of whose turn it is."""
    seat = game.to_act[0]
    answer = LEVELS[level].choose(game.view(seat), RNG)
    assert isinstance(answer, Played)
    return answer.card


def test_an_order_of_ranks_is_the_usual_one_under_other_names() -> None:
    rules = preset("polignac")
    names = names_of(rules)
    assert names is not None
    assert [str(names.there[one]) for one in cards("KS QS JS AS 10S 7S")] == ["AS", "KS", "QS", "JS", "10S", "7S"]
    assert names.rules.points(card("QS")) == 2
    assert names.rules.penalty_sum == rules.penalty_sum
    assert set(names.rules.deck()) == set(rules.deck())
    view = game_of(rules, ["KS JS 7H"]).view(0)
    there = renamed(view, names.there, names.rules)
    assert card("AS") in there.hand
    assert list(there.hand) == sorted(there.hand)
    assert renamed(there, names.back, rules) == view
    assert names_of(preset("american")) is None


def test_in_polignac_the_ace_goes_under_the_jack() -> None:
    game = game_of(preset("polignac"), ["AS 7H 8H", "JH QH", "JS 9S", "KS"])
    for seat in range(4):
        game.apply(Bid(seat, None))
    game.apply(Played(0, card("AS")))
    game.apply(Played(1, next(c for c in game.legal_cards(1) if c.suit.letter == "S")))
    assert plays(game) == card("9S")  # the jack would take it


@pytest.mark.parametrize(("hand", "amount"), [("KS QS JS AS KH QH KD KC", 5), ("KS QS JS AS 8H QH KD KC", None)])
def test_every_trick_is_bid_for_with_nothing_but_tops(hand: str, amount: int | None) -> None:
    game = game_of(preset("polignac"), [hand])
    assert MEDIUM.choose(game.view(0), RNG) == Bid(0, amount)


def test_who_bid_for_every_trick_takes_what_can_be_taken_and_the_others_stop_it() -> None:
    game = game_of(preset("polignac"), ["KS QS 9H", "10S AS KH 7H", "8S", "7S"])
    game.apply(Bid(0, 5))
    for level in LEVELS:
        assert plays(game, level) in cards("KS QS")
    game.apply(Played(0, card("9H")))
    assert plays(game) == card("KH")


def test_foster_s_joker_is_not_thrown_where_it_takes_the_trick() -> None:
    game = game_of(preset("foster-joker"), ["AS 3S", "2H 3H 4H 5H 9H 10H 6H 7H 8H QC KC AC JC"])
    game.apply(Played(0, card("AS")))
    for level in ("easy", "medium"):
        assert plays(game, level) != card("2H")


def test_foster_s_joker_goes_under_a_higher_heart() -> None:
    hearts, rest = "KH AH QH JH 3H 4H 5H 6H 7H 8H 9H 10H 2C", "2H 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
    game = game_of(preset("foster-joker"), ["3S", hearts, rest])
    game.apply(Played(0, card("3S")))
    game.apply(Played(1, card("KH")))
    for level in ("easy", "medium"):
        assert plays(game, level) == card("2H")


def test_in_knaves_a_clean_trick_is_taken_by_the_last_to_play_and_a_jack_is_not() -> None:
    hands = ["4D 6D", "5D 7D", "AD 2D"]
    game = game_of(preset("knaves"), hands, rest="9S")
    game.apply(Played(0, card("4D")))
    game.apply(Played(1, card("5D")))
    assert plays(game, "easy").rank > card("5D").rank
    dear = game_of(preset("knaves"), ["JD 6D", "QD 7D", "AD 2D"], rest="9S")
    dear.apply(Played(0, card("JD")))
    dear.apply(Played(1, card("QD")))
    assert plays(dear, "easy").rank < card("QD").rank


@pytest.mark.parametrize(
    ("hand", "not_named"),
    [
        ("2C 3C 4C 2D 3D 4D 2S 3S 4S 2H 3H 4H 5H", ()),
        ("QS QH AS KS AC KC AD KD AH KH JS JC JD", ("tricks",)),
    ],
)
def test_the_contract_that_is_named_suits_the_hand(hand: str, not_named: tuple[str, ...]) -> None:
    game = game_of(preset("barbu"), ["", "", "", hand])
    for level in LEVELS:
        answer = LEVELS[level].choose(game.view(3), RNG)
        assert isinstance(answer, Called)
        assert answer.contract in game.view(3).contracts
        assert answer.contract not in not_named


def test_a_review_speaks_of_the_cards_by_their_own_names() -> None:
    rules = preset("polignac")
    log = log_of(rules, EASY, "review", 0)
    found = review(log, 1, 1, Budget(worlds=12, playouts=50, plain_worlds=2, measured=12))
    assert found is not None
    own = {entry.card for entry in log if isinstance(entry, Played) and entry.seat == 1}
    assert {turn.chosen[0] for turn in found.turns} <= own
    assert len(found.turns) > 1
    assert all(set(turn.hand) <= set(rules.deck()) for turn in found.turns)
