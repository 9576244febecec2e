"""What the layout of a letter does to its lines: cards wrapped over two, and numbered lists."""

from __future__ import annotations

import re

from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import fold
from pbem.orders.normalise import Line, normalise, relined

_NUMBERED = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-e]\)) (?=\S{2,20}(?: of \S+)?$)")
_COUNTED = re.compile(r"(\d{1,2}) (?=(?:\w{2,3}|[♠♥♦♣]\w{1,2})$)")
_NAMED = 2


def rejoined(lines: list[Line]) -> list[Line]:
    """The lines with a card that a mail program has broken, `queen of⏎spades`, on one; numbers of a list taken off."""
    found: list[Line] = []
    for line in _uncounted(lines):
        above = found[-1] if found else None
        if above is not None and above.plain and line.plain and _broken(above.plain, line.plain):
            found[-1] = normalise(f"{above.written} {line.written}")
        elif _NUMBERED.match(line.plain):
            found.append(relined(line, _NUMBERED.sub("", line.plain, count=1)))
        else:
            found.append(line)
    return found


def _uncounted(lines: list[Line]) -> list[Line]:
    """The lines without the numbers 1, 2, 3 … that stand before a card on each of them, with no mark behind them."""
    counted = [found for line in lines if (found := _COUNTED.match(line.plain)) is not None]
    if len(counted) < _NAMED or [int(found[1]) for found in counted] != list(range(1, len(counted) + 1)):
        return lines
    return [relined(line, _COUNTED.sub("", line.plain, count=1)) for line in lines]


def _broken(above: str, below: str) -> bool:
    if len(above) > 200 or len(below) > 200:
        return False
    last, first = fold(above).split()[-2:], fold(below).replace(",", " ").replace(".", " ").replace("!", " ").split()
    if not first or not last:
        return False
    if len(last) == 2 and last[1] in SPEECH.of and last[0] in SPEECH.ranks:
        return first[0] in SPEECH.suits
    return last[-1] in SPEECH.ranks and len(first) > 1 and first[0] in SPEECH.of and first[1] in SPEECH.suits
