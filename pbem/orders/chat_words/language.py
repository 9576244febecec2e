"""One language as people chat in it: its card words, and what their small words do to a card beside them.

All entries are lower case without accents, as `fold` makes a letter; several words stand in one entry between bars.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.cards import Rank, Suit

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ß": "ss", "’": "'", "‘": "'", "`": "'"})


@dataclass(frozen=True, slots=True)
class ChatWords:
    """The small words of one language. A phrase of several words is looked for before its single words."""

    suits: Mapping[str, Suit] = field(default_factory=dict)
    ranks: Mapping[str, Rank] = field(default_factory=dict)
    compounds: bool = False  # "schoppenvrouw", "Pikdame": suit and rank in one word
    of: frozenset[str] = frozenset()  # "queen OF spades"
    articles: frozenset[str] = frozenset()
    fillers: frozenset[str] = frozenset()  # may stand in the clause of a card and change nothing
    acts: frozenset[str] = frozenset()  # "play", "throw": what is done with a card
    persons: frozenset[str] = frozenset()  # "I": without an act behind it no clause
    asides: frozenset[str] = frozenset()  # phrases without meaning here, though a word of theirs would have one
    wishes: frozenset[str] = frozenset()  # "happy", "have a nice": what follows is a courtesy
    takebacks: frozenset[str] = frozenset()  # "wait", "wrong card": what was said before does not hold
    denials: frozenset[str] = frozenset()  # "not", "never"
    doubts: frozenset[str] = frozenset()  # "maybe", "should I"
    conditions: frozenset[str] = frozenset()  # "if", "or", "but"
    tales: frozenset[str] = frozenset()  # "played", "held", "said": somebody's card, or an earlier one
    past: frozenset[str] = frozenset()  # "last week", "was": what makes a card in a postscript a memory
    greetings: frozenset[str] = frozenset()  # what a letter begins with
    farewells: frozenset[str] = frozenset()  # a signature follows: "Best,"
    apologies: frozenset[str] = (
        frozenset()
    )  # "sorry" at a line's beginning: what follows excuses, and takes nothing back
    later: frozenset[str] = frozenset()  # "tomorrow", "tonight": the answer is still to come
    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()
    leaves: frozenset[str] = frozenset()  # "I give up"
    stops: frozenset[str] = frozenset()  # "unsubscribe"
    mails: frozenset[str] = frozenset()  # "mails": beside one of the next two, more of them are not wanted
    enough: frozenset[str] = frozenset()  # "no more", "too many"
    wants: frozenset[str] = frozenset()  # "want", denied


def fold(text: str) -> str:
    """The text as the tables have it: lower case, no accents, straight apostrophes."""
    text = text.casefold()
    if text.isascii():
        return text.replace("`", "'")
    parted = unicodedata.normalize("NFKD", text.translate(_LIGATURES))
    return "".join(c for c in parted if not unicodedata.combining(c) or "\u0334" <= c <= "\u0338")


def entries(*texts: str) -> frozenset[str]:
    """The entries of a table: phrases between bars."""
    return frozenset(phrase for text in texts for part in text.split("|") if (phrase := part.strip()))


def numbers(text: str) -> dict[str, Rank]:
    """The words for two to ten; several for one number stand together with a slash."""
    return {word: Rank(n) for n, words in enumerate(text.split(), 2) for word in words.split("/")}
