"""What a seat wants of a deal: points against the others' far from the end, and near it the place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from pbem.hearts.view import SeatView

Aim = Callable[[Sequence[float]], float]
"""From the costs that a deal adds to each seat, what they are worth to avoid: the lower the better for the seat."""

_PLACE = 60.0  # what a place is worth in points, where the end is near


def sides_of(view: SeatView) -> list[int]:
    """By seat who counts together."""
    return [s % 2 if view.rules.teams != "none" else s for s in range(view.rules.players)]


def deal_aim(seat: int, side: Sequence[int]) -> Aim:
    """The seat's own cost (its side's mean in teams) less the mean of the others': what a long game comes to."""
    mine = [s for s, team in enumerate(side) if team == side[seat]]
    theirs = [s for s, team in enumerate(side) if team != side[seat]]
    own, other = 1 / len(mine), 1 / len(theirs)

    def worth(costs: Sequence[float]) -> float:
        return own * sum([costs[s] for s in mine]) - other * sum([costs[s] for s in theirs])

    return worth


def place_aim(seat: int, side: Sequence[int], before: Sequence[float], target: float) -> Aim:
    """The chance to end behind each other side, by the gap between the totals and how far the game still is to go.

    A gap counts for more the nearer the highest total is to the target; once a total is there, the places are what
    they are.
    """
    sides = sorted(set(side))
    members = {team: [s for s, of in enumerate(side) if of == team] for team in sides}

    def worth(costs: Sequence[float]) -> float:
        totals = [b + c for b, c in zip(before, costs, strict=True)]
        left = target - max(totals)
        spread = 0.6 if left <= 0 else 6.0 + 0.35 * left
        means = {team: sum([totals[s] for s in of]) / len(of) for team, of in members.items()}
        own = means[side[seat]]
        return sum(_PLACE * _share((own - mean) / spread) for team, mean in means.items() if team != side[seat])

    return worth


def _share(gap: float) -> float:
    """A gap in spreads as the chance to end behind."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, gap))))
