"""Shooting the moon and the sun: who did, who is asked, how it is paid (§4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.cards import Card
from pbem.hearts.entries import MoonChosen, Score
from pbem.hearts.events import Event, MoonShot, Trick
from pbem.hearts.play.deal import Deal
from pbem.hearts.refusal import MoonChoice, Refused
from pbem.hearts.rules.card_values import WIDTH
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.arithmetic import plus
from pbem.hearts.scoring.points import Count, count_all, floored, pile, shoot
from pbem.hearts.scoring.standing import places, reached
from pbem.hearts.view import SeatView


def begin(deal: Deal, events: list[Event]) -> bool:
    """Whether a shooter must be asked."""
    side = _shooting_side(deal)
    if side is None:
        return False
    deal.shooter = _last_taker(deal, deal.piles_together()[side])
    events.append(MoonShot(deal.shooter))
    return deal.rules.moon == "choice"


def choose(deal: Deal, entry: MoonChosen, _: list[Event]) -> bool:
    """The shooter has chosen."""
    if entry.choice not in ("add", "subtract"):
        raise Refused(MoonChoice())
    deal.moon_choice = entry.choice
    return True


def _shooting_side(deal: Deal) -> int | None:
    rules = deal.rules
    if rules.moon == "none":
        return None
    sides = deal.piles_together()
    if has_sun(deal):
        winner = deal.tricks[0].winner
        return next((at for at, side in enumerate(sides) if winner in side), None)
    if rules.moon_set == "points":
        return next((at for at, count in enumerate(count_all(deal)) if count.score == rules.point_sum), None)
    penalties, bonuses = deal.penalties, rules.bonuses
    with_bonus = rules.moon_set == "penalties-and-bonus"

    def needed(cards: Iterable[Card]) -> int:
        return sum(penalties[s * WIDTH + r] > 0 or (with_bonus and bonuses[s * WIDTH + r] < 0) for s, r in cards)

    every = needed(rules.deck())
    alone = rules.teams == "found"  # one of the two must have it, not both together (§5)
    return next((at for at, side in enumerate(sides) if every in _needed_by(deal, side, needed, alone)), None)


def _needed_by(
    deal: Deal, side: tuple[int, ...], needed: Callable[[Iterable[Card]], int], alone: bool
) -> tuple[int, ...]:
    """How much of what the moon needs the side has, or each of it alone."""
    return tuple(needed(deal.piles[seat]) for seat in side) if alone else (needed(pile(deal, side)),)


def has_sun(deal: Deal) -> bool:
    """Whether one side took every trick, where that counts (§4.4)."""
    return any(took_all(deal.rules, deal.tricks, side) for side in deal.piles_together())


def took_all(rules: Rules, tricks: Sequence[Trick], side: tuple[int, ...]) -> bool:
    """Whether the side took every trick, where that counts."""
    return bool(rules.sun_value) and all(trick.winner in side for trick in tricks)


def _last_taker(deal: Deal, side: tuple[int, ...]) -> int:
    """Of partners, who took the last penalty card: that one chooses (§5)."""
    for trick in reversed(deal.tricks):
        if trick.winner in side and any(deal.penalties[p.card[0] * WIDTH + p.card[1]] > 0 for p in trick.plays):
            return int(trick.winner or 0)
    return side[0]


def _chosen(deal: Deal, _: list[Count], __: int, ___: int) -> str:
    return deal.moon_choice or "subtract"


def _add_unless(deal: Deal, counts: list[Count], side: int, worth: int) -> str:
    """Added to the others, unless that would let another win: then off the own score (§4.4 mode 4)."""
    scores = by_seat(deal, [count.score for count in shoot(deal.rules, counts, side, "add", worth)])
    totals = [plus(before, won) for before, won in zip(deal.base.scores, scores, strict=True)]
    if not reached(deal.rules, totals):
        return "add"
    return "subtract" if places(deal.rules, totals)[deal.piles_together()[side][0]] > 1 else "add"


Pay = Callable[[Deal, list[Count], int, int], str]


def _always(how: str) -> Pay:
    return lambda *_: how


MOONS: dict[str, Pay | None] = {
    "choice": _chosen,
    "subtract": _always("subtract"),
    "add": _always("add"),
    "add-unless": _add_unless,
    "none": None,
    "flip": _always("subtract"),  # the sign of the shooter's penalties (§8.1)
    "win-game": _always("win-game"),  # (§8.6)
    "own": _always("own"),  # the shooter has another number of points than the sum (§8.19 Slobberhannes)
}
"""How a moon is paid: `add` to the others, `subtract` from the shooter, `own` to the shooter, or the game itself."""


def pay_moon(deal: Deal) -> list[Score]:
    """By player what the deal is worth, the moon paid."""
    counts = count_all(deal)
    pay = MOONS[deal.rules.moon]
    if deal.shooter is not None and pay is not None:
        side = next(at for at, seats in enumerate(deal.piles_together()) if deal.shooter in seats)
        worth = deal.rules.sun_value if has_sun(deal) else deal.rules.moon_value
        deal.moon = pay(deal, counts, side, worth)
        if deal.moon != "win-game":
            counts = shoot(deal.rules, counts, side, deal.moon, worth)
    return by_seat(deal, [floored(deal, count).score for count in counts])


def by_seat(deal: Deal, of_sides: list[Score]) -> list[Score]:
    """The scores of sides as scores of players."""
    out: list[Score] = [0] * deal.rules.players
    for side, score in zip(deal.piles_together(), of_sides, strict=True):
        for seat in side:
            out[seat] = score
    return out


def moon_choices(view: SeatView) -> dict[str, list[Score]]:
    """The scores after each choice of the shooter, by `add` and `subtract`; {} where more than sums decides."""
    rules, shooter = view.rules, view.seat
    plain = (
        rules.scorer == "sum" and rules.teams in ("none", "summed") and not (rules.trick_values or rules.bonus_floor)
    )
    if not plain or view.kitty_size:
        return {}
    worth = rules.sun_value if took_all(rules, view.tricks, (shooter,)) else rules.moon_value
    counts = [Count(0, points) for points in view.points]
    counts[shooter] = Count(rules.penalty_sum, plus(view.points[shooter], -rules.penalty_sum))
    return {
        how: [
            plus(score, count.score)
            for score, count in zip(view.scores, shoot(rules, counts, shooter, how, worth), strict=True)
        ]
        for how in ("add", "subtract")
    }
