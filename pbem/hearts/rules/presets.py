"""The games that have a name, in the order in which they are listed: one row each (§10.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.cards import cards
from pbem.hearts.rules.aliases import ALIASES
from pbem.hearts.rules.card_values import QUEEN, SCHEMES
from pbem.hearts.rules.player_counts import (
    BARKER,
    CLASSIC,
    CYCLES,
    HEARTSETTE,
    JOKER,
    KATE,
    KITTY,
    MARIA,
    ODD,
    PIG,
    SIX_TO_TEN,
    THREE_TO_SEVEN,
)
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.relatives import RELATIVES
from pbem.hearts.rules.rows import AMERICAN, FREE, hearts_only, money, row
from pbem.hearts.rules.switches import seating

__all__ = ["AMERICAN", "PRESETS", "preset"]

_CHARGES = cards("AH QS JD 10C")
_HOPE = cards(" ".join(rank + suit for rank in ("3", "5", "7", "9", "J", "K") for suit in "CDSH"))


def _maria(name: str, values: str, house: str = "", **changes: Any) -> Rules:
    changed = FREE | {
        "players": 3,
        "removed": cards("2C"),
        "pass_cycle": ("right",),
        "values": SCHEMES[values],
    }
    return row(name, house + " moon", seatings=MARIA, **changed | changes)


_OMNIBUS = row("omnibus", seatings=THREE_TO_SEVEN, bonus="JD=-10")
_TURBO = row("turbo", "moon", base=_OMNIBUS, scorer="turbo", charge=_CHARGES, moon="flip")
_SPOT: dict[str, Any] = {"target": 500}
_PIG: dict[str, Any] = FREE | {
    "values": SCHEMES["pig"],
    "bonus": "JD=-100",
    "scorer": "pig",
    "charge": _CHARGES,
    "first_lead": "pig",
    "winner": "highest",
    "target": -1000,
}
_NASTY: dict[str, Any] = {
    "values": SCHEMES["queens"],
    "bonus": "JD=-10",
    "moon": "win-game",
    "target": 300,
    "pass_cycle": ("call",),
}
_HARTEN: dict[str, Any] = {
    "pack": "32",
    "values": SCHEMES["hartenjagen"],
    "heart_lead": "any",
    "moon": "none",
    "target": 50,
}
_ODD: dict[str, Any] = {
    "players": 3,
    "pass_cycle": CYCLES[3],
    "kitty": "rest",
    "kitty_to": "first-trick",
}

_KATE = row(  # the Australian game of 46 points (§3)
    "kate",
    "target",
    **FREE | {"pass_cycle": ("left",), "pass_count": 2, "moon": "add"},
    seatings=KATE,
    hand=12,
    kitty="rest",
    kitty_to="first-trick",
    values=SCHEMES["kate"],
    refusable=(QUEEN,),
)

_LIST: tuple[Rules, ...] = (
    AMERICAN,
    row("web", seatings=THREE_TO_SEVEN, first_trick_points="forbidden", moon="add"),  # (§8.16)
    row("microsoft", "tie", first_trick_points="forbidden", moon="add"),  # (§8.17)
    row(  # (§8.18)
        "classic", "tie", seatings=CLASSIC, first_trick_points="forbidden", breakers="heart-or-queen"
    ),
    # kitties (§4.1, §6.1)
    row("kitty", seatings=KITTY, hand=12, kitty="rest", kitty_to="first-penalty"),
    row("odd-kitty", seatings=ODD, **_ODD),
    row("odd-exchange", seatings=ODD, **_ODD, kitty_use="exchange"),
    # passes (§4.2)
    row("no-hold", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across")),
    row("scatter", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "scatter")),
    row("scatter-hold", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "scatter", "hold")),
    row("mix", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "mix")),
    row("dealers-call", pass_cycle=("call",)),
    row("keep", pass_optional=True),
    # leads and queens (§4.3)
    row("old-style", seatings=THREE_TO_SEVEN, first_lead="dealer-left", heart_lead="any"),
    row("forced-queen", seatings=THREE_TO_SEVEN, force_queen=True),
    # scores (§4.4)
    _OMNIBUS,
    row("omnibus-ten", seatings=THREE_TO_SEVEN, bonus="10D=-10"),
    row(
        "bicycle-omnibus",
        bonus="10D=-10",
        moon_set="penalties-and-bonus",
        slam_replaces_bonus=True,
        moon="subtract",
        first_trick_points="forbidden",
        breakers="heart-or-queen",
    ),
    row("sun", seatings=THREE_TO_SEVEN, sun="52"),
    row("pooled", "target tie", teams="pooled", tie="extra-deals"),  # (§5)
    row("summed", "tie", teams="summed", tie="extra-deals"),
    row("spot-a", "moon", seatings=THREE_TO_SEVEN, values=SCHEMES["spot-a"], **_SPOT),  # (§8.4)
    row("spot-b", "moon", seatings=THREE_TO_SEVEN, values=SCHEMES["spot-b"], **_SPOT),
    row("spot-league", values="H=pips QS=50", bonus="JD=-40", moon="add", moon_pays="150", **_SPOT),
    # their own mechanics (§8)
    _TURBO,
    row(  # as the turbo-hearts server plays a match (§8.1)
        "turbo-match",
        base=_TURBO,
        first_trick_points="forbidden-bonus",
        target=0,
        end_when="deals",
        deals=4,
        settle="average",
        winner="highest",
    ),
    row("booster", boost="nines"),  # (§8.2)
    row("turbo-booster", "moon", base=_TURBO, boost="nines"),
    row(
        "cancellation",
        "heart_lead moon",
        **FREE,
        players=6,
        seatings=SIX_TO_TEN,
        pack="2x52",
        kitty="rest",
        kitty_to="first-trick",
        trick="cancel",
    ),
    _maria("black-maria", "standard", "target"),  # (§8.5 a)
    _maria("black-maria-b", "black-maria", "target"),
    _maria("black-maria-c", "spot-b", **_SPOT),
    row("nasty", "moon_set", **_NASTY, first_trick_points="forbidden"),  # (§8.6 The Calm)
    row("nasty-wide-open", "moon_set", **_NASTY),
    row("hartenjagen", "heart_lead first_trick_points moon tie", **_HARTEN, phases=2),  # (§8.7)
    row("hartenjagen-simple", "heart_lead first_trick_points moon", **_HARTEN),
    row("gong-zhu", **_PIG, seatings=PIG),  # (§8.8)
    row("gong-zhu-partners", "teams", **_PIG, teams="summed"),
    row(  # (§8.9)
        "golden-ten",
        "tie",
        **FREE,
        seatings=THREE_TO_SEVEN,
        pack="rook56",
        kitty="rest",
        kitty_to="first-trick",
        values=SCHEMES["golden-ten"],
        bonus="10Y=-10",
        bonus_floor=True,
        target=0,
        end_when="deals",
        deals=6,
    ),
    row("complex", "moon tie", bonus="JD=-10", scorer="complex"),  # (§8.10)
    row(  # (§8.11)
        "super",
        "moon",
        seatings=THREE_TO_SEVEN,
        values=SCHEMES["super"],
        moon="none",
        target=0,
        end_when="deals",
        deals=1,
        winner="smallest-positive",
        settle="super",
    ),
    row(  # (§8.12)
        "dame-de-pique",
        "heart_lead moon",
        pass_cycle=("hold",),
        first_lead="dealer-left",
        heart_lead="any-first-lead",
        moon="add",
    ),
    row(  # (§8.13)
        "ricketts-house",
        "moon values target",
        seatings=THREE_TO_SEVEN,
        pass_cycle=("left", "right", "across", "scatter", "hold"),
        first_lead="dealer-left",
        breakers="heart-or-queen",
    ),
    # the book games (§8.15)
    hearts_only("barker", seatings=BARKER, heart_lead="broken", target=50),
    money("pool", "pool"),
    money("howell", "howell"),
    money("average", "average"),
    money("auction", "pool", "deals values", first_lead="bidder", auction="suit", deals=4),
    hearts_only("draw", "target", players=2, hand=13, kitty="rest", kitty_use="draw", target=50),
    hearts_only("domino", seatings=THREE_TO_SEVEN, hand=6, kitty="rest", kitty_use="follow", target=31),
    row(
        "heartsette",
        "values pass_cycle",
        seatings=HEARTSETTE,
        removed=cards("2S"),
        hand=12,
        kitty="rest",
        kitty_to="first-trick",
        kitty_use="exchange",
        first_lead="dealer-left",
        moon="none",
    ),
    row("joker", "jokers", seatings=JOKER, jokers=4),
    _KATE,
    row("trickety-kate", "target", base=_KATE, seatings=KATE, bonus="JD=-10"),  # (§3)
    row("greek", pass_cycle=("right",), moon="add"),
    row("discard", "values moon target", pass_cycle=("left",), values=SCHEMES["black-jack"], moon="none"),
    row("foster-spot", "values moon", values=SCHEMES["spot"], **_SPOT),
    row("andrews-dirty", values=SCHEMES["dirty"], moon="none", target=52, pass_cycle=("call",)),
    # two players, and dummies (§7)
    row(
        "huse",
        "tie",
        players=2,
        dummy="shared",
        hand=16,
        kitty="rest",
        kitty_to="first-penalty",
        pass_cycle=("left",),
        first_trick_points="forbidden",
        deals=12,
        tie="extra-deals",
    ),
    row("dummy", "auction dummy pass_cycle moon", players=3, dummy="bid", auction="dummy", pass_cycle=CYCLES[3]),
    row(
        "hope",
        "kitty_to",
        players=2,
        removed=_HOPE,
        hand=13,
        kitty="rest",
        kitty_to="first-penalty",
        values=SCHEMES["super"],
        pass_cycle=("left", "hold"),
        pass_count=1,
        target=50,
    ),
    # many tables (§9)
    row("duplicate", "deals", settle="matchpoints", moon="add", target=0, end_when="deals", deals=20),
    row("mso", seatings=THREE_TO_SEVEN, first_trick_points="forbidden", heart_lead="any", moon="add", end_when="time"),
    *RELATIVES,
)

PRESETS: dict[str, Rules] = {rules.name: rules for rules in _LIST}
"""Every named game at its usual number of players."""


def preset(name: str, **changes: Any) -> Rules:
    """The named game (KeyError if none), seated for `players`, with the other fields changed as named."""
    rules = PRESETS[ALIASES.get(name, name)]
    return replace(rules, **seating(rules, changes))
