"""Cards as people write them: `QS` `sq` `Q♠` `♠Q` `10h` `TH` `queen of spades` `red 5`, one or several.

A short spelling is one word. A blank between rank and suit is never read over: `♠ A K 10 4` is a hand and no order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pbem.cards import FRENCH, JOKER, ROOK, Card, Rank, Suit
from pbem.orders.vocabulary import Vocabulary

_STRIP = "*_\"'`"
SEPARATOR = ","
_STOPS = str.maketrans(dict.fromkeys("?!.:()", " "))
_SEPARATORS = str.maketrans(dict.fromkeys(",;+&", f" {SEPARATOR} "))


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """The card words of one language, worked out once."""

    words: Vocabulary
    short: Mapping[str, Card]  # "qs", "sq", "q♠": each with one reading
    ambiguous: frozenset[str]  # short spellings with two readings: refused
    suits: Mapping[str, Suit]  # words and letters
    french: Mapping[str, Rank]  # rank words, digits and letters beside one of the four French suits
    rook: Mapping[str, Rank]  # the same beside a Rook colour: numbers only
    spelt: frozenset[str]  # the words of which a sentence with cards is made: "spades", "queen"

    def rank(self, word: str, suit: Suit) -> Rank | None:
        """The rank that the word names in that suit."""
        return (self.rook if suit in ROOK else self.french).get(word)

    def cardlike(self, word: str) -> bool:
        """Whether the word seems meant as a card or a part of one, though it is none: `QX`, `11H`, `spades`."""
        if word in self.short or word in self.ambiguous or word in self.suits or word in self.french:
            return True
        digits = any(c.isdigit() for c in word)
        return len(word) <= 3 and (
            digits or (len(word) == 2 and any(c in self.suits or c in self.french for c in word))
        )


@lru_cache(maxsize=32)
def pack(words: Vocabulary) -> Pack:
    """A language's card words. Where two readings meet, the normal form (`KD`) keeps its own; others are refused."""
    digits = {str(n): Rank(n) for n in range(1, 15)}
    numbers = {word: Rank(n) for word, n in words.numbers.items()}
    small = {text: rank for text, rank in (digits | numbers).items() if Rank.TWO <= rank <= Rank.TEN}
    letters = {text: rank for text, rank in digits.items() if Rank.TWO <= rank <= Rank.TEN} | dict(words.rank_letters)
    readings: dict[str, set[Card]] = {}
    for (sign, suit), (text, rank) in product(words.suit_letters.items(), (letters | digits).items()):
        ranks = digits if suit in ROOK else letters
        if text in ranks:
            for spelling in (text + sign, sign + text):
                readings.setdefault(spelling, set()).add(Card(suit, rank))
    short = {spelling: cards.pop() for spelling, cards in readings.items() if len(cards) == 1}
    ambiguous = readings.keys() - short.keys()
    normal = {c.text.casefold(): c for c in (Card(s, r) for s in FRENCH for r in Rank if r > Rank.ONE)}
    short |= normal | dict.fromkeys(words.jokers, JOKER)
    suits = {**words.suit_letters, **words.suits, **words.suits_plural}
    french = small | letters | dict(words.courts)
    spelt = frozenset({w for w, suit in words.suits.items() if suit in FRENCH} | {*words.suits_plural, *words.courts})
    return Pack(words, short, frozenset(ambiguous - normal.keys()), suits, french, digits | numbers, spelt)


def tokens(text: str, words: Vocabulary) -> list[str]:
    """The words of a text; commas, `+`, `;`, `&` and "and" all become the one separator."""
    them = (word.strip(_STRIP) for word in text.translate(_SEPARATORS).split())
    return [SEPARATOR if word.casefold() in words.ands else word for word in them if word]


def read(text: str, pack: Pack, one: bool = False) -> tuple[Card, ...] | None:
    """All the cards of a case-folded text, in order; None if anything else is in it, or nothing.

    `one` says that exactly one card is wanted: only then is "7 hearts" the seven and surely no count.
    """
    them = tokens(text, pack.words)
    found: list[Card] = []
    at = 0
    while at < len(them):
        if them[at] == SEPARATOR and at > 0:
            at += 1
            continue
        card, at = read_at(them, at, pack, one)
        if card is None:
            return None
        found.append(card)
    return tuple(found) or None


def read_at(them: list[str], at: int, pack: Pack, one: bool = False) -> tuple[Card | None, int]:
    """The card that begins at this word, and the place behind it; None and the next place if none begins here."""
    start = at
    if them[at] in pack.words.articles and at + 1 < len(them):
        at += 1
    long, behind = _in_words(them, at, pack, one)
    if long is not None:
        return long, behind
    short = pack.short.get(them[at])
    return (short, at + 1) if short is not None else (None, start + 1)


def _in_words(them: list[str], at: int, pack: Pack, one: bool) -> tuple[Card | None, int]:
    first, second, third = [*them[at : at + 3], "", "", ""][:3]
    words = pack.words
    if second in words.of:
        suit = pack.suits.get(third)
        rank = None if suit is None else pack.rank(first, suit)
        return (Card(suit, rank), at + 3) if suit is not None and rank is not None else (None, at)
    # Without "of", a suit must be in full: "queen spades", "q spades". "Play a heart" names no ace, so one letter that
    # is a word does not do, and "pass two hearts" may mean any two.
    suit = words.suits.get(second, words.suits_plural.get(second))
    if suit is not None and (one or second in words.suits or first not in pack.rook) and first not in words.ordinary:
        rank = pack.rank(first, suit)
        if rank is not None:
            return Card(suit, rank), at + 2
    suit = words.suits.get(first, words.suits_plural.get(first))
    if suit is not None and suit in words.suit_first:
        rank = pack.rank(second, suit)
        if rank is not None:
            return Card(suit, rank), at + 2
    return None, at


def scattered(text: str, pack: Pack, one: bool) -> tuple[Card, ...]:
    """The different cards named anywhere in a text as written, for "did you mean": never for an order.

    An everyday word that is also a card's spelling is one here only in capitals.
    """
    them = tokens(text.translate(_STOPS), pack.words)
    loud = [word.isupper() for word in them]
    them = [word.casefold() for word in them]
    found: dict[Card, None] = {}
    at = 0
    while at < len(them):
        if them[at] in pack.words.ordinary and not loud[at]:
            at += 1
            continue
        card, at = read_at(them, at, pack, one)
        if card is not None:
            found[card] = None
    return tuple(found)


def glued(text: str, pack: Pack) -> tuple[Card, ...] | None:
    """The cards of a text with blanks in the wrong places, `Q S` or `qskd`, rank before suit: for "did you mean"."""
    them = [word for word in tokens(text, pack.words) if word != SEPARATOR]
    if not them or any(word in pack.words.ordinary and len(word) > 1 for word in them):
        return None
    letters = "".join(them)
    found: list[Card] = []
    while letters and len(found) < 20:
        size = next((n for n in (3, 2) if letters[:n] in pack.short and letters[:n][-1] in pack.suits), 0)
        if not size or letters[0] in pack.words.suit_letters:
            return None
        found.append(pack.short[letters[:size]])
        letters = letters[size:]
    return tuple(found) if found and not letters else None
