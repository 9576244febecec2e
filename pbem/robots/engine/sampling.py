"""Worlds for big tables, where the ways to split the cards over the hands are too many to list.

The cards are dealt one by one to places that may hold them, and then as many random pairs change places as leave the
start forgotten: each exchange is as likely as its return, so that in the end every deal that agrees is about as likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_TRIES = 200
_EXCHANGES = 3  # for each card


def deal(cards: Sequence[int], room: Sequence[int], barred: Sequence[int], rng: Random) -> list[int]:
    """The cards of each place; ValueError where no deal was found that agrees."""
    for _ in range(_TRIES):
        holders = _one_by_one(cards, room, barred, rng)
        if holders is not None:
            _exchange(cards, holders, barred, rng)
            hands = [0] * len(room)
            for card, place in zip(cards, holders, strict=True):
                hands[place] |= card
            return hands
    raise ValueError("no deal agrees with what is known")


def _one_by_one(cards: Sequence[int], room: Sequence[int], barred: Sequence[int], rng: Random) -> list[int] | None:
    """Who holds each card; those that few may hold go first. None if one finds no place."""
    left = list(room)
    holders = [-1] * len(cards)
    order = sorted(range(len(cards)), key=lambda i: (-sum(1 for bar in barred if bar & cards[i]), rng.random()))
    for i in order:
        free = [p for p, space in enumerate(left) if space and not barred[p] & cards[i]]
        if not free:
            return None
        holders[i] = rng.choices(free, weights=[left[p] for p in free])[0]
        left[holders[i]] -= 1
    return holders


def _exchange(cards: Sequence[int], holders: list[int], barred: Sequence[int], rng: Random) -> None:
    """Pairs of cards change places, where both may."""
    n = len(cards)
    for _ in range(_EXCHANGES * n):
        i, j = int(rng.random() * n), int(rng.random() * n)
        p, q = holders[i], holders[j]
        if not barred[q] & cards[i] and not barred[p] & cards[j]:
            holders[i], holders[j] = q, p
