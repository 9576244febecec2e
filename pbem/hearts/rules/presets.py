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
from pbem.hearts.rules.switches import seating

AMERICAN = Rules(name="american", seatings=THREE_TO_SEVEN)  # (§3)

_FREE: dict[str, Any] = {"pass_cycle": ("hold",), "first_lead": "dealer-left", "heart_lead": "any", "moon": "none"}
"""As the oldest games are played: no pass, the dealer's left leads anything, no moon."""

_CHARGES = cards("AH QS JD 10C")
_HOPE = cards(" ".join(rank + suit for rank in ("3", "5", "7", "9", "J", "K") for suit in "CDSH"))


def _row(name: str, house: str = "", base: Rules = AMERICAN, **changes: Any) -> Rules:
    """A preset: what differs from the base, and which fields no source gives (house rules).

    For how many players it is meant it says itself: what a base stands for need not be true of it.
    """
    return replace(base, name=name, house=tuple(house.split()), **{"seatings": ""} | changes)


def _hearts_only(name: str, house: str = "", **changes: Any) -> Rules:
    return _row(name, house, **_FREE | {"values": SCHEMES["hearts"]} | changes)


def _money(name: str, settle: str, house: str = "", **changes: Any) -> Rules:
    row: dict[str, Any] = {
        "target": 0,
        "end_when": "deals",
        "deals": 1,
        "winner": "highest",
        "settle": settle,
    }
    return _hearts_only(name, house, seatings=THREE_TO_SEVEN, **row | changes)


def _maria(name: str, values: str, house: str = "", **changes: Any) -> Rules:
    row = _FREE | {
        "players": 3,
        "removed": cards("2C"),
        "pass_cycle": ("right",),
        "values": SCHEMES[values],
    }
    return _row(name, house + " moon", seatings=MARIA, **row | changes)


