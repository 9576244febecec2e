"""What a seat wants of a deal: points against the others' far from the end, and near it the place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

Objective = Callable[[Sequence[float]], float]
"""From the costs that a deal adds to each seat, what they are worth to avoid: the lower the better for the seat."""

_PLACE = 60.0  # what a place is worth in points, where the end is near


def deal_objective(seat: int, sides: Sequence[Sequence[int]]) -> Objective:
    """The seat's own cost (its side's mean in teams) less the mean of the others': what a long game comes to."""
    mine = next(side for side in sides if seat in side)
    theirs = [s for side in sides for s in side if side is not mine]
    own, other = 1 / len(mine), 1 / len(theirs)

    def worth(costs: Sequence[float]) -> float:
        return own * sum([costs[s] for s in mine]) - other * sum([costs[s] for s in theirs])

    return worth


def place_objective(seat: int, sides: Sequence[Sequence[int]], before: Sequence[float], target: float) -> Objective:
    """The chance to end behind each other side, by the gap between the totals and how far the game still is to go.

    A gap counts for more the nearer the highest total is to the target; once a total is there, the places are what
    they are.
    """
    mine = next(at for at, side in enumerate(sides) if seat in side)

    def worth(costs: Sequence[float]) -> float:
        totals = [b + c for b, c in zip(before, costs, strict=True)]
        left = target - max(totals)
        spread = 0.6 if left <= 0 else 6.0 + 0.35 * left
        means = [sum([totals[s] for s in side]) / len(side) for side in sides]
        return sum(_PLACE * _share((means[mine] - mean) / spread) for at, mean in enumerate(means) if at != mine)

    return worth


def _share(difference: float) -> float:
    """A gap in spreads as the chance to end behind."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, difference))))
