"""Worlds: deals of the unseen cards that agree with all a seat knows, each as likely as any other.

Cards of suits in which the same seats are void are alike to the sampler. It counts in how many ways each group can be
split over the hands, draws a split by those counts, and deals each group's cards by a shuffle: exact, no rejection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from random import Random

from pbem.robots.engine.bitboards import SUIT, each
from pbem.robots.engine.sampling import deal

_SPLITS = 5_000  # more plans than this are not listed


@dataclass(frozen=True)
class Unknown:
    """What a seat does not know: the unseen cards, how many each place holds of them, and what it cannot hold.

    A place is a seat or, after the seats, a kitty. `barred[p]` masks the cards that place `p` does not hold: suits that
    it is void of, and single cards that it would have played.
    """

    cards: int
    sizes: tuple[int, ...]
    barred: tuple[int, ...]
    known: tuple[int, ...]  # cards known to lie there, not among `cards`


class Sampler:
    """Draws worlds; made once for a decision."""

    def __init__(self, unknown: Unknown) -> None:
        self._unknown = unknown
        self._open = [p for p, size in enumerate(unknown.sizes) if size]
        self._groups = _groups(unknown, self._open)
        self._plans: list[tuple[tuple[int, ...], ...]] = []
        self._weights: list[int] = []
        self._too_many = _count(self._groups) > _SPLITS
        if self._too_many:
            return
        self._list((), [unknown.sizes[p] for p in self._open], 1)
        self._cumulative = list(accumulate(self._weights))
        if not self._plans:
            raise ValueError("no deal agrees with what is known")

    def draw(self, rng: Random) -> list[int]:
        """The cards of every place in one world, known ones included."""
        hands = list(self._unknown.known)
        if self._too_many:
            dealt = deal(each(self._unknown.cards), self._unknown.sizes, self._unknown.barred, rng)
            return [known | more for known, more in zip(hands, dealt, strict=True)]
        plan = self._plans[0]
        if len(self._plans) > 1:
            plan = rng.choices(self._plans, cum_weights=self._cumulative)[0]
        for (cards, _), split in zip(self._groups, plan, strict=True):
            order = _shuffled(cards, rng)
            start = 0
            for place, count in zip(self._open, split, strict=True):
                if count:
                    hands[place] |= sum(order[start : start + count])
                    start += count
        return hands

    def _list(self, done: tuple[tuple[int, ...], ...], room: list[int], ways: int) -> None:
        """Every plan, with the number of deals that it stands for; the most confined groups first."""
        if len(done) == len(self._groups):
            self._plans.append(done)
            self._weights.append(ways)
            return
        cards, allowed = self._groups[len(done)]
        last = len(done) == len(self._groups) - 1
        for split in [tuple(room)] if last else _splits(len(cards), room, allowed):
            if last and (sum(room) != len(cards) or any(n and not ok for n, ok in zip(split, allowed, strict=True))):
                continue
            more, left = ways, len(cards)
            for count in split:
                more *= comb(left, count)
                left -= count
            self._list((*done, split), [r - n for r, n in zip(room, split, strict=True)], more)


Group = tuple[list[int], tuple[bool, ...]]


def _groups(unknown: Unknown, places: Sequence[int]) -> list[Group]:
    """The unseen cards by which places may hold them, the fewest choices first, so that few plans are tried in vain."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for cards in (part for suit in SUIT for part in _parts(unknown, unknown.cards & suit)):
        one = cards & -cards
        allowed = tuple(not unknown.barred[p] & one for p in places)
        groups.setdefault(allowed, []).extend(each(cards))
    return [(cards, allowed) for allowed, cards in sorted(groups.items(), key=lambda g: (sum(g[0]), g[0]))]


def _count(groups: Sequence[Group]) -> int:
    """At most so many plans there are: the last group fills what is left."""
    plans = 1
    for cards, allowed in groups[:-1]:
        places = sum(allowed)
        plans *= comb(len(cards) + places - 1, places - 1) if places else 1
    return plans


def _parts(unknown: Unknown, suit: int) -> list[int]:
    """A suit's cards, told apart by which places are barred from them."""
    parts = [suit] if suit else []
    for barred in unknown.barred:
        parts = [half for part in parts for half in (part & barred, part & ~barred) if half]
    return parts


def _splits(count: int, room: Sequence[int], allowed: Sequence[bool]) -> list[tuple[int, ...]]:
    """All ways to put `count` like cards into the places."""
    if len(room) == 1:
        return [(count,)] if count <= (room[0] if allowed[0] else 0) else []
    most = min(count, room[0]) if allowed[0] else 0
    return [(n, *rest) for n in range(most + 1) for rest in _splits(count - n, room[1:], allowed[1:])]


def _shuffled(cards: list[int], rng: Random) -> list[int]:
    """The cards in random order; sorting by random keys is twice as fast as `shuffle`."""
    if len(cards) == 1:
        return cards
    keys = [rng.random() for _ in cards]
    return [card for _, card in sorted(zip(keys, cards, strict=True))]
