"""Why a card was dearer than another: a code, and the facts that its sentence needs.

A lesson says only what can be looked up: where the cards lay when it was played, or how often something came of each
card in the same worlds. It never says what would have happened in the deal itself, which nobody can know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from math import sqrt
from typing import Any

from pbem.cards import Card
from pbem.robots.card_counting import CardCounter
from pbem.robots.review.outcomes import PlayedOut

Facts = dict[str, Any]


class Lesson(StrEnum):
    """The value is the name of a sentence in the templates; the facts are cards, seats and numbers.

    `often` and `rarely` count the worlds, of `worlds`, in which it came about after the one card and after the other.
    """

    GAVE_MOON = "gave-a-moon"  # another shoots more often after card: facts: card, best, often, rarely, worlds
    OWN_MOON = "moon-was-there"  # the seat shoots more often after best: the same facts
    KEPT_HEAVY = "queen-kept"  # best, a queen, cannot take this trick and was kept: facts: card, best
    TOOK_HEAVY = "took-the-queen"  # she lies with the seat more often after card: the same facts, queen
    MISSED_PRIZE = "missed-the-prize"  # it lies with the seat more often after best: the same facts, prize
    TOOK_TRICK = "took-the-trick"  # card takes it more often: the same facts
    KEPT_DANGER = "kept-danger"  # best, when it is kept, takes a trick more often than card does: the same facts
    TOO_LOW = "spent-a-low-card"  # best is higher and under what lies there as well: facts: card, best, winning
    PASSED = "passed-the-wrong-cards"  # facts: cards, best, better, worse, worlds
    OTHER = "another-card"  # facts: card, best, better, worse, worlds


_BEYOND_CHANCE = 2.0  # standard errors of a difference between two counts
_NOTEWORTHY = 0.08  # and so much of all worlds


def cards_to_look_for(counter: CardCounter, card: Card, best: Card) -> tuple[Card, ...]:
    """The cards of whose way a lesson may tell."""
    return (card, best, *counter.costs.heavy, *counter.costs.prizes)


def lesson(
    counter: CardCounter, card: Card, best: Card, ours: Sequence[PlayedOut], other: Sequence[PlayedOut]
) -> tuple[Lesson, Facts]:
    """The first reason that holds; `ours` came of the card, `other` of the better one, in the same worlds."""
    facts: Facts = {"card": card, "best": best}
    for reason, more in _reasons(counter, card, best, ours, other):
        if more is not None:
            return reason, facts | more
    return Lesson.OTHER, facts | preferred([o.worth for o in ours], [o.worth for o in other])


def preferred(ours: Sequence[float], other: Sequence[float]) -> Facts:
    """In how many worlds the other choice was better and worse."""
    pairs = list(zip(ours, other, strict=True))
    better, worse = sum(b < a for a, b in pairs), sum(b > a for a, b in pairs)
    return {"better": better, "worse": worse, "worlds": len(pairs)}


def _reasons(
    counter: CardCounter, card: Card, best: Card, ours: Sequence[PlayedOut], other: Sequence[PlayedOut]
) -> Iterator[tuple[Lesson, Facts | None]]:
    """Every reason in its order, with the facts where it holds."""
    side = next(side for side in counter.rules.sides if counter.view.seat in side)
    heavy = counter.costs.heavy
    yield Lesson.GAVE_MOON, _more(ours, other, lambda o: o.shooter is not None and o.shooter not in side)
    yield Lesson.OWN_MOON, _more(other, ours, lambda o: o.shooter in side)
    if best in heavy and card not in heavy and _goes_under(counter, best):
        yield Lesson.KEPT_HEAVY, {}
    for one in heavy:
        yield Lesson.TOOK_HEAVY, _more(ours, other, _got(one), queen=one)
    for one in counter.costs.prizes:
        yield Lesson.MISSED_PRIZE, _more(other, ours, _got(one), prize=one)
    yield Lesson.TOOK_TRICK, _more(ours, other, lambda o: o.takes)
    if counter.led is not None and counter.led not in (card.suit, best.suit):
        yield (
            Lesson.KEPT_DANGER,
            _difference(sum(best in o.got for o in ours), sum(card in o.got for o in other), len(ours)),
        )
    if counter.winning is not None and card.suit is best.suit is counter.led and _goes_under(counter, best):
        yield Lesson.TOO_LOW, {"winning": counter.winning} if card.rank < best.rank else None


def _got(card: Card) -> Callable[[PlayedOut], bool]:
    return lambda outcome: card in outcome.got


def _more(
    these: Sequence[PlayedOut], those: Sequence[PlayedOut], event: Callable[[PlayedOut], bool], **facts: Card
) -> Facts | None:
    """How often it came about on either side, where that is more often among the first."""
    found = _difference(sum(map(event, these)), sum(map(event, those)), len(these))
    return None if found is None else found | facts


def _difference(often: int, rarely: int, worlds: int) -> Facts | None:
    """The two counts, where the first is greater beyond chance and by enough to be worth a word."""
    error = sqrt(often + rarely)  # no less than that of the difference
    if often - rarely < max(_BEYOND_CHANCE * error, _NOTEWORTHY * worlds):
        return None
    return {"often": often, "rarely": rarely, "worlds": worlds}


def _goes_under(counter: CardCounter, card: Card) -> bool:
    """Whether the card cannot take the trick, whatever comes after it."""
    if counter.winning is None or counter.rules.trick != "plain":
        return False
    return card.suit is not counter.led or card.rank < counter.winning.rank
