"""The race of passes, where each playout is worth more than the one before: so the passes stay in their order."""

from __future__ import annotations

import random
from itertools import count

from pbem.cards import Card
from pbem.hearts.entries import Opened
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.pass_search import Pass, candidates, search_passes

PLAYOUTS = 48


def asked() -> CardCounter:
    """What the first seat knows when it is to pass one card."""
    game = Game()
    game.apply(Opened(Rules(pass_count=1)))
    order = list(game.to_shuffle())
    random.Random(3).shuffle(order)
    game.apply(game.chance(tuple(order)))
    return CardCounter(game.view(0))


def race(playouts: int = PLAYOUTS, also: tuple[Card, ...] = ()) -> list[Pass]:
    number = count()
    return search_passes(asked(), lambda _: float(next(number)), playouts, 0, random.Random(1), also)


def test_the_better_half_goes_on_until_two_are_left() -> None:
    assert [one.cards for one in race()] == candidates(asked(), 1)[:2]


def test_a_pass_that_is_asked_about_stays_whatever_it_is_worth() -> None:
    likely = candidates(asked(), 1)
    also = next((card,) for card in asked().view.hand if (card,) not in likely)
    assert [one.cards for one in race(also=also)] == [*likely[:2], also]


def test_each_round_costs_the_same() -> None:
    assert [len(one.values) for one in race()] == [3 + 6] * 2


def test_with_few_playouts_each_round_has_a_world_of_its_own() -> None:
    assert [len(one.values) for one in race(playouts=1)] == [1 + 1] * 2
