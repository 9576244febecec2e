"""Cards: suits, ranks, decks, and "QS" in and out."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple


class Suit(IntEnum):
    """A suit; the French four first, then the Rook pack's colours, then the joker's own."""

    CLUBS = 0
    DIAMONDS = 1
    SPADES = 2
    HEARTS = 3
    RED = 4
    YELLOW = 5
    GREEN = 6
    BLACK = 7
    JOKER = 8

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in a card's text."""
        return "CDSHRYGBJ"[self]

    @property
    def symbol(self) -> str:
        """The suit's sign as printed on cards; the letter where there is none."""
        return "♣♦♠♥RYGBJ"[self]


class Rank(IntEnum):
    """A rank, low to high; ONE is of the Rook pack only, where ACE is the 14."""

    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def text(self) -> str:
        """`10` for the ten, one letter for the court cards."""
        return _RANK_TEXT[self]


_RANK_TEXT = {r: str(int(r)) for r in Rank} | {
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.ACE: "A",
}


class Card(NamedTuple):
    """One card. Two equal cards of two packs are equal: hands are sorted tuples, not sets."""

    suit: Suit
    rank: Rank

    @property
    def rank_text(self) -> str:
        """The rank as written on the card: a number in the Rook pack, empty for a joker."""
        if self.suit is Suit.JOKER:
            return ""
        return str(int(self.rank)) if self.suit >= Suit.RED else self.rank.text

    @property
    def text(self) -> str:
        """`QS`, `10H`; `10Y` in the Rook pack; `JK` for the joker."""
        return _TEXT[self]

    def __str__(self) -> str:
        return _TEXT[self]


JOKER = Card(Suit.JOKER, Rank.ONE)
FRENCH = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)
ROOK = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)


def _text(card: Card) -> str:
    return "JK" if card.suit is Suit.JOKER else card.rank_text + card.suit.letter


_ALL = [Card(s, r) for s in FRENCH for r in Rank if r > Rank.ONE]
_ALL += [Card(s, r) for s in ROOK for r in Rank]
_ALL += [JOKER]
_TEXT: dict[Card, str] = {card: _text(card) for card in _ALL}
_CARD: dict[str, Card] = {text: card for card, text in _TEXT.items()}


def card(text: str) -> Card:
    """The card written `QS` or `10H` exactly (`TH` too); ValueError for anything else."""
    found = _CARD.get(text) or _CARD.get(text.replace("T", "10", 1))
    if found is None:
        raise ValueError(f"not a card: {text!r}")
    return found


def cards(text: str) -> tuple[Card, ...]:
    """The cards written one after another with blanks between, in the order written."""
    return tuple(card(word) for word in text.split())


def cards_text(them: Iterable[Card]) -> str:
    """The cards' texts with blanks between."""
    return " ".join(_TEXT[c] for c in them)
