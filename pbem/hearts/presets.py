"""The games that have a name, in the order in which they are listed (§10.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.cards import Card, cards
from pbem.hearts.rules import Rules

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

AMERICAN = Rules(name="american")  # (§3)

_LIST: tuple[Rules, ...] = (
    AMERICAN,
    replace(AMERICAN, name="web", first_trick_points="forbidden", moon="add"),  # (§8.16)
)

PRESETS: dict[str, Rules] = {rules.name: rules for rules in _LIST}
"""Every named game at its usual number of players."""

ALIASES: dict[str, str] = {
    "standard": "american",
    "hearts": "american",
    "rickety-kate": "american",
    "black-lady": "american",
    "microsoft": "web",
}
"""Other names of the same games."""

SEATED: dict[str, dict[int, dict[str, Any]]] = {}
"""What a preset changes for another number of players, where it has its own mind about it."""


def seating(rules: Rules, players: int) -> dict[str, Any]:
    """What changes with the number of players: cards removed and the passes, unless they were set by hand."""
    if players == rules.players:
        return {}
    own = SEATED.get(rules.name, {})
    changes: dict[str, Any] = {"players": players}
    if players in own:
        changes |= own[players]
    else:
        if rules.pack == "52" and rules.kitty == "none" and rules.removed == REMOVED.get(rules.players):
            changes["removed"] = REMOVED.get(players, ())
        if rules.pass_cycle == CYCLES.get(rules.players):
            changes["pass_cycle"] = CYCLES.get(players, ("hold",))
    return changes


def preset(name: str, **changes: Any) -> Rules:
    """The named game (KeyError if none), seated for `players`, with the other fields changed as named."""
    rules = PRESETS[ALIASES.get(name, name)]
    return replace(rules, **seating(rules, changes.get("players", rules.players)) | changes)
