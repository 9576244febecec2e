"""What the layout of a letter does to its lines: cards wrapped over two, numbered lists, and our brackets copied."""

from __future__ import annotations

import re

from pbem.orders.chat_words import SPEECH
from pbem.orders.chat_words.language import fold
from pbem.orders.normalise import OURS, Line, as_own, normalise, relined
from pbem.orders.scan import Kind, excuses, greets, words_of

_COPIED = re.compile(r"(?:\[[^\[\]]{1,60}\][\s,;&+.]*)+")
_COPIED_CARDS = re.compile(r"[^\W\d_]+:? (?:\[\w{2,3}\](?:[\s,;&+.]|and |und |et |en )*)+")
_FACES = re.compile(rf"(?:(?:10|[2-9JQKA]){OURS} ?[♠♥♦♣]\ufe0e?[\s,;&+.]*)+")
_NUMBERED = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-e]\)) (?=\S{2,20}(?: of \S+)?$)")
_LISTED = ("-", "•", "*")  # our lists of offers begin so
_NAMED = 2
_SORRY = 14
_OPENING = frozenset({Kind.FILLER, Kind.MARK, Kind.STOP, Kind.PERSON})


def rejoined(lines: list[Line]) -> list[Line]:
    """The lines with a card that a mail program has broken, `queen of⏎spades`, on one; numbers of a list taken off."""
    found: list[Line] = []
    for line in lines:
        above = found[-1] if found else None
        if above is not None and above.plain and line.plain and _broken(above.plain, line.plain):
            found[-1] = normalise(f"{above.written} {line.written}")
        elif _NUMBERED.match(line.plain):
            found.append(relined(line, _NUMBERED.sub("", line.plain, count=1)))
        else:
            found.append(line)
    return found


def _broken(above: str, below: str) -> bool:
    if len(above) > 200 or len(below) > 200:
        return False
    last, first = fold(above).split()[-2:], fold(below).replace(",", " ").replace(".", " ").replace("!", " ").split()
    if not first or not last:
        return False
    if len(last) == 2 and last[1] in SPEECH.of and last[0] in SPEECH.ranks:
        return first[0] in SPEECH.suits
    return last[-1] in SPEECH.ranks and len(first) > 1 and first[0] in SPEECH.of and first[1] in SPEECH.suits


def copied(plain: str) -> bool:
    """Brackets and nothing else, or cards in brackets behind a verb; "HELP [topic]" is a form to be filled in.

    Or faces of cards as our HTML shows them, and nothing else.
    """
    return bool(_COPIED.fullmatch(plain) or _COPIED_CARDS.fullmatch(plain) or _FACES.fullmatch(plain))


def opened(lines: list[Line]) -> list[Line]:
    """The lines with the marks of our offers taken off where a person has copied them: `[QS]`, `PLAY [QS]`, a face.

    Only the letter's first words are a person's for certain: above such a line there may stand a greeting or another
    such line. Each line of our own mails has a word outside its brackets, and none of them begins in this way, so
    a mail of ours that comes back whole, wrapped again or in one line, opens nothing.
    """
    found: list[Line] = []
    opening = True
    for line in lines:
        if opening and line.plain and line.written[:1] not in _LISTED and "[" in line.plain and copied(line.plain):
            found.append(relined(line, line.plain.replace("[", "").replace("]", "")))
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
