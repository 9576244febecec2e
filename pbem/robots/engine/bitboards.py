"""Cards as bits: a hand is an integer, a suit fourteen bits of it, and the higher card of a suit the greater number."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.cards import Card

STRIDE = 14
SUIT = tuple(((1 << STRIDE) - 1) << (STRIDE * s) for s in range(4))


def bit(card: Card) -> int:
    """The card's bit; the Rook pack's colours take the places of the French suits."""
    return 1 << ((card.suit & 3) * STRIDE + card.rank - 1)


def bits(cards: Iterable[Card]) -> int:
    """The cards' bits together."""
    mask = 0
    for card in cards:
        mask |= 1 << ((card.suit & 3) * STRIDE + card.rank - 1)
    return mask


def each(mask: int) -> list[int]:
    """The single bits of a mask, low to high."""
    ones = []
    while mask:
        one = mask & -mask
        ones.append(one)
        mask ^= one
    return ones


def suit_of(one: int) -> int:
    """The mask of the suit that a single bit belongs to."""
    return SUIT[(one.bit_length() - 1) // STRIDE]
