"""The easy robot: somebody who has learnt Hearts last week. Its mistakes are a beginner's, not noise.

It remembers two tricks, so that it fears a queen that is long gone; while it fears her it keeps out of her suit and
plays its lowest card, which leaves it with high cards at the end. It passes its highest cards whatever the suit,
throws points on anybody, a shooter too, and never shoots. But it knows what its game is about: it takes a bonus that
lies there, takes all it can where points are good, and lets a single other side not have everything.
"""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.cards import Card
from pbem.hearts.entries import Choice, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.levels import simple_answers
from pbem.robots.levels.capot import capot_card
from pbem.robots.usual_order import in_usual_order

_MEMORY = 2  # tricks


class Easy:
    """Plays legally and simply."""

    @in_usual_order
    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """An answer to what the seat is asked; the same for the same view and seed."""
        counter = CardCounter(replace(view, tricks=view.tricks[-_MEMORY:]))
        if view.ask is Ask.PLAY:
            card = capot_card(CardCounter(view)) or _card(counter, rng, _endangered(CardCounter(view)))
            return Played(view.acts_for, card)
        if view.ask is Ask.PASS:
            prizes = counter.costs.prizes
            worst = sorted(
                view.hand, key=lambda c: (c not in prizes, c in counter.costs.heavy, c.rank, counter.costs.of[c])
            )
            return simple_answers.passing(view, tuple(worst[len(worst) - view.count :]))
        return simple_answers.answer(view, CardCounter(view))


def _card(counter: CardCounter, rng: random.Random, endangered: bool) -> Card:
    """Leads low, follows under, and throws away what costs most; the other way round where the trick is wanted."""
    legal = sorted(counter.view.legal, key=lambda c: (c.rank, rng.random()))
    if counter.winning is None:
        high = endangered or counter.trick_cost < 0 or counter.view.counting_down
        return legal[-1] if high else _lead(counter, legal)
    following = [c for c in legal if c.suit is counter.led]
    over = [c for c in following if counter.beats(c, counter.winning)]
    if over and _wanted(counter, endangered):
        return over[-1]
    if following:
        return _follow(counter, following, counter.winning)
    taking = [c for c in legal if counter.crossing and counter.wins_with(c)]
    if taking and _wanted(counter, endangered):
        return taking[0]
    legal = [c for c in legal if c not in taking] or legal
    if endangered:
        return min(legal, key=lambda c: (counter.costs.of[c], c.rank))
    return max(legal, key=lambda c: (counter.costs.of[c], c.rank * (-1 if counter.view.counting_down else 1)))


def _endangered(counter: CardCounter) -> bool:
    """Whether the only other side has every penalty so far: that much is easy to see."""
    return counter.two_sides and bool(counter.threats)


def _wanted(counter: CardCounter, endangered: bool) -> bool:
    """Whether what lies there is good to have; or bad, but the other side is about to take everything."""
    worth = sum(counter.costs.of[c] for c in counter.table) + counter.trick_cost
    if counter.view.counting_down:
        return True
    return worth < 0 or (endangered and worth > 0)


def _lead(counter: CardCounter, legal: list[Card]) -> Card:
    """The lowest card of all, but not of the queen's suit while she may be out."""
    feared = {h.suit for h in counter.heavy_out}
    return next((c for c in legal if c.suit not in feared), legal[0])


def _follow(counter: CardCounter, following: list[Card], winning: Card) -> Card:
    """Out of fear the lowest; with the queen seen, the highest that goes under; last in a clean trick, the highest."""
    dear = [c for c in following if c in counter.costs.heavy and not counter.beats(c, winning)]
    if dear:
        return dear[-1]
    under = [c for c in following if not counter.beats(c, winning) and c not in counter.costs.prizes]
    if counter.view.counting_down:
        return next((c for c in following if c not in counter.costs.prizes), following[0])
    if counter.heavy_out:
        return under[0] if under else following[0]
    if under:
        return under[-1]
    return following[0] if counter.rivals else following[-1]
