"""A review tells the truth: each sentence of 200 reviewed deals is checked against the position and on new worlds.

The checks are written anew from the rules and the cards on the table; of the search they use only worlds and playouts.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Entry, Passed, Played
from pbem.hearts.game import Game
from pbem.hearts.rules.presets import preset
from pbem.hearts.view import SeatView
from pbem.robots import LEVELS
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.bitboard_rules import points
from pbem.robots.engine.bitboards import bit, bits
from pbem.robots.engine.objectives import points_objective
from pbem.robots.engine.pass_search import compare_passes
from pbem.robots.engine.playouts import playout
from pbem.robots.engine.position import Situation
from pbem.robots.levels.chance import Chance
from pbem.robots.levels.hard import Budget
from pbem.robots.review.deal_review import Turn, review
from pbem.robots.review.lessons import Lesson
from tests.robots.playing import log_of

QUICK = Budget(worlds=8, playouts=160, measured=40)
DEALS = {"web": 110, "omnibus": 60, "pooled": 30}
WORLDS = 40
_FEARED = round(QUICK.aware * 26)  # points, from which the search fears a shooter


def _view_of(log: list[Entry], seat: int, turn: Turn) -> SeatView:
    """What the seat saw when it chose."""
    game, tricks = Game(), turn.trick - 1
    for entry in log:
        asked = isinstance(entry, Played) and entry.seat == seat and len(game.view(seat).tricks) == tricks
        if asked or (turn.trick == 0 and isinstance(entry, Passed) and entry.seat == seat):
            return game.view(seat)
        game.apply(entry)
    raise AssertionError("there was no such turn")


Piles = list[list[int]]
"""One world a row: the cards that each seat has in the end."""


def _piles(view: SeatView, card: Card) -> Piles:
    """In new worlds, the same ones for every card."""
    situation, rng = Situation(view), random.Random(4711)
    found = []
    for number in range(WORLDS):
        position = situation.draw(rng)
        position.play(situation.tables, bit(card))
        feared = 0 if number % QUICK.every else _FEARED
        found.append(playout(situation.tables, position, feared, view.seat))
    return found


def _highest(view: SeatView) -> Card:
    """The card that has the trick so far."""
    return max((c for c in view.table if c.suit is view.table[0].suit), key=lambda c: c.rank)


def _about_as_often(told: int, of: int, found: int) -> bool:
    """Whether two counts, one told of `of` worlds and one found in others, may come from the same chance."""
    share = (told + found + 1) / (of + WORLDS + 2)
    return abs(told / of - found / WORLDS) <= 4.5 * sqrt(share * (1 - share) * (1 / of + 1 / WORLDS))


def _often(view: SeatView, facts: dict[str, Any], more: Card, less: Card, event: Callable[[list[int]], bool]) -> None:
    """What is told to come about often after the one card and rarely after the other does."""
    assert facts["often"] > facts["rarely"]
    often, rarely = (sum(map(event, _piles(view, card))) for card in (more, less))
    assert _about_as_often(facts["often"], facts["worlds"], often), (facts, often)
    assert _about_as_often(facts["rarely"], facts["worlds"], rarely), (facts, rarely)


def _moon(view: SeatView, seats: tuple[int, ...]) -> Callable[[list[int]], bool]:
    """Whether one of these seats, or these partners together, took every card that costs points."""
    every = bits(c for c in view.rules.deck() if view.rules.points(c) > 0)
    if view.rules.teams == "pooled":
        return lambda piles: not every & ~(piles[seats[0]] | piles[seats[1]])
    return lambda piles: any(not every & ~piles[seat] for seat in seats)


def _check(view: SeatView, turn: Turn) -> None:
    facts, seat = turn.facts, view.seat
    if turn.reason is Lesson.PASSED:
        own, better = compare_passes(
            CardCounter(view),
            (facts["cards"], facts["best"]),
            points_objective(view),
            WORLDS,
            _FEARED,
            random.Random(4711),
        )
        _check_means(facts, own, better)
        return
    card, best = facts["card"], facts["best"]
    assert {card, best} <= set(view.legal)
    assert card != best
    side = next(side for side in view.rules.sides if seat in side)
    others = tuple(s for s in range(4) if s not in side)
    match turn.reason:
        case Lesson.GAVE_MOON:
            _often(view, facts, card, best, _moon(view, others))
        case Lesson.OWN_MOON:
            _often(view, facts, best, card, _moon(view, side))
        case Lesson.KEPT_HEAVY:
            assert view.rules.points(best) == 13
            assert best.suit is not view.table[0].suit or best.rank < _highest(view).rank
        case Lesson.TOOK_HEAVY:
            assert view.rules.points(facts["queen"]) == 13
            _often(view, facts, card, best, lambda piles: bool(piles[seat] & bit(facts["queen"])))
        case Lesson.MISSED_PRIZE:
            assert view.rules.points(facts["prize"]) < 0
            _often(view, facts, best, card, lambda piles: bool(piles[seat] & bit(facts["prize"])))
        case Lesson.TOOK_TRICK:
            assert facts["often"] > facts["rarely"]
            for one, told in ((card, facts["often"]), (best, facts["rarely"])):
                found = sum(bool(piles[seat] & bit(one)) for piles in _piles(view, one))
                assert _about_as_often(told, facts["worlds"], found)
        case Lesson.KEPT_DANGER:
            assert view.table[0].suit not in (card.suit, best.suit)
            assert facts["often"] > facts["rarely"]
            for thrown, kept, told in ((card, best, facts["often"]), (best, card, facts["rarely"])):
                found = sum(bool(piles[seat] & bit(kept)) for piles in _piles(view, thrown))
                assert _about_as_often(told, facts["worlds"], found)
        case Lesson.TOO_LOW:
            assert facts["winning"] == _highest(view)
            assert card.suit is best.suit is view.table[0].suit
            assert card.rank < best.rank < _highest(view).rank
        case _:
            assert turn.reason is Lesson.OTHER
            aim, t = points_objective(view), Situation(view).tables
            _check_means(facts, *([aim(points(t, piles)) for piles in _piles(view, one)] for one in (card, best)))


def _check_means(facts: dict[str, Any], own: list[float], better: list[float]) -> None:
    """The counts of worlds in which the other choice is better and worse, and what follows where they are told."""
    pairs = list(zip(own, better, strict=True))
    assert _about_as_often(facts["better"], facts["worlds"], sum(b < a for a, b in pairs))
    assert _about_as_often(facts["worse"], facts["worlds"], sum(b > a for a, b in pairs))


def test_every_sentence_of_two_hundred_reviews_holds() -> None:
    said: Counter[Lesson] = Counter()
    for name, deals in DEALS.items():
        for number in range(deals):
            player = Chance() if number % 5 == 4 else LEVELS["easy"]
            log = log_of(preset(name), player, f"truth {number}", number % 3)
            found = review(log, number % 4, number, QUICK)
            assert found is not None
            for turn in found.costliest:
                assert turn.loss >= 2 * turn.error
                _check(_view_of(log, found.seat, turn), turn)
                said[turn.reason] += 1
    assert sum(said.values()) > 150
    assert set(said) >= set(Lesson) - {Lesson.GAVE_MOON, Lesson.OWN_MOON}, said  # these are rare
