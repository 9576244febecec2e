"""How dangerous a card is to hold: what it may cost before the deal is over."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cards import Card, Rank
from pbem.robots.engine.card_costs import Costs

GUARDED = 0.72  # what each lower card of the suit beside it leaves of a card's danger


def danger(card: Card, mine: Sequence[Rank], out: Sequence[Rank], costs: Costs, heavy_out: bool) -> float:
    """What holding `card` is likely to cost; `mine` and `out` are its suit's ranks in the hand and elsewhere.

    A card takes a trick against the owner's will when others can go under it and the owner cannot; each lower card of
    the owner's is a way out. Above a heavy card that is out (the king over the queen) it takes that card as well.
    """
    own = costs.of[card]
    lower = sum(1 for r in out if r < card.rank)
    highest = max(out, default=0)
    outs = sum(1 for r in mine if r < card.rank and r < highest)
    guard = GUARDED**outs
    if card in costs.heavy:
        return _heavy(own, mine, out, card.rank)
    if not out:
        return 0.4 * costs.per_trick  # only dangerous to lead: everyone discards on it
    share = lower / len(out)
    worth = costs.per_trick * (1.4 if card.suit is costs.hearts else 0.8)
    price = share * share * guard * worth + 0.3 * share * max(own, 0.0)
    if heavy_out and any(h.suit is card.suit and h.rank < card.rank for h in costs.heavy):
        price += 0.45 * costs.heaviest * GUARDED ** (1.3 * outs)
    if own < 0:
        price += own * (0.6 - 0.4 * share)  # a bonus is kept for a trick that it takes
    return price + _catching(card, mine, out, costs)


def _catching(card: Card, mine: Sequence[Rank], out: Sequence[Rank], costs: Costs) -> float:
    """A card over a bonus of its suit is worth keeping: it takes that home, or brings it home."""
    prizes = [c for c in costs.prizes if c.suit is card.suit and c.rank < card.rank]
    return sum(0.3 * costs.of[c] for c in prizes if c.rank in mine or c.rank in out)


def _heavy(own: float, mine: Sequence[Rank], out: Sequence[Rank], rank: Rank) -> float:
    """The queen herself: safe among many of her suit, or where higher cards are out that she can go under."""
    others = len(mine) - 1
    if not out:
        return 0.9 * own
    above = sum(1 for r in out if r > rank)
    return own * (0.58**others + (0.25 if above == 0 else 0.02))
