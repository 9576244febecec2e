"""The easy robot: somebody who has learnt Hearts last week. Its mistakes are a beginner's, not noise.

It remembers two tricks, so that it fears a queen that is long gone; while it fears her it keeps out of her suit and
plays its lowest card, which leaves it with high cards at the end. It passes its highest cards whatever the suit,
throws points on anybody, a shooter too, and never shoots.
"""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.cards import Card
from pbem.hearts.entries import Choice, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.levels import simple_answers

_MEMORY = 2  # tricks


class Easy:
    """Plays legally and simply."""

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """An answer to what the seat is asked; the same for the same view and seed."""
        counter = CardCounter(replace(view, tricks=view.tricks[-_MEMORY:]))
        if view.ask is Ask.PLAY:
            return Played(view.acts_for, _card(counter, rng))
        if view.ask is Ask.PASS:
            worst = sorted(view.hand, key=lambda c: (c in counter.costs.heavy, c.rank, counter.costs.of[c]))
            return simple_answers.passing(view, tuple(worst[len(worst) - view.count :]))
        return simple_answers.answer(view, CardCounter(view))


def _card(counter: CardCounter, rng: random.Random) -> Card:
    """Leads low, follows under, and throws away what costs most."""
    legal = sorted(counter.view.legal, key=lambda c: (c.rank, rng.random()))
    if counter.winning is None:
        return _lead(counter, legal)
    following = [c for c in legal if c.suit is counter.led]
    if following:
        return _follow(counter, following, counter.winning)
    return max(legal, key=lambda c: (counter.costs.of[c], c.rank))


def _lead(counter: CardCounter, legal: list[Card]) -> Card:
    """The lowest card of all, but not of the queen's suit while she may be out."""
    feared = {h.suit for h in counter.heavy_out}
    return next((c for c in legal if c.suit not in feared), legal[0])


def _follow(counter: CardCounter, following: list[Card], winning: Card) -> Card:
    """Out of fear the lowest; with the queen seen, the highest that goes under; last in a clean trick, the highest."""
    dear = [c for c in following if c in counter.costs.heavy and c.rank < winning.rank]
    if dear:
        return dear[-1]
    under = [c for c in following if c.rank < winning.rank]
    if counter.heavy_out:
        return under[0] if under else following[0]
    if under:
        return under[-1]
    return following[0] if counter.rivals else following[-1]
