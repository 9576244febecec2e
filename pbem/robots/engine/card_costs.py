"""What each card costs its taker under the rules in force, and what follows from that for the play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pbem.cards import Card, Suit
from pbem.hearts.entries import Score
from pbem.hearts.events import DealRecord
from pbem.hearts.rules.record import Rules


@dataclass(frozen=True)
class Costs:
    """The cards as costs: above 0 is bad to take, below 0 good, in whichever direction the game counts."""

    pack: tuple[Card, ...]
    of: dict[Card, float]
    total: float  # of all penalties
    heavy: tuple[Card, ...]  # penalties like the queen of spades: worth ducking by themselves
    prizes: tuple[Card, ...]  # the cards that are good to take
    heaviest: float
    per_trick: float  # what a trick costs on average
    usual_discard: float  # what somebody void is likely to throw, the heavy cards apart
    hearts: Suit | None  # the suit whose cards are all penalties
    moon: bool  # whether taking everything pays
    quiet_first_trick: bool
    tricks: tuple[float, ...]  # by number, from 0, what a trick costs by itself: below 0 it is good to have


@lru_cache(maxsize=256)
def costs_of(rules: Rules, taking: bool = False) -> Costs:
    """The costs of a variant; `taking` where the phase of the game turns points into a good thing (§8.7)."""
    turn = -1 if taking else 1
    pack = rules.deck()
    of = {c: float(turn * rules.points(c)) for c in pack}
    bad = {c: v for c, v in of.items() if v > 0}
    good = -turn if rules.scorer == "merit" else turn
    tricks = tuple(float(good * rules.tricks.of(number, rules.hand_size)) for number in range(1, rules.hand_size + 1))
    cards = sum(of[c] for c in pack if of[c] > 0)
    total = cards + sum(cost for cost in tricks if cost > 0) or 1.0
    heavy = tuple(c for c in sorted(bad) if _is_heavy(bad[c], cards, len(bad)))
    light = [v for c, v in bad.items() if c not in heavy]
    full = [s for s in Suit if (ranks := [c for c in set(pack) if c.suit is s]) and all(c in bad for c in ranks)]
    return Costs(
        pack=pack,
        of=of,
        total=total,
        heavy=heavy,
        prizes=tuple(sorted({c for c, v in of.items() if v < 0})),
        heaviest=max((bad[c] for c in heavy), default=total / 13),
        per_trick=(cards + sum(tricks) or 1.0) / rules.hand_size,
        usual_discard=sum(light) / len(light) if light else 0.0,
        hearts=full[0] if full else None,
        moon=rules.moon not in ("none", "own") and not taking,
        quiet_first_trick=rules.first_trick_points != "allowed",
        tricks=tricks,
    )


def _is_heavy(value: float, total: float, count: int) -> bool:
    """Far above the other penalties, and no small part of them all."""
    others = (total - value) / (count - 1) if count > 1 else 1.0
    return value >= 0.08 * total and value >= 2.3 * max(others, 1.0)


def deal_costs(rules: Rules, record: DealRecord) -> list[float]:
    """By seat what a deal cost, in what its game counts: points, or chips where they are paid for them."""
    sign = -1 if rules.money or rules.winner == "highest" else 1
    return [sign * sized(points) for points in record.points]


def sized(score: Score) -> float:
    """A score as one number; in Complex Hearts its magnitude."""
    return float(score) if isinstance(score, int) else float((score[0] ** 2 + score[1] ** 2) ** 0.5)
