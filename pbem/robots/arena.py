"""Duels between robots: the same deals with the seats changed over, so that the cards favour nobody (§9.1)."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import repeat

from pbem.hearts.entries import NOTHING, Base, Choice, Dealt, Opened
from pbem.hearts.events import DealRecord
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import Ask, SeatView
from pbem.robots import LEVELS, Robot
from pbem.robots.engine.card_costs import deal_costs
from pbem.robots.engine.statistics import mean_and_error
from pbem.robots.levels.chance import Chance
from pbem.robots.levels.shooter import Shooter

PLAYERS: dict[str, Robot] = {"random": Chance(), **LEVELS, "shooter": Shooter()}
"""Who may play in a duel: the levels, and two who are there to be measured against."""

Watch = Callable[[Game, Choice], None]
Seating = tuple[bool, ...]
"""By seat whether A sits there."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """What a duel brought; points as costs, so that a negative difference is good for A."""

    deals: int
    difference: float  # points a deal of a seat of A less those of one of B
    standard_error: float  # of the difference, over deals
    a_points: float  # of a seat, a deal
    b_points: float
    a_moons: int  # shot by A, of the hands that A played; for B they are conceded, of as many deals
    b_moons: int
    a_hands: int
    b_hands: int
    a_milliseconds: float = field(compare=False)  # of the processor, for a choice that was one
    b_milliseconds: float = field(compare=False)


@dataclass(frozen=True, slots=True)
class Duel:
    """Who plays whom, at what."""

    a: Robot
    b: Robot
    rules: Rules
    seed: int = 1
    alone: bool = False  # A sits on one seat among Bs, and on each in turn
    phase: int = 1  # of the game (§8.7)


@dataclass(frozen=True, slots=True)
class _Score:
    """One deal in all its seatings."""

    a: float
    b: float
    a_moons: int
    b_moons: int
    spent: tuple[tuple[float, int], tuple[float, int]]  # seconds and choices of either


class Timed:
    """A robot with a watch beside it."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.spent: dict[Ask, list[float]] = {}

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """The robot's choice; its time is noted in seconds of the processor, if it had one."""
        began = time.process_time()
        choice = self.robot.choose(view, rng)
        if view.ask is not None and (view.ask is not Ask.PLAY or len(view.legal) > 1):
            self.spent.setdefault(view.ask, []).append(time.process_time() - began)
        return choice

    @property
    def total(self) -> tuple[float, int]:
        """All seconds, and the choices that they were spent on."""
        return sum(map(sum, self.spent.values())), sum(map(len, self.spent.values()))


def duel(match: Duel, deals: int, processes: int = 1, progress: Callable[[int], None] | None = None) -> DuelResult:
    """Plays `deals` deals, each with A and B on every other seat and then changed over; the same for the same seed.

    `progress` hears after each deal how many are done. With more than one process the deals are shared out.
    """
    scores: list[_Score] = []
    for score in _play_all(match, deals, processes):
        scores.append(score)
        if progress is not None:
            progress(len(scores))
    seats = seatings(match.rules.players, match.alone)
    return _result(scores, sum(map(sum, seats)), len(seats) * match.rules.players)


def _play_all(match: Duel, deals: int, processes: int) -> Iterator[_Score]:
    if processes <= 1:
        yield from (_play_deal(match, number) for number in range(deals))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play_deal, repeat(match), range(deals), chunksize=4)


def seatings(players: int, alone: bool = False) -> list[Seating]:
    """Where A sits: every other seat and the other way round; with an odd number each of these at every rotation."""
    if alone:
        return [tuple(seat == at for seat in range(players)) for at in range(players)]
    alternate = tuple(seat % 2 == 0 for seat in range(players))
    turns = players if players % 2 else 1
    turned = [alternate[at:] + alternate[:at] for at in range(turns)]
    return turned + [tuple(not is_a for is_a in seats) for seats in turned]


def _play_deal(match: Duel, number: int) -> _Score:
    points: dict[bool, list[float]] = {True: [], False: []}
    moons = {True: 0, False: 0}
    timed = {True: Timed(match.a), False: Timed(match.b)}
    for at, seating in enumerate(seatings(match.rules.players, match.alone)):
        robots = [timed[is_a] for is_a in seating]
        chance = f"{match.seed}/{number}/{at}"
        record = play_deal(match.rules, robots, f"{match.seed}/{number}", chance, number, phase=match.phase)
        costs = deal_costs(match.rules, record)
        for seat, is_a in enumerate(seating):
            points[is_a].append(costs[seat])
            moons[is_a] += record.shooter == seat
    a_mean, b_mean = (sum(points[is_a]) / len(points[is_a]) for is_a in (True, False))
    return _Score(a_mean, b_mean, moons[True], moons[False], (timed[True].total, timed[False].total))


def play_deal(
    rules: Rules,
    robots: Sequence[Robot],
    cards: str,
    chance: str,
    number: int,
    watch: Watch | None = None,
    phase: int = 1,
) -> DealRecord:
    """One deal by itself, from level scores: `cards` seeds the shuffle, `chance` what the robots throw.

    Its number is one of the cycle of passes, so that it is never near the game's end.
    """
    game = Game()
    game.apply(Opened(rules))
    base = _base(game, number, phase)
    shuffle = random.Random(cards)
    asked = 0
    while (record := game.record()) is None:
        if game.needs_chance:
            order = list(game.to_shuffle())
            shuffle.shuffle(order)
            entry = game.chance(tuple(order))
            game.apply(replace(entry, base=base) if isinstance(entry, Dealt) else entry)
            continue
        seat = game.to_act[0]
        choice = robots[seat].choose(game.view(seat), random.Random(f"{chance}/{asked}"))
        asked += 1
        if watch is not None:
            watch(game, choice)
        game.apply(choice)
    return record


def _base(game: Game, number: int, phase: int) -> Base:
    """What the deal stands on; in the second phase all begin at the target (§8.7)."""
    rules = game.rules
    scores = (rules.target,) * rules.players if phase == 2 else game.base.scores
    carry = replace(NOTHING, phase=phase)
    return Base(number % len(rules.pass_cycle) + 1, number % rules.players, scores, carry)


def _result(scores: Sequence[_Score], a_hands: int, hands: int) -> DuelResult:
    n = len(scores)
    mean, error = mean_and_error([s.a - s.b for s in scores])
    spent = [(sum(s.spent[who][0] for s in scores), sum(s.spent[who][1] for s in scores)) for who in (0, 1)]
    return DuelResult(
        deals=n,
        difference=mean,
        standard_error=error,
        a_points=sum(s.a for s in scores) / n,
        b_points=sum(s.b for s in scores) / n,
        a_moons=sum(s.a_moons for s in scores),
        b_moons=sum(s.b_moons for s in scores),
        a_hands=a_hands * n,
        b_hands=(hands - a_hands) * n,
        a_milliseconds=1000 * spent[0][0] / max(1, spent[0][1]),
        b_milliseconds=1000 * spent[1][0] / max(1, spent[1][1]),
    )
