"""A player to be measured against: medium, but it goes for the moon with any seven good cards.

People who learn the game play like that. It sits at no table; a robot that concedes its moons has a hole.
"""

from __future__ import annotations

import random

from pbem.cards import Card, Rank
from pbem.hearts.entries import Choice, Passed, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter, by_suit
from pbem.robots.engine.bitboards import bit, bits
from pbem.robots.engine.heuristics import keep, overtake, strong_lead
from pbem.robots.engine.rule_tables import serves, tables_of
from pbem.robots.levels.medium import Medium

_ENOUGH = 7
_LONG = 5


class Shooter:
    """Medium, until it is dealt a hand that may take everything."""

    def __init__(self) -> None:
        self._medium = Medium()

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """A legal answer; the same for the same view and seed."""
        moon = view.rules.moon != "none" and serves(view.rules) and not view.counting_down
        if moon and view.ask is Ask.PASS and len(good(view.hand)) >= _ENOUGH:
            poor = sorted(view.hand, key=lambda c: (c in good(view.hand), c.rank, c))
            return Passed(view.seat, tuple(poor[: view.count]), refuse=view.refusable or None)
        if moon and view.ask is Ask.PLAY and self._tries(view):
            return Played(view.acts_for, _strongest(view))
        return self._medium.choose(view, rng)

    def _tries(self, view: SeatView) -> bool:
        """Whether the hand was good enough at the first lead, and nobody else has taken a penalty yet."""
        taken = CardCounter(view).taken
        if any(points for seat, points in enumerate(taken) if seat != view.seat):
            return False
        return len(good([*view.hand, *(p.card for p in view.plays if p.seat == view.seat)])) >= _ENOUGH


def good(hand: list[Card] | tuple[Card, ...]) -> list[Card]:
    """Aces, kings and queens, and what stands in a long suit under one of the two highest."""
    suits = by_suit(hand)
    long = [s for s, ranks in suits.items() if len(ranks) >= _LONG and ranks[-1] >= Rank.KING]
    return [c for c in hand if c.rank >= Rank.QUEEN or c.suit in long]


def _strongest(view: SeatView) -> Card:
    """The shooter's card by the rules of thumb of the playouts."""
    t = tables_of(view.rules)
    legal, table = bits(view.legal), view.table
    if not table:
        one = strong_lead(legal, bits(view.unseen(view.hand)))
    elif view.legal[0].suit is view.led:
        best = max((c for c in table if c.suit is view.led), key=lambda c: c.rank)
        one = overtake(legal, bit(best), len(table) == len(view.hand_sizes) - 1)
    else:
        one = keep(t, legal)
    return next(c for c in view.legal if bit(c) == one)
