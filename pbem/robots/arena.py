"""Duels between robots: the same deals with the seats changed over, so that the cards favour nobody (§9.1)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat

from pbem.hearts.entries import Choice, Dealt, Opened
from pbem.hearts.events import DealRecord
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.robots import Robot
from pbem.robots.engine.card_costs import sized
from pbem.robots.engine.statistics import mean_and_error

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
    a_moons: int  # shot by A, of the hands that A played
    b_moons: int
    a_hands: int
    b_hands: int


@dataclass(frozen=True, slots=True)
class _Score:
    """One deal in all its seatings."""

    a: float
    b: float
    a_moons: int
    b_moons: int


def duel(
    a: Robot,
    b: Robot,
    deals: int,
    rules: Rules,
    seed: int = 1,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
    alone: bool = False,
) -> DuelResult:
    """Plays `deals` deals, each with A and B on every other seat and then changed over; the same for the same seed.

    `alone`: A sits on one seat among Bs, and on each in turn.

    `progress` hears after each deal how many are done. With more than one process the deals are shared out.
    """
    scores: list[_Score] = []
    seats = seatings(rules.players, alone)
    for score in _play_all(a, b, deals, rules, seats, seed, processes):
        scores.append(score)
        if progress is not None:
            progress(len(scores))
    return _result(scores, sum(map(sum, seats)), len(seats) * rules.players)


def _play_all(
    a: Robot, b: Robot, deals: int, rules: Rules, seats: list[Seating], seed: int, processes: int
) -> Iterator[_Score]:
    if processes <= 1:
        for number in range(deals):
            yield _play_deal(a, b, rules, seats, seed, number)
        return
    same = [repeat(each) for each in (a, b, rules, seats, seed)]
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play_deal, *same, range(deals), chunksize=4)


def seatings(players: int, alone: bool = False) -> list[Seating]:
    """Where A sits: every other seat and the other way round; with an odd number each of these at every rotation."""
    if alone:
        return [tuple(seat == at for seat in range(players)) for at in range(players)]
    alternate = tuple(seat % 2 == 0 for seat in range(players))
    turns = players if players % 2 else 1
    turned = [alternate[at:] + alternate[:at] for at in range(turns)]
    return turned + [tuple(not is_a for is_a in seats) for seats in turned]


def _play_deal(a: Robot, b: Robot, rules: Rules, seats: list[Seating], seed: int, number: int) -> _Score:
    points: dict[bool, list[float]] = {True: [], False: []}
    moons = {True: 0, False: 0}
    for at, seating in enumerate(seats):
        robots = [a if is_a else b for is_a in seating]
        record = play_deal(rules, robots, f"{seed}/{number}", f"{seed}/{number}/{at}", number)
        for seat, is_a in enumerate(seating):
            points[is_a].append(cost(rules, record, seat))
            moons[is_a] += record.shooter == seat
    a_mean, b_mean = (sum(points[is_a]) / len(points[is_a]) for is_a in (True, False))
    return _Score(a_mean, b_mean, moons[True], moons[False])


def cost(rules: Rules, record: DealRecord, seat: int) -> float:
    """What the deal added to the seat's score, as a cost."""
    return sized(record.points[seat]) * (-1 if rules.winner == "highest" else 1)


def play_deal(
    rules: Rules, robots: Sequence[Robot], cards: str, chance: str, number: int, watch: Watch | None = None
) -> DealRecord:
    """One deal by itself, from level scores: `cards` seeds the shuffle, `chance` what the robots throw."""
    game = Game()
    game.apply(Opened(rules))
    base = replace(game.base, number=number % 840 + 1, dealer=number % rules.players)
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


def _result(scores: Sequence[_Score], a_hands: int, hands: int) -> DuelResult:
    n = len(scores)
    mean, error = mean_and_error([s.a - s.b for s in scores])
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
    )
