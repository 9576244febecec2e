"""Robots: they see a `SeatView` and nothing else, and answer whatever the seat is asked, always legally."""

from __future__ import annotations

import random
from typing import Protocol

from pbem.hearts.entries import Choice
from pbem.hearts.view import SeatView
from pbem.robots.levels.easy import Easy
from pbem.robots.levels.hard import Hard
from pbem.robots.levels.medium import Medium


class Robot(Protocol):
    """Somebody who can sit at a seat."""

    def choose(self, view: SeatView, rng: random.Random) -> Choice:
        """A legal answer to what the seat is asked; the same for the same view and the same seed."""
        ...


LEVELS: dict[str, Robot] = {
    "easy": Easy(),
    "medium": Medium(),
    "hard": Hard(),
}
"""The levels by name, the weakest first."""

SLOW = frozenset({"hard"})
"""Who searches before it answers: such a robot thinks outside of every transaction."""

ADVISER = "hard"
"""Whose choice a hint tells."""

BEGINNER = "easy"
"""Who plays against somebody who learns the game."""

DEFAULT = "medium"
"""Who sits down where somebody asked for "robot" and named no level."""
