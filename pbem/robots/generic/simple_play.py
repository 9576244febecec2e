"""How everybody plays on in the worlds of the plain core: quick rules of thumb, on the cards themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.cards import Card, Suit
from pbem.hearts.events import Play, led_suit
from pbem.hearts.play.trick_winner import TRICKS
from pbem.hearts.rules.rank_orders import USUAL, Powers


class Odds(NamedTuple):
    """What is peculiar to a trick: which cards are higher, the hook that says who takes it, what it costs by itself."""

    powers: Powers = USUAL
    rule: str = "plain"
    cost: float = 0.0

    def takes(self, card: Card, table: Sequence[Play], led: Suit) -> bool:
        """Whether a card of another suit takes what lies there."""
        if self.powers.trump is None and self.rule != "heart-joker":
            return False
        return TRICKS[self.rule].winner([*table, Play(-1, card)], led, self.powers) == len(table)


PLAIN = Odds()


def simple_card(
    legal: Sequence[Card], table: Sequence[Play], seats: int, costs: dict[Card, float], trick: Odds = PLAIN
) -> Card:
    """Leads low, goes under with the highest that does, takes a clean trick when last, throws what costs most; takes
    what is good to have, and does not give it away.
    """
    if len(legal) == 1:
        return legal[0]
    led, powers = led_suit(table), trick.powers
    if led is None:
        return _lead(legal, costs, trick)
    lying = sum(costs[p.card] for p in table) + trick.cost
    same = sorted((c for c in legal if c.suit is led), key=lambda c: powers.of(c, led))
    if not same:
        return _thrown(legal, table, led, costs, trick, lying)
    best = max(powers.of(p.card, led) for p in table)
    if lying < 0 and powers.of(same[-1], led) > best:
        return same[-1]
    kept = [c for c in same if costs[c] >= 0] or same
    under = [c for c in kept if powers.of(c, led) < best]
    if len(table) == seats - 1 and lying <= 0:
        return max(same, key=lambda c: (costs[c] <= 0, powers.of(c, led)))
    return under[-1] if under else kept[0]


def _lead(legal: Sequence[Card], costs: dict[Card, float], trick: Odds) -> Card:
    """Low; high where tricks are good to have."""
    high = -1 if trick.cost < 0 else 1
    return min(legal, key=lambda c: (costs[c] < 0, high * trick.powers.of(c, c.suit)))


def _thrown(
    legal: Sequence[Card], table: Sequence[Play], led: Suit, costs: dict[Card, float], trick: Odds, lying: float
) -> Card:
    """What costs most, but not by taking the trick with it; the cheapest that takes it where it is good to have."""
    taking = [c for c in legal if trick.takes(c, table, led)]
    if lying < 0 and taking:
        return min(taking, key=lambda c: (costs[c], trick.powers.of(c, led)))
    free = [c for c in legal if c not in taking] or legal
    return max(free, key=lambda c: (costs[c], c.rank))
