"""What a seat wants of a deal: less cost than the others' far from the end, and near it the place.

A cost is what a deal adds to a seat in what the game counts: points, or chips where points are paid for (`payoff`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp

from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.settlement import SETTLEMENTS
from pbem.hearts.view import SeatView
from pbem.robots.engine.card_costs import sized

Objective = Callable[[Sequence[float]], float]
"""From the costs that a deal adds to each seat, what they are worth to avoid: the lower the better for the seat."""

PointsObjective = Callable[[Sequence[int]], float]
"""The same from the points of a deal, as the bitboards count them."""

_PLACE = 60.0  # what a place is worth in points, where the end is near
_USUAL = 26.0  # the points of a deal by which gaps are judged; other games are scaled to it


def deal_objective(seat: int, sides: Sequence[Sequence[int]]) -> Objective:
    """The seat's own cost (its side's mean in teams) less the mean of the others': what a long game comes to."""
    mine = next(side for side in sides if seat in side)
    theirs = [s for side in sides for s in side if side is not mine]
    own, other = 1 / len(mine), 1 / len(theirs)

    def worth(costs: Sequence[float]) -> float:
        return own * sum([costs[s] for s in mine]) - other * sum([costs[s] for s in theirs])

    return worth


def place_objective(
    seat: int,
    sides: Sequence[Sequence[int]],
    before: Sequence[float],
    left: Callable[[Sequence[float]], float],
    scale: float = 1.0,
) -> Objective:
    """The chance to end behind each other side, by the gap between the totals and how far the game still is to go.

    `left` says how many points that is for given totals; 0 or less: it is over, and the places are what they are. A gap
    counts for more the nearer that is. `scale`: the points of a deal beside those of a usual one.
    """
    mine = next(at for at, side in enumerate(sides) if seat in side)

    def worth(costs: Sequence[float]) -> float:
        totals = [b + c for b, c in zip(before, costs, strict=True)]
        to_go = left(totals)
        spread = 0.6 * scale if to_go <= 0 else 6.0 * scale + 0.35 * to_go
        means = [sum([totals[s] for s in side]) / len(side) for side in sides]
        return sum(_PLACE * _share((means[mine] - mean) / spread) for at, mean in enumerate(means) if at != mine)

    return worth


def _share(difference: float) -> float:
    """A gap in spreads as the chance to end behind."""
    return 1.0 / (1.0 + exp(-max(-40.0, min(40.0, difference))))


def objective_of(view: SeatView) -> Objective:
    """What the seat wants: the place, where this deal or the next may end the game; else what the deal itself brings.

    Chips are what is paid, whoever ends first; and where time ends the game nobody knows which deal is the last.
    """
    rules = view.rules
    if rules.money or rules.end_when == "time":
        return points_objective(view)
    sign = -1 if rules.winner == "highest" else 1
    before = [sign * sized(score) for score in view.scores]
    scale = rules.point_sum / _USUAL

    def left(totals: Sequence[float]) -> float:
        return _to_go(rules, view, totals)

    if left(before) > 1.5 * rules.point_sum:
        return points_objective(view)
    return place_objective(view.seat, rules.sides, before, left, scale)


def _to_go(rules: Rules, view: SeatView, totals: Sequence[float]) -> float:
    """How many points the game is from its end: from the target, from 0 on the way back, or by the deals to come."""
    ways = []
    if view.counting_down:
        ways.append(min(totals))
    elif rules.phases == 1 and rules.target and rules.end_when != "deals":
        upwards = rules.winner == "highest" and rules.target > 0  # the costs are the scores' opposites there
        ways.append(rules.target + min(totals) if upwards else abs(rules.target) - max(totals))
    if rules.deals > 1:
        ways.append((rules.deals - view.base.number) * float(rules.point_sum))
    return min(ways, default=float("inf"))


def points_objective(view: SeatView) -> Objective:
    """What the deal alone brings, whatever the score."""
    return deal_objective(view.seat, view.rules.sides)


def payoff(view: SeatView) -> Callable[[Sequence[int]], Sequence[float]]:
    """From the points of a deal to its costs: chips by the settlement, with what lies in the pool; and on the way back
    to 0 points are good (§8.7).
    """
    rules = view.rules
    if view.counting_down:
        return lambda points: [-p for p in points]
    if rules.money:
        settle, jack = SETTLEMENTS[rules.settle], view.base.carry.jack
        return lambda points: [-chips for chips in settle(points, jack)[0]]
    return list
