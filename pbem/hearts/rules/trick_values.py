"""What tricks count by themselves, whatever lies in them: a small notation (`first=1 last=1`, `each=2`)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

WORDS = ("first", "second-last", "last", "each")


class TrickValues(NamedTuple):
    """By place in the deal what a trick counts; `each` is added to the others."""

    first: int = 0
    second_last: int = 0
    last: int = 0
    each: int = 0

    def of(self, number: int, total: int) -> int:
        """What the trick with this number counts, from 1, in a deal of so many."""
        worth = self.each
        if number == 1:
            worth += self.first
        if number == total:
            worth += self.last
        if number == total - 1:
            worth += self.second_last
        return worth

    def left(self, done: int, total: int) -> bool:
        """Whether any trick counts that is still to come after so many."""
        return any(self.of(number, total) for number in range(done + 1, total + 1))

    def all(self, total: int) -> int:
        """What all of them count together."""
        return sum(self.of(number, total) for number in range(1, total + 1))


@lru_cache(maxsize=64)
def trick_values(spec: str) -> TrickValues:
    """The values of a text; ValueError for text that is none."""
    found: dict[str, int] = {}
    for word in spec.split():
        what, equals, amount = word.partition("=")
        if not equals or what not in WORDS or what in found:
            raise ValueError(f"no value of a trick: {word!r}")
        found[what] = int(amount)
    return TrickValues(**{what.replace("-", "_"): amount for what, amount in found.items()})
