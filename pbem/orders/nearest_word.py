"""The nearest known word to a misspelt one: one slip of the fingers, never more."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4
"""Letters below which a slip is not looked for: "jon" is a name, not JOIN."""


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words, in their order, that are one slip away: a letter more, less, other, or two changed about.

    The first letter must be right (or be one of the two that changed places), since other pairs, "band" and "hand",
    are two words and no slip.
    """
    if len(word) < SHORTEST:
        return ()
    return tuple(other for other in known if _slip(word, other))


def _slip(a: str, b: str) -> bool:
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    if len(a) == len(b):
        first, *others = [i for i in range(len(a)) if a[i] != b[i]]
        return first > 0 if not others else others == [first + 1] and a[first : first + 2] == b[first + 1] + b[first]
    short, long = sorted((a, b), key=len)
    same = next((i for i in range(len(short)) if short[i] != long[i]), len(short))
    return same > 0 and short[same:] == long[same + 1 :]
