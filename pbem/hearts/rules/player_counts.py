"""What changes with the number of players: cards leave the pack, and the passes are others (§6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.cards import Card, cards
from pbem.hearts.rules.record import Rules

REMOVED: dict[int, tuple[Card, ...]] = {
    3: cards("2D"),
    4: (),
    5: cards("2C 2D"),
    6: cards("3C 4C 2D 3D"),
    7: cards("3C 2D 3D"),
}
"""What leaves the pack so that it divides (§6.2, S4's table)."""

CYCLES: dict[int, tuple[str, ...]] = {
    2: ("left", "hold"),
    3: ("left", "right", "hold"),
    4: ("left", "right", "across", "hold"),
    5: ("left", "right", "second-left", "second-right", "hold"),
    6: ("left", "right", "second-left", "second-right", "across", "hold"),
    7: ("left", "right", "second-left", "second-right", "third-left", "hold"),
}
"""The passes by the number of players (§6.3)."""

_TWOS = cards("2C 2D 2S 2H")
_MARIA: dict[int, dict[str, Any]] = {
    3: {"removed": cards("2C")},
    4: {"removed": ()},
    5: {"removed": cards("2C 2D")},
    6: {"removed": _TWOS},
}

SEATED: dict[str, dict[int, dict[str, Any]]] = {
    "black-maria": _MARIA,  # (§8.5)
    "black-maria-b": _MARIA,
    "black-maria-c": _MARIA,
    "barker": {  # (§6.2 BARK)
        3: {"removed": cards("2D")},
        4: {"removed": ()},
        5: {"removed": cards("2D 2S")},
        6: {"removed": cards("2D 2S 2C 3D")},
        7: {"removed": cards("2D 2S 2C")},
    },
    "heartsette": {  # (§8.15)
        3: {"removed": cards("2S"), "hand": 16, "pass_cycle": CYCLES[3]},
        4: {"removed": cards("2S"), "hand": 12, "pass_cycle": CYCLES[4]},
        5: {"removed": (), "hand": 10, "pass_cycle": CYCLES[5]},
        6: {"removed": (), "hand": 8, "pass_cycle": CYCLES[6]},
    },
    "gong-zhu": {4: {"removed": ()}, 5: {"removed": cards("2C 2D")}},  # (§8.8)
    "joker": {  # so many jokers that the pack divides (§8.15 Crawford: one to four)
        3: {"jokers": 2, "pass_cycle": CYCLES[3]},
        4: {"jokers": 4},
        5: {"jokers": 3, "pass_cycle": CYCLES[5]},
        6: {"jokers": 2, "pass_cycle": CYCLES[6]},
        7: {"jokers": 4, "pass_cycle": CYCLES[7]},
    },
}
"""What a preset changes for a number of players, where it has its own mind about it."""

_THREE_TO_SEVEN = (3, 4, 5, 6, 7)

COUNTS: dict[str, tuple[int, ...]] = {
    "american": _THREE_TO_SEVEN,
    "web": _THREE_TO_SEVEN,
    "classic": _THREE_TO_SEVEN,
    "odd-kitty": (3, 5, 6, 7),
    "odd-exchange": (3, 5, 6, 7),
    "old-style": _THREE_TO_SEVEN,
    "forced-queen": _THREE_TO_SEVEN,
    "omnibus": _THREE_TO_SEVEN,
    "omnibus-ten": _THREE_TO_SEVEN,
    "sun": _THREE_TO_SEVEN,
    "cancellation": (6, 7, 8, 9, 10),
    "spot-a": _THREE_TO_SEVEN,
    "spot-b": _THREE_TO_SEVEN,
    "black-maria": (3, 4, 5, 6),
    "black-maria-b": (3, 4, 5, 6),
    "black-maria-c": (3, 4, 5, 6),
    "gong-zhu": (4, 5),
    "golden-ten": _THREE_TO_SEVEN,
    "super": _THREE_TO_SEVEN,
    "barker": _THREE_TO_SEVEN,
    "heartsette": (3, 4, 5, 6),
    "pool": _THREE_TO_SEVEN,
    "howell": _THREE_TO_SEVEN,
    "average": _THREE_TO_SEVEN,
    "auction": _THREE_TO_SEVEN,
    "domino": _THREE_TO_SEVEN,
    "joker": _THREE_TO_SEVEN,
    "mso": _THREE_TO_SEVEN,
}
"""For how many players a preset is meant, where there is a choice."""


def seating(rules: Rules, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The wanted changes, with what follows from a new number of players and is not set by hand."""
    players = wanted.get("players", rules.players)
    if players == rules.players:
        return dict(wanted)
    own = SEATED.get(rules.name, {})
    if players in own:
        return own[players] | dict(wanted)
    follows: dict[str, Any] = {}
    deal = (wanted.get(name, getattr(rules, name)) for name in ("pack", "kitty", "dummy", "hand"))
    if tuple(deal) == ("52", "none", "none", 0) and rules.removed == REMOVED.get(rules.players):
        follows["removed"] = REMOVED.get(players, ())
    if rules.pass_cycle == CYCLES.get(rules.players):
        follows["pass_cycle"] = CYCLES.get(players, ("hold",))
    return follows | dict(wanted)


def player_counts(rules: Rules) -> tuple[int, ...]:
    """For how many players the game of that name is meant."""
    return COUNTS.get(rules.name, (rules.players,))
