"""What the search says of the cards and passes that a seat may choose: for the hard robot, and for the teacher."""

from __future__ import annotations

import random
from dataclasses import dataclass

from pbem.cards import Card
from pbem.hearts.view import SeatView
from pbem.robots.card_counting import Reading
from pbem.robots.engine.bitboards import bit, bits, each
from pbem.robots.engine.objectives import Aim
from pbem.robots.engine.pass_search import weigh_passes
from pbem.robots.engine.position import Situation, aim_of
from pbem.robots.engine.search import Task, weigh
from pbem.robots.engine.tables import serves
from pbem.robots.generic.search import try_cards
from pbem.robots.levels.hard import Budget


@dataclass(frozen=True, slots=True)
class Weighed:
    """A card that may be played: those that do the same, and what they cost against the other seats' mean."""

    card: Card
    alike: tuple[Card, ...]
    worth: float
    for_moon: bool  # played for the moon


def weigh_cards(
    view: SeatView, budget: Budget, rng: random.Random, aim: Aim | None = None, also: Card | None = None
) -> list[Weighed]:
    """The legal cards with what the worlds said of each, best first; `aim`: not the own.

    Where the kernel does not serve, only the likely cards and `also`, and the first may be second by chance.
    """
    if not serves(view.rules):
        tried = try_cards(view, budget.plain_worlds, rng, aim or aim_of(view), also)
        return [Weighed(t.card, (t.card,), t.mean, False) for t in tried]
    situation = Situation(view)
    task = Task(
        tables=situation.tables,
        seat=situation.seat,
        allowed=bits(view.legal),
        others=situation.others,
        draw=situation.draw,
        aim=aim or aim_of(view),
        aware=_aware(view, budget),
        try_price=budget.try_price if situation.may_shoot else None,
    )
    cards = {bit(c): c for c in view.legal}
    return [
        Weighed(cards[c.card], tuple(cards[one] for one in each(c.alike)), c.mean, c.trying)
        for c in weigh(task, budget.worlds, rng)
    ]


def weigh_pass(
    view: SeatView, budget: Budget, rng: random.Random, also: tuple[Card, ...] = (), aim: Aim | None = None
) -> list[tuple[float, tuple[Card, ...]]]:
    """The likely passes, and `also`, with what the worlds said of each, best first; `aim`: not the own."""
    passes = weigh_passes(Reading(view), aim or aim_of(view), budget.playouts, _aware(view, budget), rng, also)
    return [(choice.mean, choice.cards) for choice in passes]


def _aware(view: SeatView, budget: Budget) -> int:
    """Penalties from which a seat that holds them alone is taken to shoot; 0 where there is no moon."""
    if view.rules.moon == "none" or view.counting_down:
        return 0
    return round(budget.aware * view.rules.penalty_sum)
