"""The line normaliser: what mail programs and phones do to a line, undone; and look-alike letters found out."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

MAX_LINE = 1000
"""Characters of a line that are read. A longer line is prose, so only talk (SAY, TELL) may be one."""

OURS = "\u200c"
"""Stands unseen behind each card, name and number of our HTML: so a line is known as ours, however it comes back."""

_OURS = re.compile(r"(?<![\u0600-\u06ff])\u200c(?!\w)")  # between Arabic letters it is a person's own
_QUOTES = "\"'`"
_MARKS = " *_" + _QUOTES
_BULLETS = ("- ", "* ", "• ", "· ", "‣ ")
_QUOTING = (">", "|")


def _table() -> dict[int, str]:
    """Single characters and what they stand for: suits to the four black and red signs, quotes and dashes straight."""
    signs = {"♠♤": "♠", "♥♡❤": "♥", "♦♢": "♦", "♣♧": "♣"}
    signs |= {"“”„‟«»″〝〞": '"', "‘’‚‛‹›′´": "'", "‐‑‒–—―−﹘⸺⸻〜": "-"}
    table = {ord(char): plain for chars, plain in signs.items() for char in chars}
    # The playing cards block: a picture of a card is its normal text. There is no knight in our packs.
    for start, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C")):
        table |= {start + n: f" {rank}{suit} " for n, rank in enumerate(["A", *map(str, range(2, 11)), "J"], 1)}
        table |= {start + 0xD: f" Q{suit} ", start + 0xE: f" K{suit} "}
    return table


_PLAIN = _table()
_SHAPERS = frozenset(range(0xFE00, 0xFE10))  # variation selectors: "♠" as text or as emoji

# Talk goes into other people's mails as it was written: nothing in it may begin a new line there, or turn the writing
# direction of what stands around it.
_UNSAFE: dict[int, str | None] = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], " ")
_UNSAFE |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])

_LOOKALIKES = str.maketrans(
    # Cyrillic capitals and small letters, then Greek: only those that a reader takes for the Latin one.
    "АВЕЅІЈКМНОРСТУХԚԜҮаеѕіјорсухԛԝһԁгТтΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυ",
    "ABESIJKMHOPCTYXQWYaesijopcyxqwhdrTtABEZHIKMNOPTYXaikvopu",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line in three states: as written, made plain, and made plain without case."""

    written: str  # as the person wrote it, without blanks at its ends and without control characters
    plain: str  # one blank between words; straight quotes; no bullet, emphasis or final stop; case kept
    folded: str
    stressed: bool = False  # it ended in an exclamation mark
    whole: bool = True  # False where the line was longer than is read

    @property
    def inert(self) -> bool:
        """Square brackets are the mark of our own offers, and `>` of quoting: such a line is never an order."""
        return "[" in self.plain or "]" in self.plain or self.plain.startswith(_QUOTING) or self.ours

    @property
    def ours(self) -> bool:
        """Whether some of it stood in the HTML of a mail of ours."""
        return OURS in self.written and _OURS.search(self.written) is not None


def normalise(raw: str) -> Line:
    """The line made plain: NFKC, no invisible characters, suit signs and punctuation in one form, ends trimmed."""
    cut = raw[:MAX_LINE].translate(_UNSAFE)
    text = cut if cut.isascii() else _unicode(cut)
    # NFKC makes one character up to eighteen: what grew beyond a line is none.
    plain, stressed = _trimmed(" ".join(text[:MAX_LINE].split()))
    return Line(cut.strip(), plain, plain.casefold(), stressed, max(len(raw), len(text)) <= MAX_LINE)


def as_own(line: Line) -> Line:
    """The line as if its writer had typed all of it."""
    return replace(line, written=line.written.replace(OURS, ""))


def relined(line: Line, plain: str) -> Line:
    """The same written line with another, shorter plain text."""
    plain, stressed = _trimmed(plain)
    return Line(line.written, plain, plain.casefold(), stressed or line.stressed, line.whole)


def unmasked(line: Line) -> Line | None:
    """The line with Cyrillic and Greek look-alikes read as Latin; None if it has none.

    It is only for telling the player what happened: such a line is refused and never guessed.
    """
    if line.plain.isascii():
        return None
    plain = line.plain.translate(_LOOKALIKES)
    return None if plain == line.plain else relined(line, plain)


def _unicode(text: str) -> str:
    # The suit signs go first: NFKC leaves them alone, but not the marks that may stand behind them.
    shown = (c for c in text.translate(_PLAIN) if ord(c) not in _SHAPERS and unicodedata.category(c) != "Cf")
    # Once more after NFKC: full-width forms become characters of the table (a full-width dash, a prime).
    return unicodedata.normalize("NFKC", "".join(shown)).translate(_PLAIN)


def _trimmed(text: str) -> tuple[str, bool]:
    text = text.strip()
    for bullet in _BULLETS:
        if text.startswith(bullet):
            text = text[len(bullet) :]
            break
    text = text.strip(_MARKS)
    bare = text.rstrip("!")
    stressed = bare != text
    # One full stop ends a sentence; two or three are somebody thinking aloud.
    if bare.endswith(".") and not bare.endswith(".."):
        bare = bare[:-1]
    return bare.strip(_MARKS), stressed
