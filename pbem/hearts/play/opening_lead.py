"""Who leads first, and with what (§10 switch 10)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.cards import Card, Suit
from pbem.hearts.play.deal import Deal

Lead = tuple[int, tuple[Card, ...]]
"""(leader, the cards of which one must be led; empty: any)."""


def _lowest(deal: Deal, suits: tuple[Suit, ...]) -> tuple[int, Card]:
    """Who holds the lowest card of the first of these suits that is held. A shared dummy does not count (§7.1)."""
    held = [(c, at, seat) for at, seat in enumerate(deal.order) for c in deal.hands[seat] if c[0] in suits]
    powers = deal.powers
    card, _, seat = min(held, key=lambda one: (suits.index(one[0][0]), powers.of(one[0], one[0][0]), *one))
    return seat, card


_FROM_CLUBS = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, *tuple(Suit)[4:])
_FROM_SPADES = (Suit.SPADES, *_FROM_CLUBS)


def low_club(deal: Deal) -> Lead:
    """The holder of the lowest club leads it: the 2♣, or the next if that is out or in the kitty (§4.1, §6.2)."""
    seat, card = _lowest(deal, _FROM_CLUBS)
    return seat, (card,)


def low_club_any(deal: Deal) -> Lead:
    """The holder of the lowest club leads any club (OpenSpiel, §4.3)."""
    seat, card = _lowest(deal, _FROM_CLUBS)
    return seat, tuple(c for c in deal.hands[seat] if c[0] == card[0])


def dealer_left(deal: Deal) -> Lead:
    """The dealer's left leads any permitted card (§4.3)."""
    return deal.order[0], ()


def dealer(deal: Deal) -> Lead:
    """The dealer, who names the contract, leads any permitted card (§8.20)."""
    return deal.base.dealer, ()


def low_spade_any(deal: Deal) -> Lead:
    """The holder of the lowest spade leads any card (§8.8)."""
    return _lowest(deal, _FROM_SPADES)[0], ()


def pig(deal: Deal) -> Lead:
    """Who took the pig in the last deal leads any card; in the first deal the holder of the lowest spade (§8.8)."""
    taker = deal.base.carry.pig
    return low_spade_any(deal) if taker is None else (taker, ())


def bidder(deal: Deal) -> Lead:
    """Who won the auction leads; the dealer's left if all passed (§8.15 Auction Hearts)."""
    return deal.order[0] if deal.control is None else deal.control, ()


FIRST_LEADS: dict[str, Callable[[Deal], Lead]] = {
    "low-club": low_club,
    "low-club-any": low_club_any,
    "dealer-left": dealer_left,
    "dealer": dealer,
    "low-spade-any": low_spade_any,
    "pig": pig,
    "bidder": bidder,
}
