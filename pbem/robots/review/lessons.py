"""Why a card was dearer than another: a code, and the facts that its sentence needs."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pbem.cards import Card
from pbem.robots.card_counting import CardCounter

Facts = dict[str, Any]


class Lesson(StrEnum):
    """The value is the name of a sentence in the templates; the facts are cards, seats and numbers."""

    CAUGHT_QUEEN = "over-the-queen"  # a card above a queen that was still out: facts: card, best, queen
    PLAYED_QUEEN = "queen-too-soon"  # the queen herself, where she could be made to win: facts: card, best
    KEPT_QUEEN = "queen-kept"  # she could have gone to somebody else: facts: card, best
    HELPED_SHOOTER = "fed-the-shooter"  # points to a seat that has them all: facts: card, best, seat
    LET_SHOOTER = "let-the-shooter-have-it"  # a trick of the shooter's could have been taken: facts: card, best, seat
    TOOK_TRICK = "took-the-trick"  # another card would have gone under: facts: card, best
    TOO_LOW = "spent-a-low-card"  # a higher one goes under as well: facts: card, best
    LED_SUIT = "led-the-wrong-suit"  # facts: card, best
    LED_RANK = "led-the-wrong-card"  # of the right suit: facts: card, best
    DISCARDED = "threw-the-wrong-card"  # facts: card, best
    MOON = "moon-was-there"  # the moon could be tried for: facts: card, best
    PASSED = "passed-the-wrong-cards"  # facts: cards, best
    OTHER = "another-card"  # facts: card, best


def lesson(counter: CardCounter, card: Card, best: Card, for_moon: bool = False) -> tuple[Lesson, Facts]:
    """The first reason that fits; `for_moon`: the better card plays for the moon."""
    facts: Facts = {"card": card, "best": best}
    if for_moon:
        return Lesson.MOON, facts
    heavy = counter.costs.heavy
    over = [h for h in counter.heavy_out if h.suit is card.suit and h.rank < card.rank]
    if over and card.suit in (counter.led, None if counter.led else card.suit) and best not in over:
        return Lesson.CAUGHT_QUEEN, facts | {"queen": over[0]}
    if best in heavy and card not in heavy and counter.led is not None:
        return Lesson.KEPT_QUEEN, facts
    if card in heavy and best not in heavy:
        return Lesson.PLAYED_QUEEN, facts
    if counter.led is None:
        return (Lesson.LED_SUIT if card.suit is not best.suit else Lesson.LED_RANK), facts
    if counter.threat is not None and counter.winner == counter.threat:
        return _about_shooter(counter, card, best, facts | {"seat": counter.threat})
    if card.suit is not counter.led:
        return Lesson.DISCARDED, facts
    return _about_rank(counter, card, best), facts


def _about_shooter(counter: CardCounter, card: Card, best: Card, facts: Facts) -> tuple[Lesson, Facts]:
    """The shooter has the trick so far."""
    if counter.costs.of[card] > counter.costs.of[best]:
        return Lesson.HELPED_SHOOTER, facts
    if _over(counter, best) and not _over(counter, card):
        return Lesson.LET_SHOOTER, facts
    return Lesson.OTHER, facts


def _about_rank(counter: CardCounter, card: Card, best: Card) -> Lesson:
    """Both follow suit: over or under the card to beat."""
    if _over(counter, card) and not _over(counter, best):
        return Lesson.TOOK_TRICK
    return Lesson.TOO_LOW if card.rank < best.rank else Lesson.OTHER


def _over(counter: CardCounter, card: Card) -> bool:
    """Whether the card beats what lies on the table."""
    best = counter.winning
    return best is not None and card.suit is best.suit and card.rank > best.rank
