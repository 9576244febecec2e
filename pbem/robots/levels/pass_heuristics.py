"""Which cards to pass by rules of thumb: the dangerous ones, and the last of a short suit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cards import Card, Rank
from pbem.robots.card_counting import CardCounter, by_suit
from pbem.robots.levels.danger import danger


def best_cards(counter: CardCounter, count: int) -> tuple[Card, ...]:
    """The `count` cards whose departure leaves the safest hand, the worst first."""
    return urgent(counter, count)[:count]


def urgent(counter: CardCounter, count: int) -> tuple[Card, ...]:
    """All cards of the hand, the worst first, where `count` leave it."""
    return tuple(card for _, card in urges(counter, count))


def urges(counter: CardCounter, count: int) -> list[tuple[float, Card]]:
    """All cards, the most urgent to pass first; each is judged in the hand that those before it leave."""
    left = list(counter.hand)
    ranked: list[tuple[float, Card]] = []
    while left:
        suits = by_suit(left)
        room = max(1, count - len(ranked))
        worst = max((_urge(counter, c, suits[c.suit], room), c) for c in left)
        left.remove(worst[1])
        ranked.append(worst)
    return ranked


def _urge(counter: CardCounter, card: Card, mine: Sequence[Rank], room: int) -> float:
    """How much the hand gains by losing the card."""
    costs = counter.costs
    out = counter.out.get(card.suit, ())
    urge = danger(card, mine, out, costs, heavy_out=True)
    heavies = [h for h in costs.heavy if h.suit is card.suit]
    if heavies and card not in costs.heavy and all(card.rank < h.rank for h in heavies):
        return urge - 0.12 * costs.heaviest  # a low spade guards against the queen that may be passed here
    if not heavies and card.suit is not costs.hearts and len(mine) <= room:
        urge += 0.9 * costs.per_trick / len(mine)  # the suit can be voided
    return urge
