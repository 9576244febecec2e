"""Determinized search: every candidate is played out on the same worlds, and the mean of what they bring decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pbem.robots.engine.bitboard_rules import RuleTables, points
from pbem.robots.engine.bitboards import SUIT, each
from pbem.robots.engine.objectives import PointsObjective
from pbem.robots.engine.playouts import Position, playout
from pbem.robots.engine.statistics import mean_and_error

_PORTIONS = (0.1, 0.15, 0.25, 0.5)  # the worlds come in portions; after each, hopeless candidates drop out
_HOPELESS = 3.0  # standard errors of the difference to the best


@dataclass(slots=True)
class Candidate:
    """A card that may be played and what the worlds said of it so far; the values are one a world, in order."""

    card: int
    alike: int  # the cards that it stands for, itself among them
    values: list[float]
    trying: bool = False  # played for the moon

    @property
    def mean(self) -> float:
        """The mean worth, the lower the better."""
        return sum(self.values) / len(self.values)


PlayOn = Callable[[RuleTables, Position, int, int, int, bool], list[int]]
"""The cards taken by each seat in the end when this card is played now; who is feared, whose search it is, and whether
that seat tries for the moon, as `playout` has it.
"""


def play_on(t: RuleTables, at: Position, card: int, feared: int, me: int, trying: bool) -> list[int]:
    """The usual way: the card, then a playout."""
    at.play(t, card)
    return playout(t, at, feared, me, trying)


@dataclass(frozen=True)
class CardDecision:
    """A decision about one card: where the deal stands, with worlds to draw and an objective."""

    tables: RuleTables
    seat: int
    allowed: int
    others: int  # cards that are not in the hand and not yet in a finished trick
    draw: Callable[[Random], Position]
    objective: PointsObjective
    aware: int  # the penalties that make their only holder a shooter in the playouts
    every: int  # in every so many-th world they do
    try_price: float | None  # what is set against a try for the moon, as real defenders are better; None: no tries
    play_on: PlayOn = play_on


def merged(allowed: int, others: int, classes: Sequence[tuple[int, int]]) -> list[Candidate]:
    """One candidate for each run of cards that do the same: no card of another between them, and of the same value."""
    found: list[Candidate] = []
    for suit in SUIT:
        previous = 0
        for one in each(allowed & suit):
            between = others & suit & (one - 1) & ~((previous << 1) - 1) if previous else 0
            if previous and not between and _value(one, classes) == _value(previous, classes):
                found[-1].alike |= one
                found[-1].card = one  # the highest of them goes
            else:
                found.append(Candidate(one, one, []))
            previous = one
    return found


def _value(one: int, classes: Sequence[tuple[int, int]]) -> int:
    """The points of a single card."""
    return next((value for cards, value in classes if cards & one), 0)


def evaluate(task: CardDecision, worlds: int, rng: Random) -> list[Candidate]:
    """The candidates with what the worlds said, best first; those dropped on the way keep what they have."""
    racing = merged(task.allowed, task.others, task.tables.classes)
    dropped: list[Candidate] = []
    if len(racing) == 1:
        racing[0].values.append(0.0)
        return racing
    if task.try_price is not None:
        racing += [Candidate(c.card, c.alike, [], trying=True) for c in racing]
    for portion in _PORTIONS:
        _run(task, racing, max(2, round(portion * worlds)), rng)
        best = min(racing, key=lambda c: c.mean)
        out = [c for c in racing if c is not best and hopeless(c.values, best.values)]
        dropped += out
        racing = [c for c in racing if c not in out]
        if len(racing) == 1:
            break
    return sorted(racing, key=lambda c: c.mean) + sorted(dropped, key=lambda c: c.mean)


def _run(task: CardDecision, racing: list[Candidate], worlds: int, rng: Random) -> None:
    """Plays every candidate out on the next worlds."""
    t, objective, seat = task.tables, task.objective, task.seat
    price = task.try_price or 0.0
    for number in range(worlds):
        world = task.draw(rng)
        feared = 0 if number % task.every else task.aware
        for candidate in racing:
            piles = task.play_on(t, world.copy(), candidate.card, feared, seat, candidate.trying)
            value = objective(points(t, piles))
            candidate.values.append(value + price if candidate.trying else value)


def piles_after(task: CardDecision, cards: Sequence[int], worlds: int, rng: Random) -> Iterator[list[list[int]]]:
    """For each world the cards that every seat has taken in the end, after each of these cards."""
    for number in range(worlds):
        world = task.draw(rng)
        feared = 0 if number % task.every else task.aware
        yield [task.play_on(task.tables, world.copy(), card, feared, task.seat, False) for card in cards]


def hopeless(values: Sequence[float], best: Sequence[float]) -> bool:
    """Whether the difference to the best is beyond chance."""
    mean, error = mean_and_error([v - b for v, b in zip(values, best, strict=True)])
    return mean > _HOPELESS * error
