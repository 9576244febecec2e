"""The teacher: what the hard robot thinks of each choice of a finished deal, knowing no more than the seat knew."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Base, Dealt, Opened, Played
from pbem.hearts.events import DealRecord
from pbem.hearts.game import Game
from pbem.hearts.rules import Rules
from pbem.hearts.view import Ask, SeatView
from pbem.robots.again import hands_after_pass, scores_before, set_up, transfers
from pbem.robots.costs import sized
from pbem.robots.hard import Budget, Hard
from pbem.robots.lessons import Lesson, lesson
from pbem.robots.reading import Reading
from pbem.robots.situation import points_aim
from pbem.robots.tables import serves
from pbem.robots.weighing import weigh_cards, weigh_pass


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
    dearest: tuple[Turn, ...]  # at most three that were worth a word, the dearest first
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


_NOTICED = 0.5  # points that a choice must have given away to be named


def review(
    rules: Rules,
    record: DealRecord,
    seat: int,
    seed: int = 1,
    budget: Budget | None = None,
    carry: Mapping[str, Any] | None = None,
) -> Review | None:
    """The review of a finished deal; None for a variant that the search does not serve. `carry` as in its `Base`."""
    if not serves(rules):
        return None
    work = budget or Budget()
    base = Base(record.number, record.dealer, scores_before(record), dict(carry or {}))
    rng = random.Random(seed)
    passing = _pass_turn(rules, record, base, seat, work, rng)
    turns = (*passing, *_card_turns(rules, record, base, seat, work, rng))
    dear = sorted((t for t in turns if t.loss >= _NOTICED), key=lambda t: -t.loss)
    sign = -1 if rules.winner == "highest" else 1
    robots = [sign * p for p in _robots(rules, record, base, work, seed)]
    scored = sign * sized(record.points[seat])
    return Review(seat, turns, tuple(dear[:3]), scored, robots[seat], sum(robots) / len(robots))


def _pass_turn(
    rules: Rules, record: DealRecord, base: Base, seat: int, budget: Budget, rng: random.Random
) -> tuple[Turn, ...]:
    """The pass against the best one found; none where nothing was passed to a known seat."""
    game = Game()
    game.apply(Opened(rules))
    game.apply(Dealt(base, record.hands, record.kitty))
    view = game.view(seat)
    chosen = record.passed[seat]
    if view.ask is not Ask.PASS or not view.pass_to or not chosen:
        return ()
    weighed = weigh_pass(view, budget, rng, chosen, points_aim(view))
    worth, best = weighed[0]
    own = next(w for w, cards in weighed if set(cards) == set(chosen))
    return (Turn(0, chosen, best, own, worth, Lesson.PASSED, {"cards": chosen, "best": best}),)


def _card_turns(
    rules: Rules, record: DealRecord, base: Base, seat: int, budget: Budget, rng: random.Random
) -> list[Turn]:
    """The search asked again at each card of the seat's, on what the seat knew then."""
    game = set_up(rules, base, hands_after_pass(record), record.kitty)
    gave, got = transfers(record, seat)
    turns = []
    for play in (p for trick in record.tricks for p in trick.plays):
        if play.seat == seat:
            view = replace(game.view(seat), rules=rules, gave=gave, got=got)
            if len(view.legal) > 1:
                turns.append(_card_turn(view, play.card, budget, rng))
        game.apply(Played(play.seat, play.card))
    return turns


def _card_turn(view: SeatView, card: Card, budget: Budget, rng: random.Random) -> Turn:
    """The card against the best one; cards that do the same count as one."""
    weighed = weigh_cards(view, budget, rng, points_aim(view))
    best = weighed[0]
    own = next(w for w in weighed if card in w.alike)
    best_card = card if own is best else best.card
    reason, facts = lesson(Reading(view), card, best_card, best.for_moon and not own.for_moon)
    return Turn(len(view.tricks) + 1, (card,), (best_card,), own.worth, best.worth, reason, facts)


def _robots(rules: Rules, record: DealRecord, base: Base, budget: Budget, seed: int) -> list[float]:
    """What four hard robots make of the deal, from its pass on."""
    robot = Hard(budget)
    game = Game()
    game.apply(Opened(rules))
    game.apply(Dealt(base, record.hands, record.kitty))
    mixed = game.phase == Ask.PASS and not game.view(0).pass_to
    if mixed or game.phase == Ask.CALL:
        game = set_up(rules, base, hands_after_pass(record), record.kitty)  # chance has spoken: it is not asked again
    asked = 0
    while (done := game.record()) is None:
        seat = game.to_act[0]
        game.apply(robot.choose(game.view(seat), random.Random(f"{seed}/{asked}")))
        asked += 1
    return [sized(p) for p in done.points]
