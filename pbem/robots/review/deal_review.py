"""The teacher: what the hard robot thinks of each choice of a finished deal, knowing no more than the seat knew."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Called, Dealt, Entry, Mixed, Opened, Passed, Played
from pbem.hearts.game import Game, fold
from pbem.hearts.view import Ask, SeatView
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.card_costs import costs_of
from pbem.robots.engine.position import points_objective
from pbem.robots.engine.rule_tables import serves
from pbem.robots.evaluation import evaluate_cards, evaluate_passes
from pbem.robots.generic.rules_search import deal_costs, searches
from pbem.robots.levels.hard import Budget, Hard
from pbem.robots.review.lessons import Lesson, lesson


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice looked at again. Expectations are costs against the mean of the other seats: the lower the better."""

    trick: int  # 0 for the pass
    chosen: tuple[Card, ...]
    best: tuple[Card, ...]
    expected: float
    expected_best: float
    reason: Lesson
    facts: dict[str, Any]

    @property
    def loss(self) -> float:
        """What the choice gave away, in expectation; never below 0."""
        return max(0.0, self.expected - self.expected_best)


@dataclass(frozen=True, slots=True)
class Review:
    """A seat's deal, choice by choice, with luck told from skill."""

    seat: int
    turns: tuple[Turn, ...]
    costliest: tuple[Turn, ...]  # at most three that were worth a word, the costliest first
    scored: float  # what the deal cost the seat
    robot: float  # what it costs four hard robots, in this seat
    par: float  # and on average over the seats

    @property
    def luck(self) -> float:
        """What the cards cost, whoever plays them well."""
        return self.robot - self.par

    @property
    def skill(self) -> float:
        """What the play cost on top; below 0 it was better than the robot's."""
        return self.scored - self.robot


_NOTICED = 0.02  # the share of a deal's penalties that a choice must have given away to be named: half a point of 26


def review(entries: Sequence[Entry], seat: int, seed: int = 1, budget: Budget | None = None) -> Review | None:
    """The review of a finished deal, from the game's opening and the deal's part of the log.

    Only what the seat chose itself is judged, not what a robot played in its stead. None where there is no search.
    """
    opening = entries[0]
    if isinstance(opening, Opened) and not searches(opening.rules):
        return None
    work = budget or Budget(plain_worlds=32)
    rng = random.Random(seed)
    passing: SeatView | None = None
    passed: tuple[Card, ...] = ()
    turns: list[Turn] = []
    game = Game()
    for entry in entries:
        view = game.view(seat) if seat in game.to_act else None
        if isinstance(entry, Passed) and entry.cards and game.phase == Ask.PASS and _own(entry, seat):
            passing, passed = passing or view, entry.cards  # until all have passed it may be said again
        elif isinstance(entry, Played) and view is not None and not entry.stand_in and len(view.legal) > 1:
            turns.append(_card_turn(view, entry.card, work, rng))
        game.apply(entry)
    record = game.record()
    if record is None:
        raise ValueError("the deal is not over")
    if passing is not None and passing.pass_to and passed and serves(game.rules):
        turns.insert(0, _pass_turn(passing, passed, work, rng))
    noticed = _NOTICED * costs_of(game.rules).total
    dear = sorted((t for t in turns if t.loss >= noticed), key=lambda t: -t.loss)
    robots = _robots(entries, work, seed)
    scored = deal_costs(game.rules, record)[seat]
    return Review(seat, tuple(turns), tuple(dear[:3]), scored, robots[seat], sum(robots) / len(robots))


def _own(entry: Passed, seat: int) -> bool:
    """Whether the seat said this itself."""
    return entry.seat == seat and not entry.stand_in


def _pass_turn(view: SeatView, chosen: tuple[Card, ...], budget: Budget, rng: random.Random) -> Turn:
    """The pass against the best one found."""
    weighed = evaluate_passes(view, budget, rng, chosen, points_objective(view))
    worth, best = weighed[0]
    own = next(w for w, cards in weighed if set(cards) == set(chosen))
    return Turn(0, chosen, best, own, worth, Lesson.PASSED, {"cards": chosen, "best": best})


def _card_turn(view: SeatView, card: Card, budget: Budget, rng: random.Random) -> Turn:
    """The card against the best one; cards that do the same count as one."""
    weighed = evaluate_cards(view, budget, rng, points_objective(view), card)
    best = weighed[0]
    own = next(w for w in weighed if card in w.alike)
    best_card = card if own is best else best.card
    reason, facts = lesson(CardCounter(view), card, best_card, best.for_moon and not own.for_moon)
    return Turn(len(view.tricks) + 1, (card,), (best_card,), own.worth, best.worth, reason, facts)


def _robots(entries: Sequence[Entry], budget: Budget, seed: int) -> list[float]:
    """What four hard robots make of the deal; what the dealer called and what chance dealt stays as it was."""
    robot = Hard(budget)
    given = max(at for at, entry in enumerate(entries) if isinstance(entry, Dealt | Called | Mixed))
    game = fold(entries[: given + 1])
    asked = 0
    while (done := game.record()) is None:
        seat = game.to_act[0]
        game.apply(robot.choose(game.view(seat), random.Random(f"{seed}/{asked}")))
        asked += 1
    return deal_costs(game.rules, done)
