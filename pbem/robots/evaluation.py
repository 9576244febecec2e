"""What the search says of the cards and passes that a seat may choose: for the hard robot, and for the teacher."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.cards import Card
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.bitboards import bit, bits, each
from pbem.robots.engine.card_search import CardDecision, evaluate, play_on
from pbem.robots.engine.objectives import Objective, PointsObjective, objective_of, payoff
from pbem.robots.engine.pass_search import compare_passes, search_passes
from pbem.robots.engine.position import Situation
from pbem.robots.engine.rule_tables import serves
from pbem.robots.engine.stock import StockSituation, stocked
from pbem.robots.engine.stock import play_on as stock_play_on
from pbem.robots.generic.rules_search import try_cards, try_charges
from pbem.robots.levels.hard import Budget


@dataclass(frozen=True, slots=True)
class EvaluatedCard:
    """A card that may be played: those that do the same, and what they cost against the other seats' mean."""

    card: Card
    alike: tuple[Card, ...]
    worth: float


def evaluate_cards(
    view: SeatView, budget: Budget, rng: random.Random, objective: Objective | None = None, also: Card | None = None
) -> list[EvaluatedCard]:
    """The legal cards with what the worlds said of each, best first; `objective`: another than the seat's own.

    Where bitboards cannot express the variant, only the likely cards and `also`, and the first may be second by chance.
    """
    if not on_bitboards(view.rules):
        tried = try_cards(view, budget.plain_worlds, rng, objective or objective_of(view), also)
        return [EvaluatedCard(t.card, (t.card,), t.mean) for t in tried]
    cards = {bit(c): c for c in view.legal}
    return [
        EvaluatedCard(cards[c.card], tuple(cards[one] for one in each(c.alike)), c.mean)
        for c in evaluate(card_decision(view, budget, objective), budget.worlds, rng)
    ]


def on_bitboards(rules: Rules) -> bool:
    """Whether cards are searched for on bitboards; else on the rules themselves."""
    return serves(rules) or stocked(rules)


def card_decision(view: SeatView, budget: Budget, objective: Objective | None = None) -> CardDecision:
    """The decision about a card, for the search on bitboards."""
    stock = stocked(view.rules)
    situation = StockSituation(view) if stock else Situation(view)
    return CardDecision(
        tables=situation.tables,
        seat=view.seat,
        allowed=bits(view.legal),
        others=situation.others,
        draw=situation.draw,
        objective=_of_points(view, objective),
        aware=_aware(view, budget),
        every=budget.every,
        try_price=budget.try_price if isinstance(situation, Situation) and situation.may_shoot else None,
        play_on=stock_play_on(view.rules.kitty_use == "follow") if stock else play_on,
    )


def evaluate_passes(
    view: SeatView, budget: Budget, rng: random.Random, also: tuple[Card, ...] = (), objective: Objective | None = None
) -> list[tuple[float, tuple[Card, ...]]]:
    """The likely passes, and `also`, with what the worlds said of each, best first."""
    goal = _of_points(view, objective)
    passes = search_passes(CardCounter(view), goal, budget.playouts, _aware(view, budget), rng, also)
    return [(choice.mean, choice.cards) for choice in passes]


def best_charge(view: SeatView, budget: Budget, rng: random.Random) -> tuple[Card, ...]:
    """What is worth laying open before the first lead."""
    return try_charges(view, 4 * budget.plain_worlds, rng, objective_of(view))


def measure_passes(
    view: SeatView, passes: Sequence[tuple[Card, ...]], budget: Budget, rng: random.Random, objective: Objective
) -> list[list[float]]:
    """What each of these passes is worth, one value a world, on the same worlds."""
    goal = _of_points(view, objective)
    return compare_passes(CardCounter(view), passes, goal, budget.measured, _aware(view, budget), rng)


def _of_points(view: SeatView, objective: Objective | None) -> PointsObjective:
    """The objective, from a deal's points; the seat's own, if none is given."""
    aim, costs = objective or objective_of(view), payoff(view)
    return lambda points: aim(costs(points))


def _aware(view: SeatView, budget: Budget) -> int:
    """Penalties from which a seat that holds them alone is taken to shoot; 0 where there is no moon."""
    if view.rules.moon in ("none", "own") or view.counting_down:
        return 0
    return round(budget.aware * view.rules.penalty_sum)
