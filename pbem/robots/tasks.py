"""Searches that take a while, as plain functions of plain values: a process of its own can run them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pbem.hearts.entries import Choice, Entry
from pbem.hearts.view import SeatView
from pbem.robots import LEVELS
from pbem.robots.levels.simple_answers import any_answer
from pbem.robots.review.deal_review import Review, review


def nothing() -> None:
    """What there is to think about a question that is not asked any more."""


def ponder(level: str, view: SeatView, seed: str) -> Choice:
    """What a robot of this level answers; the same for the same view and seed."""
    return LEVELS[level].choose(view, random.Random(seed))


def anything(view: SeatView) -> Choice:
    """A legal answer, no better than another: for a game whose robots have failed."""
    return any_answer(view)


def look_back(entries: Sequence[Entry], seat: int, seed: str) -> Review | None:
    """The teacher's view of a finished deal from one seat; None for a variant without a search."""
    return review(entries, seat, random.Random(seed).randrange(2**31))
