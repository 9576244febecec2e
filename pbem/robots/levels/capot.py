"""Who undertakes to take every trick, and how one plays then: to take tricks, on either side (§8.19)."""

from __future__ import annotations

from pbem.cards import Card
from pbem.robots.card_counting import CardCounter


def capot_card(counter: CardCounter) -> Card | None:
    """The card where somebody has undertaken to take every trick; None where nobody has.

    The bidder leads from the top and beats what can be beaten; the others beat the bidder, and keep what may do so
    later.
    """
    view = counter.view
    bidder = view.auction.winner if view.auction is not None and view.rules.auction == "capot" else None
    if bidder is None:
        return None
    if counter.winning is None:
        return max(view.legal, key=lambda c: (_sure(counter, c), view.height(c)))
    beating = [c for c in view.legal if counter.wins_with(c)]
    if beating and (view.seat == bidder or counter.winner == bidder):
        return max(beating, key=view.height)
    return min(view.legal, key=lambda c: (_guards(counter, c), view.height(c)))


def is_sure(counter: CardCounter, first: bool) -> bool:
    """Whether the hand takes every trick whatever the others hold: on lead from the top; else the top of each suit."""
    losers = [card for card in counter.hand if not _sure(counter, card)]
    return not losers and (first or len(counter.suits) == len({card.suit for card in counter.rules.deck()}))


def _sure(counter: CardCounter, card: Card) -> bool:
    """Whether the card wins when the higher ones of its suit have been led: none that is out is left above it then."""
    above = sum(rank > card.rank for rank in counter.suits[card.suit])
    out = counter.out.get(card.suit, [])
    return len(out) <= above or all(rank < card.rank for rank in out)


def _guards(counter: CardCounter, card: Card) -> bool:
    """Whether the card may still take a trick of its suit."""
    return any(rank < card.rank for rank in counter.out.get(card.suit, []))
