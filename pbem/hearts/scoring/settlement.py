"""Points turned into chips: pools and payments between the players (§8.11, §8.15). Found by name; all pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Settled = tuple[list[int], int]
"""(what each seat wins or loses, the jack: chips that stay in the pool for the next deal)."""


def none(points: Sequence[int], jack: int) -> Settled:
    """The points are the score."""
    return list(points), jack


def pool(points: Sequence[int], jack: int) -> Settled:
    """A chip a point into the pool. A sole clear player takes it; two split it unless a jack lies there, and an odd
    chip stays; nobody clear, or one player with all, makes a jack that only a sole clear player wins (Foster, law 29).
    """
    return pooled(points, [0] * len(points), jack)


def pooled(points: Sequence[int], paid: Sequence[int], jack: int) -> Settled:
    """The same, where some have paid into the pool before (an auction's bid)."""
    chips = [-p - extra for p, extra in zip(points, paid, strict=True)]
    pot = jack - sum(chips)
    clear = [seat for seat, p in enumerate(points) if p == 0]
    all_to_one = len(clear) == len(points) - 1 and len(points) > 2
    if not clear or all_to_one or (jack and len(clear) > 1):
        return chips, pot
    share = pot // len(clear)
    for seat in clear:
        chips[seat] += share
    return chips, pot - share * len(clear)


def howell(points: Sequence[int], jack: int) -> Settled:
    """Pay n-1 for each point taken, then take one for each not taken (Foster)."""
    total, others = sum(points), len(points) - 1
    return [(total - p) - others * p for p in points], jack


def average(points: Sequence[int], jack: int) -> Settled:
    """Pay or receive the difference to the mean, in chips of 1/n point so that all is whole (§8.15)."""
    total = sum(points)
    return [total - len(points) * p for p in points], jack


def super_pay(points: Sequence[int], jack: int) -> Settled:
    """The smallest positive score is paid the difference by each other that has one; winners split (§8.11).

    The split is exact because a chip is a point where the winners divide the sum, and otherwise the odd ones go to
    the first winners in seat order (house rule).
    """
    chips = [0] * len(points)
    positive = [p for p in points if p > 0]
    if not positive:
        return chips, jack
    best = min(positive)
    winners = [seat for seat, p in enumerate(points) if p == best]
    for seat, p in enumerate(points):
        if p > best:
            chips[seat] = best - p
    pot = -sum(chips)
    for at, seat in enumerate(winners):
        chips[seat] = pot // len(winners) + (at < pot % len(winners))
    return chips, jack


SETTLEMENTS: dict[str, Callable[[Sequence[int], int], Settled]] = {
    "points": none,
    "pool": pool,
    "howell": howell,
    "average": average,
    "super": super_pay,
    "matchpoints": none,  # compared across tables, see `matchpoints`
}


def matchpoints(scores: Sequence[int]) -> list[float]:
    """One seat's scores at several tables: a point for each table with more, half for each equal one (§9.1)."""
    return [
        sum((other > mine) + 0.5 * (other == mine) for at, other in enumerate(scores) if at != here)
        for here, mine in enumerate(scores)
    ]
