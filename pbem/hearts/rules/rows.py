"""How a preset is written: what differs from another one (§10.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.hearts.rules.card_values import SCHEMES
from pbem.hearts.rules.player_counts import THREE_TO_SEVEN
from pbem.hearts.rules.record import Rules

AMERICAN = Rules(name="american", seatings=THREE_TO_SEVEN)  # (§3)

FREE: dict[str, Any] = {"pass_cycle": ("hold",), "first_lead": "dealer-left", "heart_lead": "any", "moon": "none"}
"""As the oldest games are played: no pass, the dealer's left leads anything, no moon."""


def row(name: str, house: str = "", base: Rules = AMERICAN, **changes: Any) -> Rules:
    """A preset: what differs from the base, and which fields no source gives (house rules).

    For how many players it is meant it says itself: what a base stands for need not be true of it.
    """
    return replace(base, name=name, house=tuple(house.split()), **{"seatings": ""} | changes)


def hearts_only(name: str, house: str = "", **changes: Any) -> Rules:
    """A game of the books: each heart counts 1, and nothing else does (§8.15)."""
    return row(name, house, **FREE | {"values": SCHEMES["hearts"]} | changes)


def money(name: str, settle: str, house: str = "", **changes: Any) -> Rules:
    """The same for chips, one deal a game (§8.15)."""
    changed: dict[str, Any] = {
        "target": 0,
        "end_when": "deals",
        "deals": 1,
        "winner": "highest",
        "settle": settle,
    }
    return hearts_only(name, house, seatings=THREE_TO_SEVEN, **changed | changes)
