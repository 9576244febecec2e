"""Commitments: each deal is sealed in its first mails and opened when it is over, so that anybody can check it.

The seal is the SHA-256 of one line of text: table, deal, dealer, every hand, what was not dealt out, and a salt of 160
bits that is told at the end. Blanks do not count, nor line ends and the marks of quoting: mail programs change them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from pbem.cards import Card
from pbem.hearts.entries import Dealt, Mixed
from pbem.randomness import Randomness

_RUN = 16
"""Cards of a suit in one word of the text: a word must fit on a line of a mail."""

_SEAL = re.compile(r"pbem-seal-1table=(\d{1,12})deal=(\d{1,6})sha256=([0-9a-f]{64})")
_OPENED = re.compile(r"pbem-deal-1table=(\d{1,12})deal=(\d{1,6})dealer=\d+hand1[A-Za-z0-9.=]{1,2000}?salt=[a-z2-7]{32}")
_LOST = re.compile(r"[\s>]+")  # what a mail program may add or take away


def salted(entry: Dealt | Mixed, randomness: Randomness, about: str) -> Dealt | Mixed:
    """A new deal with its salt. The cards were drawn apart from it, so that neither tells of the other."""
    return replace(entry, salt=randomness.salt(about)) if isinstance(entry, Dealt) else entry


def opened_text(game: int, dealt: Dealt) -> str:
    """What opens the seal, in words that no mail program breaks; "" for a deal that was never sealed."""
    if not dealt.salt:
        return ""
    parts = ["pbem-deal-1", f"table={game}", f"deal={dealt.base.number}", f"dealer={dealt.base.dealer + 1}"]
    for number, hand in enumerate(dealt.hands, 1):
        parts += [f"hand{number}", *_words(hand)]
    parts += ["rest", *_words(dealt.rest), f"salt={dealt.salt}"]
    return " ".join(parts)


def _words(cards: Iterable[Card]) -> Iterator[str]:
    """`C=2.3.K`: cards of a suit one after another. A stock keeps its order so."""
    for suit, run in groupby(cards, key=lambda card: card.suit):
        ranks = [card.rank_text or "x" for card in run]
        for start in range(0, len(ranks), _RUN):
            yield f"{suit.letter}={'.'.join(ranks[start : start + _RUN])}"


def seal_of(text: str) -> str:
    """The SHA-256 of the text without its blanks, as 64 hexadecimal digits."""
    return hashlib.sha256(_LOST.sub("", text).encode()).hexdigest()


def seal_text(game: int, dealt: Dealt) -> str:
    """The line that a deal's first mail carries; "" for a deal without a salt."""
    text = opened_text(game, dealt)
    return f"pbem-seal-1 table={game} deal={dealt.base.number} sha256={seal_of(text)}" if text else ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal that was opened: what its text gives, and what its first mail had promised (None: no such mail here)."""

    game: int
    deal: int
    seal: str
    promised: str | None

    @property
    def holds(self) -> bool | None:
        """Whether the deal is the one that was sealed; None if there is nothing to compare it with."""
        return None if self.promised is None else self.promised == self.seal


def verify(texts: Iterable[str]) -> list[Checked]:
    """Every opened deal in these texts, beside the first seal of it that any of them holds."""
    bare = [_LOST.sub("", text) for text in texts]
    promised: dict[tuple[str, str], str] = {}
    for text in bare:
        for game, deal, seal in _SEAL.findall(text):
            promised.setdefault((game, deal), seal)
    found: dict[str, Checked] = {}
    for text in bare:
        for match in _OPENED.finditer(text):
            key = (match[1], match[2])
            found[match[0]] = Checked(int(match[1]), int(match[2]), seal_of(match[0]), promised.get(key))
    return list(found.values())
