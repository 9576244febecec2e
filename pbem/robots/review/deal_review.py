"""The teacher: what the hard robot thinks of each choice of a finished deal, knowing no more than the seat knew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Bid, Entry, Opened, Passed, Played
from pbem.hearts.events import Trick
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.card_costs import costs_of, deal_costs
from pbem.robots.engine.objectives import points_objective
from pbem.robots.engine.rule_tables import serves
from pbem.robots.engine.statistics import mean_and_error
from pbem.robots.engine.stock import unsearched
from pbem.robots.evaluation import evaluate_cards, evaluate_passes, measure_passes
from pbem.robots.levels.hard import Budget
from pbem.robots.review.lessons import Facts, Lesson, cards_to_look_for, lesson, preferred
from pbem.robots.review.outcomes import outcomes
from pbem.robots.usual_order import names_of, renamed, unbid


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice looked at again. Expectations are costs against the mean of the other seats: the lower the better."""

    trick: int  # 0 for the pass
    chosen: tuple[Card, ...]
    best: tuple[Card, ...]
    expected: float
    expected_best: float
    error: float = 0.0  # the standard error of their difference; 0 where the choice was the best one
    reason: Lesson = Lesson.OTHER
    facts: dict[str, Any] = field(default_factory=dict)
    hand: tuple[Card, ...] = ()  # what the seat held before the choice
    on_table: Trick | None = None  # what lay there then

    @property
    def difference(self) -> float:
        """What the choice gave away, in expectation; below 0 it was better than what the search had thought best."""
        return self.expected - self.expected_best

    @property
    def loss(self) -> float:
        """The same, never below 0."""
        return max(0.0, self.difference)


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's deal, choice by choice, with luck told from skill."""

    seat: int
    turns: tuple[Turn, ...]
    costliest: tuple[Turn, ...]  # at most three that were worth a word, the costliest first
    scored: float  # what the deal cost the seat
    par: float  # and on average over the seats

    @property
    def skill(self) -> float:
        """What the seat's choices gave away, all together."""
        return sum(turn.difference for turn in self.turns)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return sqrt(sum(turn.error**2 for turn in self.turns))

    @property
    def luck(self) -> float:
        """The rest of what the deal cost beyond the average: the cards, the others' choices, and chance."""
        return self.scored - self.par - self.skill


REVIEWING = Budget(worlds=200, playouts=1600, plain_worlds=32, measured=200)
_NOTICED = 0.02  # the share of a deal's penalties that a choice must have given away to be named: half a point of 26
_SURE = 2.0  # and so many standard errors of it


def review(entries: Sequence[Entry], seat: int, seed: int = 1, budget: Budget = REVIEWING) -> Review | None:
    """The review of a finished deal, from the game's opening and the deal's part of the log.

    Only what the seat chose itself is judged, not what a robot played in its stead. None where there is no search.
    """
    opening = entries[0]
    if not isinstance(opening, Opened):
        raise ValueError("the log has no beginning")
    names = names_of(opening.rules)
    if names is not None:  # an order of ranks of its own
        found = review(renamed(tuple(entries), names.there, names.rules), seat, seed, budget)
        told: Review | None = renamed(found, names.back, opening.rules, ordered=False)
        return told
    if unsearched(opening.rules) or _capot(opening.rules, entries):
        return None
    rng = random.Random(seed)
    passing: SeatView | None = None
    passed: tuple[Card, ...] = ()
    turns: list[Turn] = []
    game = Game()
    for entry in entries:
        view = unbid(game.view(seat)) if seat in game.to_act else None
        if isinstance(entry, Passed) and entry.cards and game.phase is Phase.PASS and _own(entry, seat):
            passing, passed = passing or view, entry.cards  # until all have passed it may be said again
        elif isinstance(entry, Played) and view is not None and not entry.stand_in and len(view.legal) > 1:
            turns.append(_seen(_card_turn(view, entry.card, budget, rng), view))
        game.apply(entry)
    record = game.record()
    if record is None:
        raise ValueError("the deal is not over")
    if passing is not None and passing.pass_to and passed and serves(game.rules):
        turns.insert(0, _seen(_pass_turn(passing, passed, budget, rng), passing))
    least = _NOTICED * costs_of(game.rules).total
    dear = sorted((t for t in turns if t.loss >= max(least, _SURE * t.error)), key=lambda t: -t.loss)
    costs = deal_costs(game.rules, record)
    return Review(seat, tuple(turns), tuple(dear[:3]), costs[seat], sum(costs) / len(costs))


def _capot(rules: Rules, entries: Sequence[Entry]) -> bool:
    """Whether somebody undertook to take every trick: a deal of another kind, which no search plays."""
    bids = [entry for entry in entries if isinstance(entry, Bid) and entry.amount is not None]
    return rules.auction == "capot" and bool(bids)


def _seen(turn: Turn, view: SeatView) -> Turn:
    """The turn with the position in which it was chosen."""
    return replace(turn, hand=view.hand, on_table=view.trick)


def _own(entry: Passed, seat: int) -> bool:
    """Whether the seat said this itself."""
    return entry.seat == seat and not entry.stand_in


def _pass_turn(view: SeatView, chosen: tuple[Card, ...], budget: Budget, rng: random.Random) -> Turn:
    """The pass against the best one found, on worlds of their own."""
    aim = points_objective(view)
    worth, best = evaluate_passes(view, budget, rng, chosen, aim)[0]
    if set(best) == set(chosen):
        return Turn(0, chosen, chosen, worth, worth)
    own, better = measure_passes(view, (chosen, best), budget, rng, aim)
    return _compared(
        0, chosen, best, own, better, Lesson.PASSED, {"cards": chosen, "best": best, **preferred(own, better)}
    )


def _card_turn(view: SeatView, card: Card, budget: Budget, rng: random.Random) -> Turn:
    """The card against the best one, on worlds of their own; cards that do the same count as one."""
    aim, trick = points_objective(view), len(view.tricks) + 1
    found = evaluate_cards(view, budget, rng, aim, card)[0]
    if card in found.alike:
        return Turn(trick, (card,), (card,), found.worth, found.worth)
    best, counter = found.card, CardCounter(view)
    about = cards_to_look_for(counter, card, best)
    ours, other = outcomes(view, (card, best), about, budget, rng, aim)
    if not ours:  # no world was found: nothing is known
        return Turn(trick, (card,), (card,), found.worth, found.worth)
    reason, facts = lesson(counter, card, best, ours, other)
    return _compared(trick, (card,), (best,), [o.worth for o in ours], [o.worth for o in other], reason, facts)


def _compared(
    trick: int,
    chosen: tuple[Card, ...],
    best: tuple[Card, ...],
    own: Sequence[float],
    better: Sequence[float],
    reason: Lesson,
    facts: Facts,
) -> Turn:
    """A turn by what both choices were worth in each world."""
    _, error = mean_and_error([a - b for a, b in zip(own, better, strict=True)])
    return Turn(trick, chosen, best, sum(own) / len(own), sum(better) / len(better), error, reason, facts)
