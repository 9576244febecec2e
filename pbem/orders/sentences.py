"""The sentences of one line, read as lines of their own: "That was quick! QS", "QS. I'm on the train, sorry"."""

from __future__ import annotations

import re

from pbem.orders.normalise import Line, normalise

_SENTENCE = re.compile(r"(?<=[^\W\d_]{2}[.!?…])\s+|(?<=[!?…)])\s+|(?<=\d[CDHScdhs♣♦♥♠]\.)\s+")
_ASIDE = re.compile(r"\s+[-–—]+\s+|\s*\((?=[^()]*\)\s*[.!]?$)")
_MOST = 6


def sentences(line: Line) -> list[Line]:
    """The line's sentences, at most a few; nothing for a line of one, of a story or of a quotation."""
    if '"' in line.plain.strip('"') or len(line.written) > 300:
        return []
    parts = [part for part in _SENTENCE.split(line.written) if part.strip()]
    return [normalise(part) for part in parts] if 1 < len(parts) <= _MOST else []


def set_off(line: Line) -> list[Line]:
    """What stands before a dash or a bracket, and the remark behind it."""
    if '"' in line.plain.strip('"') or "@" in line.plain:
        return []
    front, *rest = _ASIDE.split(line.written, maxsplit=1)
    return [normalise(front), normalise(rest[0].rstrip(" .)"))] if rest and front.strip() and rest[0].strip() else []
