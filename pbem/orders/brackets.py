"""Our brackets, copied by a person (`[QS]`, `PLAY [QS]`), and the same brackets in a mail of ours that came back.

The words beside them tell them apart: a mail that comes back unmarked, wrapped anew or as flat text, has the words of
the mail above or below its brackets. A person's `[QS]` stands below the person's own words, or alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.orders.normalise import OURS, Line, as_own, normalise, relined
from pbem.orders.scan import Kind, excuses, greets, words_of

_COPIED = re.compile(
    r"(?:\[[^\[\]]{1,60}\][\s,;&+.!]*)+(?:(?:please|pls|plz|thanks|thank you|thx|bitte|danke|merci|svp|aub)[.!]*)?",
    re.IGNORECASE,
)
_COPIED_CARDS = re.compile(r"[^\W\d_]+:? (?:\[\w{2,3}\](?:[\s,;&+.]|and |und |et |en )*)+")
_FACES = re.compile(rf"(?:(?:10|[2-9JQKA]){OURS} ?[♠♥♦♣]\ufe0e?[\s,;&+.]*)+")
_APART = re.compile(r"[♠♥♦♣] (?:10|[2-9TJQKAtjqka])")
"""A suit and one rank: a person's card, or a line of a hand in a mail of ours."""

_LINK = re.compile(r"<[^<>\s]{1,400}>|\((?:mailto|https?):[^()\s]{1,400}\)|\[(?:mailto|https?):[^\[\]\s]{1,400}\]")
_SIGNS = "♠♥♦♣"
_BESIDE = 16
"""Letters of the words beside the brackets that are looked for in the mail: enough to know them by."""

_LISTED = ("-", "•", "*")  # our lists of offers begin so
_NAMED = 2
_SORRY = 14
_OPENING = frozenset({Kind.FILLER, Kind.MARK, Kind.STOP, Kind.PERSON})


def copied(plain: str) -> bool:
    """Brackets and nothing else, or cards in brackets behind a verb; "HELP [topic]" is a form to be filled in.

    Or faces of cards as our HTML shows them, and nothing else.
    """
    return bool(_COPIED.fullmatch(plain) or _COPIED_CARDS.fullmatch(plain) or _FACES.fullmatch(plain))


def doubtful(text: str) -> bool:
    """Whether only the mail that is answered can tell whether a person wrote this line."""
    return _offers(normalise(text))


def _offers(line: Line) -> bool:
    apart = _APART.fullmatch(line.plain) is not None
    return copied(line.plain) or apart or (line.ours and copied(line.written))


def packed(text: str) -> str:
    """The letters and digits of a text alone: what no mail program changes of it."""
    return "".join(c for c in normalise(_LINK.sub(" ", text)).folded if c.isalnum() or c in _SIGNS)


def opened(lines: list[Line], answered: str | None) -> list[Line]:
    """The lines with the brackets of our offers taken off where a person has copied them.

    `answered` is the mail that the letter answers, packed. Where it is not known, only the letter's first words are a
    person's for certain: above such a line there may stand a greeting or another such line.
    """
    if answered is None:
        return _opened_above(lines)
    found = list(lines)
    for run in _runs(lines):
        if not _returned(lines, run, answered):
            for at in run:
                plain = lines[at].plain
                bare = plain.replace(" ", "") if _APART.fullmatch(plain) else _bare(plain)
                found[at] = as_own(relined(lines[at], bare))
    return found


def _bare(plain: str) -> str:
    return plain.replace("[", "").replace("]", "")


def _runs(lines: list[Line]) -> Iterator[list[int]]:
    """The places of such lines that follow one another, blank lines between them or not."""
    run: list[int] = []
    for at, line in enumerate(lines):
        if line.plain and _offers(line):
            run.append(at)
        elif line.plain and run:
            yield run
            run = []
    if run:
        yield run


def _returned(lines: list[Line], run: list[int], answered: str) -> bool:
    """Whether the words above or below the lines stand beside them in the mail that is answered."""
    above = next((line for line in reversed(lines[: run[0]]) if packed(line.written)), None)
    below = next((line for line in lines[run[-1] + 1 :] if packed(line.written)), None)
    first, last = packed(lines[run[0]].written), packed(lines[run[-1]].written)
    return (above is not None and packed(above.written)[-_BESIDE:] + first in answered) or (
        below is not None and last + packed(below.written)[:_BESIDE] in answered
    )


def _opened_above(lines: list[Line]) -> list[Line]:
    found: list[Line] = []
    opening = True
    for line in lines:
        if opening and line.plain and line.written[:1] not in _LISTED and "[" in line.plain and copied(line.plain):
            found.append(relined(line, _bare(line.plain)))
            continue
        if opening and line.ours and copied(line.written):
            found.append(as_own(line))
            continue
        if opening and line.plain:
            words = words_of(line.plain)
            strange = sum(word.kind not in _OPENING for word in words)
            opening = not strange or (greets(words) and strange <= _NAMED) or (excuses(words) and len(words) <= _SORRY)
        found.append(line)
    return found
