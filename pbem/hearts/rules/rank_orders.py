"""In which order the ranks take tricks: a small notation, the highest first (`KQJAT987`), and what follows from it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pbem.cards import FRENCH, Card, Rank, Suit
from pbem.hearts.rules.card_values import SIZE, WIDTH

_LETTERS = {rank.text.replace("10", "T"): rank for rank in Rank if rank > Rank.ONE}
_SUITS = {suit.letter: suit for suit in FRENCH}
TRUMP = 100  # what a trump is above every other card


@lru_cache(maxsize=64)
def rank_table(spec: str) -> tuple[int, ...]:
    """By `card_values.index` how high a card is, as the rank that would stand there in the usual order.

    `KQJAT987` is for all suits, `H:AKQJ2T9876543` for one; several orders have a blank between. So each order is only
    another name for the usual one, which robots make use of. ValueError for text that is no order.
    """
    table = [place % WIDTH for place in range(SIZE)]
    for word in spec.split():
        letter, colon, order = word.rpartition(":")
        suits = [_SUITS[letter]] if colon and letter in _SUITS else FRENCH if not colon else ()
        if not suits or len(set(order)) != len(order) or not set(order) <= _LETTERS.keys():
            raise ValueError(f"no order of ranks: {word!r}")
        ranks = [_LETTERS[one] for one in order]
        for rank, high in zip(ranks, sorted(ranks, reverse=True), strict=True):
            for suit in suits:
                table[suit * WIDTH + rank] = high
    return tuple(table)


def ordered(spec: str, suit: Suit) -> tuple[Rank, ...]:
    """The ranks of a suit as the text has them, the highest first; () where it says nothing of that suit."""
    for word in reversed(spec.split()):
        letter, colon, order = word.rpartition(":")
        if not colon or letter == suit.letter:
            return tuple(_LETTERS[one] for one in order)
    return ()


class Powers(NamedTuple):
    """Which card is higher in a trick: by the order of ranks, and by trumps where there are any."""

    ranks: tuple[int, ...]
    trump: Suit | None = None

    def of(self, card: Card, led: Suit | None) -> int:
        """How high the card is in a trick of the suit led; 0: it takes nothing."""
        suit, rank = card
        if suit == led:
            return self.ranks[suit * WIDTH + rank] + (TRUMP if suit == self.trump else 0)
        return self.ranks[suit * WIDTH + rank] + TRUMP if suit == self.trump else 0


USUAL = Powers(rank_table(""))
