"""Passing by search: candidate passes race on the same worlds, in which the other seats pass by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from pbem.cards import Card
from pbem.robots.card_counting import CardCounter
from pbem.robots.engine.bitboard_rules import RuleTables, legal, opener, points
from pbem.robots.engine.bitboards import SUIT, bits, each
from pbem.robots.engine.objectives import PointsObjective
from pbem.robots.engine.playouts import Position, playout
from pbem.robots.engine.position import Situation
from pbem.robots.levels.pass_heuristics import urges

_POOL = 8  # the candidates are combinations of so many cards
_START = 40  # and so many combinations begin the race


def rough_pass(t: RuleTables, hand: int, count: int) -> int:
    """What another seat is taken to pass: a queen with few guards, her catchers, and the highest cards."""
    given = 0
    for _ in range(count):
        given |= _worst(t, hand & ~given)
    return given


def _worst(t: RuleTables, hand: int) -> int:
    heavy = hand & t.heavy
    for suit in SUIT:
        if heavy & suit and (hand & suit).bit_count() < 5:
            return heavy & suit & -(heavy & suit)
    caught = hand & t.guards
    if caught and not heavy and (hand & _suit(caught)).bit_count() < 5:
        return 1 << caught.bit_length() - 1
    light = hand & ~(t.heavy | t.guards | t.bonuses) or hand
    for level in t.levels:
        cards = light & level
        if cards:
            return 1 << cards.bit_length() - 1
    return hand & -hand


def _suit(mask: int) -> int:
    return next(s for s in SUIT if s & mask)


def candidates(counter: CardCounter, count: int) -> list[tuple[Card, ...]]:
    """The likely passes: combinations of the cards that the rules of thumb would sooner be rid of."""
    ranked = [card for _, card in urges(counter, count)][: max(_POOL, count + 2)]
    triples = combinations(range(len(ranked)), count)
    best_first = sorted(triples, key=lambda places: (sum(places), places))
    return [tuple(ranked[i] for i in places) for places in best_first[:_START]]


@dataclass(slots=True)
class Pass:
    """A pass and what the worlds said of it so far; the lower the better."""

    cards: tuple[Card, ...]
    values: list[float]

    @property
    def mean(self) -> float:
        """The mean worth."""
        return sum(self.values) / len(self.values)


def search_passes(
    counter: CardCounter,
    objective: PointsObjective,
    playouts: int,
    aware: int,
    rng: Random,
    also: tuple[Card, ...] = (),
) -> list[Pass]:
    """The passes that were still in the race at its end, best first; `also` stays in it whatever it is worth.

    Successive halving: all run on the first worlds, the better half on the next, and so on; each round costs the same.
    """
    situation = Situation(counter.view)
    likely = candidates(counter, counter.view.count) + [()] * counter.rules.pass_optional
    racing = [Pass(c, []) for c in likely if not also or set(c) != set(also)]
    kept = Pass(also, [])
    if also:
        racing.append(kept)
    rounds = max(1, (len(racing) - 1).bit_length() - 1)
    for _ in range(rounds):
        for _ in range(max(1, playouts // rounds // len(racing))):
            world = situation.draw(rng)
            for choice in racing:
                choice.values.append(_outcome(situation, world, choice.cards, objective, aware))
        racing.sort(key=lambda choice: choice.mean)
        racing = [c for at, c in enumerate(racing) if at < (len(racing) + 1) // 2 or c is kept]
    return racing


def compare_passes(
    counter: CardCounter,
    passes: Sequence[tuple[Card, ...]],
    objective: PointsObjective,
    worlds: int,
    aware: int,
    rng: Random,
) -> list[list[float]]:
    """What each of these passes is worth, one value a world, on the same worlds."""
    situation = Situation(counter.view)
    drawn = [situation.draw(rng) for _ in range(worlds)]
    return [[_outcome(situation, world, cards, objective, aware) for world in drawn] for cards in passes]


def _outcome(
    situation: Situation, world: Position, choice: tuple[Card, ...], objective: PointsObjective, aware: int
) -> float:
    """What the deal brings when this is passed and the others pass roughly; nothing passed is nothing got (§4.2)."""
    t, view = situation.tables, situation.view
    hands = world.hands.copy()
    me = situation.seat
    pairs = [((to - me) % t.seats, count) for to, count in view.pass_to]
    gifts = []
    for seat in range(t.seats):
        mask = bits(choice) if seat == me else rough_pass(t, hands[seat], view.count)
        order = [bits([c]) for c in choice] if seat == me else each(mask)
        hands[seat] &= ~mask
        for offset, count in pairs:
            to = (seat + offset) % t.seats
            while to == me and not choice:
                to = (to + pairs[0][0]) % t.seats
            gifts.append((to, sum(order[:count])))
            order = order[count:]
    for to, mask in gifts:
        hands[to] |= mask
    start = opener(t, hands, view.base.dealer)
    position = Position(hands, [0] * t.seats, start, False, True)
    position.kitty = world.kitty
    if t.first_lead and not t.first_lead_suit:
        position.play(t, legal(t, hands[start], 0, 0, True, False))
    return objective(points(t, playout(t, position, aware, me)))
