"""The lists of letters, and real cards in the place of their placeholders."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from pbem.cards import Card, Rank, Suit, card

HERE = Path(__file__).parent

RANKS = {
    "en": "two three four five six seven eight nine ten jack queen king ace",
    "de": "Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König Ass",
    "fr": "deux trois quatre cinq six sept huit neuf dix valet dame roi as",
    "nl": "twee drie vier vijf zes zeven acht negen tien boer vrouw heer aas",
}
SUITS = {
    "en": "club diamond spade heart",
    "de": "Kreuz Karo Pik Herz",
    "fr": "trèfle carreau pique cœur",
    "nl": "klaveren ruiten schoppen harten",
}


def _rank(c: Card, language: str) -> str:
    return RANKS[language].split()[c.rank - 2]


def _suit(c: Card, language: str) -> str:
    return SUITS[language].split()[c.suit]


def told(c: Card, form: str) -> str:
    """A card in one of its forms."""
    dutch = _suit(c, "nl")
    if c.suit is Suit.CLUBS and c.rank not in (Rank.JACK,):
        dutch = "klaver"
    forms = {
        "": c.text,
        "words": f"{_rank(c, 'en')} of {_suit(c, 'en')}s",
        "rank": c.rank_text,
        "suit": c.suit.letter,
        "sign": c.suit.symbol,
        "rankword": _rank(c, "en"),
        "suitword": _suit(c, "en") + "s",
        "suitone": _suit(c, "en"),
        "de": f"{_suit(c, 'de')}-{_rank(c, 'de')}",
        "fr": f"{_rank(c, 'fr')} de {_suit(c, 'fr')}",
        "nl": dutch + _rank(c, "nl") if c.rank > Rank.TEN else f"{_suit(c, 'nl')} {_rank(c, 'nl')}",
        "pik": f"{_suit(c, 'de')} {_rank(c, 'de')}",
    }
    return forms[form]


@dataclass(frozen=True)
class Hand:
    """Cards for the placeholders, and what is held besides."""

    c: str
    d: str
    x: str
    a: str = ""
    b: str = ""

    def fill(self, text: str) -> str:
        """The letter with these cards."""
        return re.sub(r"\{([abcdx])(?:\.(\w+))?\}", lambda m: told(card(getattr(self, m[1])), m[2] or ""), text)


PLAYS = (Hand("QS", "KS", "3H"), Hand("10D", "AD", "2C"), Hand("7H", "JH", "AS"), Hand("AC", "4C", "KH"))
PASSES = (Hand("QS", "2D", "3H", "KH", "10C"), Hand("9H", "AD", "2C", "3C", "5C"), Hand("AS", "JD", "7D", "10H", "AH"))


@dataclass(frozen=True)
class Line:
    """One line of a list."""

    asked: str
    text: str
    want: str

    @property
    def wants(self) -> tuple[str, ...]:
        return tuple(self.want.split("|"))


def lines(name: str) -> list[Line]:
    """A list, in its order."""
    rows = (HERE / name).read_text(encoding="utf-8").splitlines()[1:]
    return [Line(asked, json.loads(text), want) for asked, text, want in (row.split("\t") for row in rows)]


GIVEN = lines("given.tsv")
EVERY = GIVEN + (lines("own.tsv") if (HERE / "own.tsv").exists() else [])
