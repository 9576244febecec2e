"""What a subject line says: the number of a game, or an order where the letter's body is empty."""

from __future__ import annotations

import re

from pbem.orders.normalise import normalise
from pbem.orders.vocabulary import phrases

_TAG = re.compile(r"\[[^\[\]]{1,60}\]")
_NUMBERED = re.compile(r"\[[^\[\]\d]{1,40} #?(\d{1,9})\]")
_END = re.compile(r"[!.]+$")
_GAME = re.compile(r"(?:game|hearts|table|partie|spiel|tisch|spel|tafel) #?(\d{1,9})\b", re.IGNORECASE)

# "Re:" and "Fwd:" as mail programs of the world write them, case-folded.
_PREFIXES = frozenset(
    phrases(
        "re | r | aw | antw | antwort | sv | vs | odp | rif | res | rép | rep | ref | ynt | vá | bls | απ | ответ | на"
        " | 回复 | 回覆 | 答复 | 답장 | 返信 | fw | fwd | wg | tr | i | enc | rv | pd | vl | vb | doorst | továbbítás"
        " | пересл | 转发 | 轉寄 | 전달 | 転送"
    )
)


def game_in_subject(subject: str) -> int | None:
    """The game that a subject names, `[Hearts 12]` or `GAME 12`; None if it names none, or two."""
    plain, tags = _unwrapped(subject)
    named = {int(found) for tag in tags for found in _NUMBERED.findall(tag)}
    if not named:
        said = _GAME.match(plain)
        named = {int(said.group(1))} if said else set()
    return named.pop() if len(named) == 1 else None


def order_in_subject(subject: str) -> str:
    """The subject without "Re:", "AW:" and the like, and without our tag: what may be an order."""
    return _unwrapped(subject)[0]


def _unwrapped(subject: str) -> tuple[str, tuple[str, ...]]:
    line = normalise(subject[:300])
    end = _END.search(line.written)
    plain = line.plain + (end[0] if end is not None and not line.plain.endswith(end[0]) else "")  # "SAY Hi!"
    tags: list[str] = []
    for _ in range(20):
        tag = _TAG.match(plain)
        if tag:
            tags.append(tag.group())
            plain = plain[tag.end() :].strip()
            continue
        front, colon, behind = plain.partition(":")
        # "Re[2]:" and "Re (3):" count the answers.
        if not colon or front.rstrip("[]()0123456789 ").casefold() not in _PREFIXES:
            break
        plain = behind.strip()
    return plain, tuple(tags)
