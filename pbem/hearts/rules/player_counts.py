"""What changes with the number of players: cards leave the pack, and the passes are others (§6).

A variant that may be played by other numbers says so in its record, as text: `3; 4 removed=none; 5 removed=2C hand=10`.
A number alone takes what all Hearts does for it (`REMOVED`, `CYCLES`); options behind it stand in its place, and
`house=` names the fields that are house rules at that number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pbem.cards import Card, cards, cards_text

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

Seatings = Mapping[int, tuple[tuple[str, str], ...]]
"""By number of players the options that it sets, as written."""


@lru_cache(maxsize=64)
def seatings(text: str) -> Seatings:
    """The numbers of players in a record's text; ValueError for text that is none."""
    found: dict[int, tuple[tuple[str, str], ...]] = {}
    for part in filter(None, text.split(";")):
        count, *words = part.split()
        pairs = [word.partition("=") for word in words]
        found[int(count)] = tuple((option, value) for option, _, value in pairs)
    return found


_ENDS: tuple[tuple[str, ...], ...] = (("hold",), (), ("scatter",), ("scatter", "hold"), ("mix",))
"""How a cycle goes on when each direction has had its turn (§4.2)."""


def turned(cycle: tuple[str, ...], before: int, players: int) -> tuple[str, ...] | None:
    """The same cycle for another number of players: its directions change, its end stays. None for any other."""
    ways, other = CYCLES.get(before, ("hold",))[:-1], CYCLES.get(players, ("hold",))[:-1]
    end = cycle[len(ways) :]
    if not ways or cycle[: len(ways)] != ways or end not in _ENDS:
        return None
    return (*other, *end) or ("hold",)


def _cycle(players: int) -> str:
    return "pass=" + ",".join(CYCLES[players])


def _removed(players: int) -> str:
    return "removed=" + (cards_text(REMOVED[players]).replace(" ", ",") or "none")


THREE_TO_SEVEN = "3; 4; 5; 6; 7"
CLASSIC = "; ".join(  # its source passes left and right among fewer than four, and is silent above (§8.18)
    f"{players} {_removed(players)} {passes} house={house}"
    for players, passes, house in (
        (3, "pass=left,right", "tie"),
        (4, _cycle(4), "tie"),
        *((more, _cycle(more), "tie,pass_cycle") for more in (5, 6, 7)),
    )
)
KITTY = "; ".join(  # what does not divide is the kitty; at four, twelve cards each (§4.1)
    f"{players} hand={12 if players == 4 else 0} {_cycle(players)}" for players in (3, 4, 5, 6, 7)
)
ODD = "3; 5; 6; 7"  # at four no card is left over
SIX_TO_TEN = "6; 7; 8; 9; 10"
MARIA = "3 removed=2C; 4 removed=none; 5 removed=2C,2D; 6 removed=2C,2D,2S,2H"  # (§8.5)
PIG = "4 removed=none; 5 removed=2C,2D"  # (§8.8)
BARKER = "3 removed=2D; 4 removed=none; 5 removed=2D,2S; 6 removed=2D,2S,2C,3D; 7 removed=2D,2S,2C"  # (§6.2 BARK)
KATE = "3 hand=17; 4 hand=12; 5 hand=10; 6 hand=8; 7 hand=7"  # as many left over as players, at most (§3)
POLIGNAC = "3 removed=7C,7S; 4 removed=none; 5 removed=7C,7S; 6 removed=7C,7S; 7 removed=7C,7D,7S,7H"  # (§8.19)
CIAPANO = "; ".join(  # (§8.19)
    f"{players} removed={removed}"
    for players, removed in (
        *((3, "4C"), (4, "none"), (5, "none")),
        *((6, "4C,4D,4S,4H"), (7, "4C,4D,4S,4H,5C"), (8, "none")),
    )
)
HEARTSETTE = "; ".join(  # (§8.15)
    f"{players} removed={removed} hand={hand} {_cycle(players)}"
    for players, removed, hand in ((3, "2S", 16), (4, "2S", 12), (5, "none", 10), (6, "none", 8))
)
JOKER = "; ".join(  # so many jokers that the pack divides (§8.15 Crawford: one to four)
    f"{players} jokers={jokers} {_cycle(players)}" for players, jokers in ((3, 2), (4, 4), (5, 3), (6, 2), (7, 4))
)
