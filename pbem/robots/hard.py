"""The hard robot: it plays every card out on hundreds of deals that agree with all it knows, and counts.

Its budget is worlds and playouts, never time: the same view and seed give the same card on any machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from pbem.cards import Card
from pbem.hearts.entries import Choice, Passed, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.bits import bit, bits
from pbem.robots.medium import Medium
from pbem.robots.passes import weigh_passes
from pbem.robots.reading import Reading, taking
from pbem.robots.search import Candidate, Task, weigh
from pbem.robots.situation import Situation, aim_of
from pbem.robots.tables import serves


@dataclass(frozen=True)
class Budget:
    """How much work a decision may cost."""

    worlds: int = 200  # for a card
    playouts: int = 3000  # for a pass
    try_price: float | None = 3.0  # in points, against a try for the moon
    aware: float = 0.3  # the share of all penalties, alone in one hand, from which its holder is feared


class Hard:
    """Flat determinized search (worlds exactly uniform, common to all candidates) over quick playouts."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._simple = Medium()

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """An answer to what the seat is asked; the same for the same view and seed."""
        if not serves(view.rules):
            return self._simple.choose(view, rng)
        if view.ask is Ask.PLAY and len(view.legal) > 1:
            return Played(view.acts_for, weigh_cards(view, self.budget, rng)[0][1])
        if view.ask is Ask.PASS and view.pass_to:
            reading = Reading(view)
            aware = _aware(view, self.budget)
            return Passed(view.seat, weigh_passes(reading, aim_of(view), self.budget.playouts, aware, rng)[0][1])
        return self._simple.choose(view, rng)


def weigh_cards(view: SeatView, budget: Budget, rng: random.Random) -> list[tuple[Candidate, Card]]:
    """The legal cards, runs of like cards as one, with what the worlds said of each; best first."""
    situation = Situation(view)
    task = Task(
        tables=situation.tables,
        seat=situation.seat,
        allowed=bits(view.legal),
        others=situation.others,
        draw=situation.draw,
        aim=aim_of(view),
        aware=_aware(view, budget),
        try_price=budget.try_price if situation.may_shoot else None,
    )
    by_bit = {bit(c): c for c in view.legal}
    return [(c, by_bit[c.card]) for c in weigh(task, budget.worlds, rng)]


def _aware(view: SeatView, budget: Budget) -> int:
    """Penalties from which a seat that holds them alone is taken to shoot; 0 where there is no moon."""
    if view.rules.moon == "none" or taking(view):
        return 0
    return round(budget.aware * view.rules.penalty_sum)
