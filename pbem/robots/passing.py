"""Which cards to pass: the dangerous ones, and the last of a short suit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cards import Card, Rank
from pbem.robots.danger import danger
from pbem.robots.reading import Reading, by_suit


def best_cards(reading: Reading, count: int) -> tuple[Card, ...]:
    """The `count` cards whose departure leaves the safest hand, the worst first; picked one after another."""
    left = list(reading.hand)
    given: list[Card] = []
    for _ in range(min(count, len(left))):
        suits = by_suit(left)
        worst = max(left, key=lambda c: (_urge(reading, c, suits[c.suit], count - len(given)), c))
        left.remove(worst)
        given.append(worst)
    return tuple(given)


def _urge(reading: Reading, card: Card, mine: Sequence[Rank], room: int) -> float:
    """How much the hand gains by losing the card."""
    costs = reading.costs
    out = reading.out.get(card.suit, ())
    urge = danger(card, mine, out, costs, heavy_out=True)
    heavies = [h for h in costs.heavy if h.suit is card.suit]
    if heavies and card not in costs.heavy and all(card.rank < h.rank for h in heavies):
        return urge - 0.12 * costs.heaviest  # a low spade guards against the queen that may be passed here
    if not heavies and card.suit is not costs.hearts and len(mine) <= room:
        urge += 0.9 * costs.per_trick / len(mine)  # the suit can be voided
    return urge
