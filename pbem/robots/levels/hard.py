"""The hard robot: it plays every card out on hundreds of deals that agree with all it knows, and counts.

Its budget is worlds and playouts, never time: the same view and seed give the same card on any machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from pbem.hearts.entries import Charged, Choice, Played
from pbem.hearts.view import Ask, SeatView
from pbem.robots.levels import simple_answers
from pbem.robots.levels.medium import Medium
from pbem.robots.usual_order import in_usual_order


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work a decision may cost, and how it judges moons."""

    worlds: int = 300  # for a card
    playouts: int = 2400  # for a pass
    plain_worlds: int = 12  # for a card, where the plain core has to do
    measured: int = 0  # new worlds by which a review measures two choices against each other
    aware: float = 0.3  # the share of all penalties, alone in one hand, from which its holder is feared
    every: int = 3  # and in every so many-th world it is
    try_price: float | None = None  # in points, against a try for the moon: real defenders are better; None: no tries


class Hard:
    """Flat determinized search: every card on the same worlds, each exactly as likely, with quick playouts."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._simple = Medium()

    @in_usual_order
    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """An answer to what the seat is asked; the same for the same view and seed."""
        if view.ask is Ask.PLAY and len(view.legal) > 1 and view.rules.auction != "capot":
            return self._play(view, rng)
        if view.ask is Ask.PASS and view.pass_to:
            return self._pass(view, rng)
        if view.ask is Ask.CHARGE and view.legal:
            return self._charge(view, rng)
        return self._simple.choose(view, rng)

    # The search is imported when it is first needed: most runs of the program wake no hard robot.

    def _play(self, view: SeatView, rng: random.Random) -> Choice:
        from pbem.robots.evaluation import evaluate_cards

        return Played(view.acts_for, evaluate_cards(view, self.budget, rng)[0].card)

    def _pass(self, view: SeatView, rng: random.Random) -> Choice:
        from pbem.robots.engine.rule_tables import serves

        if not serves(view.rules):  # few worlds mislead: measured in Turbo, 1.5 ± 0.8 points a deal worse
            return self._simple.choose(view, rng)
        from pbem.robots.evaluation import evaluate_passes

        return simple_answers.passing(view, evaluate_passes(view, self.budget, rng)[0][1])

    def _charge(self, view: SeatView, rng: random.Random) -> Choice:
        from pbem.robots.evaluation import best_charge

        return Charged(view.seat, best_charge(view, self.budget, rng))
