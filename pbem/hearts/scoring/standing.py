"""After a deal: the scores, whether the game is over, and the places (§4.4 end, tie, exact score)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.hearts.entries import Carry, Score
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.arithmetic import plus, size


@dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands when a deal is scored. `places` only when it is over."""

    scores: tuple[Score, ...]
    over: bool
    places: tuple[int, ...]
    carry: Carry


def starting(rules: Rules) -> tuple[Score, ...]:
    """The scores before the first deal."""
    return ((0, 0) if rules.scorer == "complex" else 0,) * rules.players


def reached(rules: Rules, totals: Sequence[Score]) -> bool:
    """Whether a total has come to the target; one below 0 is reached from above, or its opposite too (§8.8)."""
    if rules.target < 0:
        up = rules.end_when == "either-way"
        return any(size(total) <= rules.target or (up and size(total) >= -rules.target) for total in totals)
    goal = rules.target**2 if rules.scorer == "complex" else rules.target
    return any(
        size(total) > goal or (size(total) == goal and rules.end_when not in ("over", "time")) for total in totals
    )


def _exact(rules: Rules, total: Score) -> Score:
    """A total of exactly the target falls back, where the rules say so, before the end is tested (§4.4)."""
    if rules.exact in ("50", "0") and total == rules.target:
        return int(rules.exact)
    return total


def _key(rules: Rules, total: Score) -> tuple[int, int]:
    """What places are compared by, the lower the better."""
    if rules.money or rules.winner == "highest":
        return 0, -size(total)
    if rules.winner == "smallest-positive":
        return (0, size(total)) if size(total) > 0 else (1, 0)  # who has nothing takes no part (§8.11)
    return 0, size(total)


def places(rules: Rules, totals: Sequence[Score]) -> tuple[int, ...]:
    """By seat, 1 is best, equal ones share; partners stand by the sum of both (§5)."""
    if rules.teams == "summed":
        totals = [plus(totals[a], totals[b]) for a, b in rules.sides] * 2
    keys = [_key(rules, total) for total in totals]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _tied(rules: Rules, found: tuple[int, ...]) -> bool:
    """Whether more than one player, or both teams, are first."""
    return found.count(1) > len(rules.sides[0])


def after_deal(
    rules: Rules, number: int, scores: Sequence[Score], won: Sequence[Score], carry: Carry, stopped: bool
) -> Standing:
    """The scores with the deal's points, and what follows from them."""
    totals = tuple(_exact(rules, plus(before, more)) for before, more in zip(scores, won, strict=True))
    if rules.phases == 2:
        return _two_phases(rules, number, totals, carry, stopped)
    if rules.exact == "wins" and rules.target in totals:  # (§4.4, exactly 100 wins)
        first = tuple(1 if total == rules.target else 2 for total in totals)
        return Standing(totals, True, first, carry)
    over = stopped or (rules.deals > 0 and number >= rules.deals)
    over = over or (rules.end_when != "deals" and rules.target != 0 and reached(rules, totals))
    found = places(rules, totals)
    if over and rules.tie == "extra-deals" and _tied(rules, found) and not stopped:
        over = False
    return Standing(totals, over, found if over else (), carry)


def _two_phases(rules: Rules, number: int, totals: tuple[Score, ...], carry: Carry, stopped: bool) -> Standing:
    """Up to the target, then back down: the first to come to 0 wins (§8.7)."""
    if carry.phase == 2:
        over = any(size(total) <= 0 for total in totals)
    else:
        over = False
        if reached(rules, totals):
            carry = replace(carry, phase=2)
    over = over or stopped or (rules.deals > 0 and number >= rules.deals)
    return Standing(totals, over, places(rules, totals) if over else (), carry)


def after_instant_win(rules: Rules, scores: Sequence[Score], won: Sequence[Score], winner: int) -> Standing:
    """The shooter of the moon has won the game; the others by their scores (§8.6)."""
    totals = tuple(plus(before, more) for before, more in zip(scores, won, strict=True))
    found = list(places(rules, totals))
    keys = [_key(rules, total) for total in totals]
    for seat, key in enumerate(keys):
        found[seat] = 2 + sum(other < key for at, other in enumerate(keys) if at != winner)
    found[winner] = 1
    return Standing(totals, True, tuple(found), Carry())


def seat_lost(rules: Rules, shooter: int) -> int:
    """Who gives up the seat after a moon that won the game: the shooter's left-hand neighbour (§8.6)."""
    return (shooter + 1) % rules.players