_OMNIBUS = _row("omnibus", seatings=THREE_TO_SEVEN, bonus="JD=-10")
_TURBO = _row("turbo", "moon", base=_OMNIBUS, scorer="turbo", charge=_CHARGES, moon="flip")
_SPOT: dict[str, Any] = {"target": 500}
_PIG: dict[str, Any] = _FREE | {
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

_KATE = _row(  # the Australian game of 46 points (§3)
    "kate",
    "target",
    **_FREE | {"pass_cycle": ("left",), "pass_count": 2, "moon": "add"},
    seatings=KATE,
    hand=12,
    kitty="rest",
    kitty_to="first-trick",
    values=SCHEMES["kate"],
    refusable=(QUEEN,),
)

_LIST: tuple[Rules, ...] = (
    AMERICAN,
    _row("web", seatings=THREE_TO_SEVEN, first_trick_points="forbidden", moon="add"),  # (§8.16)
    _row("microsoft", "tie", first_trick_points="forbidden", moon="add"),  # (§8.17)
    _row(  # (§8.18)
        "classic", "tie", seatings=CLASSIC, first_trick_points="forbidden", breakers="heart-or-queen"
    ),
    # kitties (§4.1, §6.1)
    _row("kitty", seatings=KITTY, hand=12, kitty="rest", kitty_to="first-penalty"),
    _row("odd-kitty", seatings=ODD, **_ODD),
    _row("odd-exchange", seatings=ODD, **_ODD, kitty_use="exchange"),
    # passes (§4.2)
    _row("no-hold", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across")),
    _row("scatter", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "scatter")),
    _row("scatter-hold", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "scatter", "hold")),
    _row("mix", seatings=THREE_TO_SEVEN, pass_cycle=("left", "right", "across", "mix")),
    _row("dealers-call", pass_cycle=("call",)),
    _row("keep", pass_optional=True),
    # leads and queens (§4.3)
    _row("old-style", seatings=THREE_TO_SEVEN, first_lead="dealer-left", heart_lead="any"),
    _row("forced-queen", seatings=THREE_TO_SEVEN, force_queen=True),
    # scores (§4.4)
    _OMNIBUS,
    _row("omnibus-ten", seatings=THREE_TO_SEVEN, bonus="10D=-10"),
    _row(
        "bicycle-omnibus",
        bonus="10D=-10",
        moon_set="penalties-and-bonus",
        slam_replaces_bonus=True,
        moon="subtract",
        first_trick_points="forbidden",
        breakers="heart-or-queen",
    ),
    _row("sun", seatings=THREE_TO_SEVEN, sun="52"),
    _row("pooled", "target tie", teams="pooled", tie="extra-deals"),  # (§5)
    _row("summed", "tie", teams="summed", tie="extra-deals"),
    _row("spot-a", "moon", seatings=THREE_TO_SEVEN, values=SCHEMES["spot-a"], **_SPOT),  # (§8.4)
    _row("spot-b", "moon", seatings=THREE_TO_SEVEN, values=SCHEMES["spot-b"], **_SPOT),
    _row("spot-league", values="H=pips QS=50", bonus="JD=-40", moon="add", moon_pays="150", **_SPOT),
    # their own mechanics (§8)
    _TURBO,
    _row(  # as the turbo-hearts server plays a match (§8.1)
        "turbo-match",
        base=_TURBO,
        first_trick_points="forbidden-bonus",
        target=0,
        end_when="deals",
        deals=4,
        settle="average",
        winner="highest",
    ),
    _row("booster", boost="nines"),  # (§8.2)
    _row("turbo-booster", "moon", base=_TURBO, boost="nines"),
    _row(
        "cancellation",
        "heart_lead moon",
        **_FREE,
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
    _row("nasty", "moon_set", **_NASTY, first_trick_points="forbidden"),  # (§8.6 The Calm)
    _row("nasty-wide-open", "moon_set", **_NASTY),
    _row("hartenjagen", "heart_lead first_trick_points moon tie", **_HARTEN, phases=2),  # (§8.7)
    _row("hartenjagen-simple", "heart_lead first_trick_points moon", **_HARTEN),
    _row("gong-zhu", **_PIG, seatings=PIG),  # (§8.8)
    _row("gong-zhu-partners", "teams", **_PIG, teams="summed"),
    _row(  # (§8.9)
        "golden-ten",
        "tie",
        **_FREE,
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
    _row("complex", "moon tie", bonus="JD=-10", scorer="complex"),  # (§8.10)
    _row(  # (§8.11)
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
    _row(  # (§8.12)
        "dame-de-pique",
        "heart_lead moon",
        pass_cycle=("hold",),
        first_lead="dealer-left",
        heart_lead="any-first-lead",
        moon="add",
    ),
    _row(  # (§8.13)
        "ricketts-house",
        "moon values target",
        seatings=THREE_TO_SEVEN,
        pass_cycle=("left", "right", "across", "scatter", "hold"),
        first_lead="dealer-left",
        breakers="heart-or-queen",
    ),
    # the book games (§8.15)
    _hearts_only("barker", seatings=BARKER, heart_lead="broken", target=50),
    _money("pool", "pool"),
    _money("howell", "howell"),
    _money("average", "average"),
    _money("auction", "pool", "deals values", first_lead="bidder", auction="suit", deals=4),
    _hearts_only("draw", "target", players=2, hand=13, kitty="rest", kitty_use="draw", target=50),
    _hearts_only("domino", seatings=THREE_TO_SEVEN, hand=6, kitty="rest", kitty_use="follow", target=31),
    _row(
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
    _row("joker", "jokers", seatings=JOKER, jokers=4),
    _KATE,
    _row("trickety-kate", "target", base=_KATE, seatings=KATE, bonus="JD=-10"),  # (§3)
    _row("greek", pass_cycle=("right",), moon="add"),
    _row("discard", "values moon target", pass_cycle=("left",), values=SCHEMES["black-jack"], moon="none"),
    _row("foster-spot", "values moon", values=SCHEMES["spot"], **_SPOT),
    _row("andrews-dirty", values=SCHEMES["dirty"], moon="none", target=52, pass_cycle=("call",)),
    # two players, and dummies (§7)
    _row(
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
    _row("dummy", "auction dummy pass_cycle moon", players=3, dummy="bid", auction="dummy", pass_cycle=CYCLES[3]),
    _row(
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
    _row("duplicate", "deals", settle="matchpoints", moon="add", target=0, end_when="deals", deals=20),
    _row("mso", seatings=THREE_TO_SEVEN, first_trick_points="forbidden", heart_lead="any", moon="add", end_when="time"),
)

PRESETS: dict[str, Rules] = {rules.name: rules for rules in _LIST}
"""Every named game at its usual number of players."""


def preset(name: str, **changes: Any) -> Rules:
    """The named game (KeyError if none), seated for `players`, with the other fields changed as named."""
    rules = PRESETS[ALIASES.get(name, name)]
    return replace(rules, **seating(rules, changes))
