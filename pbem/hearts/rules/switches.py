"""The options as a player writes them (`NEW american moon=add target=50`): one row each (§10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pbem.cards import cards, cards_text
from pbem.hearts.play.passing import TARGETS
from pbem.hearts.rules.card_values import SCHEMES, scheme_name, value_table
from pbem.hearts.rules.option_texts import read_contracts, read_ranks, read_tricks, write_ranks, write_tricks
from pbem.hearts.rules.player_counts import CYCLES, REMOVED, seatings, turned
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.validation import ALLOWED


class OptionFault(ValueError):
    """A word that is no option; with a `value`, one that the option does not take. And what comes nearest to it."""

    def __init__(self, option: str, value: str | None, nearest: Sequence[str], allowed: Sequence[str]) -> None:
        super().__init__(option, value)
        self.option = option
        self.value = value
        self.nearest = tuple(nearest)
        self.allowed = tuple(allowed)


@dataclass(frozen=True, slots=True)
class Switch:
    """One option: its name, the field of `Rules` it sets, where it comes from, how its value is read and written."""

    option: str
    field: str
    source: str
    allowed: tuple[str, ...]  # the words that may stand there; of an open value, examples
    read: Callable[[str], Any]  # ValueError for what it does not take
    write: Callable[[Any], str] = str

    @property
    def default(self) -> str:
        """The value in American Hearts, as written."""
        return self.write(getattr(_DEFAULT, self.field))


_DEFAULT = Rules()


def _word(field: str, option: str, source: str, **other: str) -> Switch:
    allowed = ALLOWED[field]

    def read(text: str) -> str:
        found = other.get(text.replace("-", "_"), text)
        if found not in allowed:
            raise ValueError(text)
        return found

    return Switch(option, field, source, allowed, read)


def _number(field: str, option: str, source: str, *examples: int) -> Switch:
    return Switch(option, field, source, tuple(map(str, examples)), int)


_YES = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def _flag(field: str, option: str, source: str) -> Switch:
    def read(text: str) -> bool:
        if text not in _YES:
            raise ValueError(text)
        return _YES[text]

    return Switch(option, field, source, ("on", "off"), read, lambda value: "on" if value else "off")


def _amount(field: str, option: str, source: str, *words: str) -> Switch:
    def read(text: str) -> str:
        if text not in words and not text.isdecimal():
            raise ValueError(text)
        return text

    return Switch(option, field, source, (*words, "26"), read)


def _cards(field: str, option: str, source: str) -> Switch:
    def read(text: str) -> Any:
        return () if text == "none" else cards(text.upper().replace(",", " "))

    return Switch(
        option, field, source, ("none", "2D,2C"), read, lambda value: cards_text(value).replace(" ", ",") or "none"
    )


CYCLE_NAMES: dict[str, tuple[str, ...]] = {
    "standard": CYCLES[4],
    "no-hold": ("left", "right", "across"),
    "scatter-cycle": ("left", "right", "across", "scatter"),
    "scatter-hold": ("left", "right", "across", "scatter", "hold"),
    "mix-cycle": ("left", "right", "across", "mix"),
    "five": CYCLES[5],
    "none": ("hold",),
    "dealer": ("call",),
}
"""Cycles by name (§4.2)."""

_LETTERS = {"l": "left", "r": "right", "a": "across", "h": "hold", "s": "scatter", "m": "mix"}


def _read_cycle(text: str) -> tuple[str, ...]:
    if text in CYCLE_NAMES:
        return CYCLE_NAMES[text]
    if text not in TARGETS and set(text) <= set(_LETTERS):
        return tuple(_LETTERS[letter] for letter in text)
    return tuple(text.split(","))


def _write_cycle(value: tuple[str, ...]) -> str:
    return next((name for name, cycle in CYCLE_NAMES.items() if cycle == value), ",".join(value))


def _read_values(text: str) -> str:
    found = SCHEMES.get(text) or text.upper().replace(",", " ").replace("PIPS", "pips")
    value_table(found)
    return found


def _write_values(value: str) -> str:
    return scheme_name(value).replace(" ", ",")


def _read_bonus(text: str) -> str:
    """`JD` alone is worth 10 (§4.4 Omnibus)."""
    found = "" if text == "none" else text.upper().replace(",", " ")
    found = " ".join(word if "=" in word else f"{word}=-10" for word in found.split())
    value_table(found)
    return found


SWITCHES: tuple[Switch, ...] = (
    _number("players", "players", "§6", 4, 3, 5),
    _word("pack", "pack", "§8"),
    _number("jokers", "jokers", "§8.15", 0, 1, 2, 3, 4),
    _cards("removed", "removed", "§6.2"),
    _number("hand", "hand", "§4.1", 0, 12),
    _word("kitty", "kitty", "§4.1"),
    _word("kitty_to", "kitty-to", "§4.1"),
    _word("kitty_use", "kitty-use", "§4.1"),
    Switch("pass", "pass_cycle", "§4.2", (*CYCLE_NAMES, *TARGETS), _read_cycle, _write_cycle),
    _number("pass_count", "pass-count", "§4.2", 3, 1, 2, 4),
    _flag("pass_optional", "pass-optional", "§4.2"),
    _flag("mix_kitty", "mix-kitty", "§4.1"),
    _cards("refusable", "refusable", "§4.2"),
    _word("first_lead", "lead", "§4.3", lowclub="low-club", dealerleft="dealer-left", eldest="dealer-left"),
    _word("first_trick_points", "trick1", "§4.3", yes="allowed", no="forbidden"),
    _word("heart_lead", "hearts", "§4.3"),
    _word("breakers", "breakers", "§4.3", queen="heart-or-queen"),
    _word("only_hearts_and_queen", "only-queen", "§3.2"),
    _flag("force_queen", "force-queen", "§4.3"),
    Switch("values", "values", "§8", tuple(SCHEMES), _read_values, _write_values),
    Switch("bonus", "bonus", "§4.4", ("none", "JD", "10D"), _read_bonus, lambda v: v.replace(" ", ",") or "none"),
    _flag("bonus_floor", "bonus-floor", "§4.4"),
    _word("moon", "moon", "§4.4", addunless="add-unless", off="none", wingame="win-game"),
    _word("moon_set", "moon-set", "§4.4"),
    _flag("slam_replaces_bonus", "slam", "§4.4"),
    _amount("moon_pays", "moon-pays", "§4.4", "sum"),
    _amount("sun", "sun", "§4.4", "off", "double"),
    _number("target", "target", "§4.4", 100, 50, 500),
    _word("end_when", "end", "§4.4"),
    _number("deals", "deals", "§10", 0, 1, 4, 8),
    _word("exact", "exact", "§4.4"),
    _word("tie", "tie", "§4.4", extra="extra-deals", extrahands="extra-deals"),
    _word("winner", "winner", "§10"),
    _word("teams", "teams", "§5", off="none"),
    _number("no_trick_bonus", "no-trick-bonus", "§4.4", 0, -3, -5),
    _word("settle", "settle", "§8.15"),
    _word("direction", "direction", "§10"),
    _word("scorer", "scorer", "§8"),
    _word("trick", "trick", "§8.3"),
    _word("boost", "boost", "§8.2", on="nines", off="none"),
    _cards("charge", "charge", "§8.1"),
    _number("charge_most", "charge-most", "§8.1", 0, 1),
    _word("auction", "auction", "§8.15"),
    _word("dummy", "dummy", "§7"),
    _number("phases", "phases", "§8.7", 1, 2),
    Switch("ranks", "ranks", "§8.19", ("usual", "KQJAT987", "32AKQJ7654"), read_ranks, write_ranks),
    Switch("trick-values", "trick_values", "§8.19", ("none", "first=1,last=1", "each=2"), read_tricks, write_tricks),
    _word("trump", "trump", "§8.19"),
    _flag("early_end", "early-end", "§8.19"),
    Switch("contracts", "contracts", "§8.20", ("none", "tricks=2,queens=6"), read_contracts, write_tricks),
    _word("contract_by", "contract-by", "§8.20"),
)
"""Every option. `source` tells the section of the rules it comes from."""

_BY_OPTION = {switch.option: switch for switch in SWITCHES}
_BY_FIELD = {switch.field: switch.option for switch in SWITCHES}


def switch(option: str) -> Switch:
    """The switch of that name, written with dashes or underscores; OptionFault with the nearest names."""
    name = option.strip().lower().replace("_", "-")
    name = _BY_FIELD.get(name.replace("-", "_"), name)
    if name not in _BY_OPTION:
        raise OptionFault(option, None, get_close_matches(name, _BY_OPTION, n=3, cutoff=0.5), tuple(_BY_OPTION))
    return _BY_OPTION[name]


def read_option(option: str, text: str) -> tuple[str, Any]:
    """The field that the option sets, and its value; OptionFault for a word that is no option or no value."""
    row = switch(option)
    wanted = text.strip().lower()
    try:
        return row.field, row.read(wanted)
    except ValueError:
        nearest = get_close_matches(wanted, row.allowed, n=3, cutoff=0.5)
        raise OptionFault(row.option, text, nearest, row.allowed) from None


def options(base: Rules, changes: Mapping[str, str]) -> Rules:
    """The rules with the options set; players first, since the pack and the passes follow them.

    OptionFault for a word that is no option or no value; RulesFault with all faults if together they cannot work.
    """
    values = dict(read_option(option, text) for option, text in changes.items())
    return replace(base, **seating(base, values))


def seating(rules: Rules, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The wanted changes, with what follows from a new number of players and was not set otherwise by hand."""
    players = wanted.get("players", rules.players)
    wanted = _without_across(wanted, players)
    if players == rules.players:
        return dict(wanted)
    own = _seated(rules.seatings, players)
    if own:
        now = _seated(rules.seatings, rules.players)
        follows = {name: own[name] for name in own if name not in now or getattr(rules, name) == now[name]}
        return follows | dict(wanted)
    follows = {}
    deal = (wanted.get(name, getattr(rules, name)) for name in ("pack", "kitty", "dummy", "hand"))
    if tuple(deal) == ("52", "none", "none", 0) and rules.removed == REMOVED.get(rules.players):
        follows["removed"] = REMOVED.get(players, ())
    cycle = turned(rules.pass_cycle, rules.players, players)
    if cycle is not None:
        follows["pass_cycle"] = cycle
    return follows | dict(wanted)


def _without_across(wanted: Mapping[str, Any], players: int) -> dict[str, Any]:
    """A cycle asked for by its name, where nobody sits across: the cycle of that name for so many players."""
    cycle = wanted.get("pass_cycle", ())
    if players % 2 and "across" in cycle and cycle in CYCLE_NAMES.values():
        return {**wanted, "pass_cycle": turned(cycle, 4, players)}
    return dict(wanted)


def _seated(text: str, players: int) -> dict[str, Any]:
    """What the variant itself sets for so many players, by field."""
    own = dict(seatings(text).get(players, ()))
    house = own.pop("house", None)
    fields_set = dict(read_option(option, value) for option, value in own.items())
    return fields_set if house is None else {**fields_set, "house": tuple(house.split(","))}


def differences(rules: Rules, base: Rules) -> tuple[tuple[str, str], ...]:
    """How the rules differ from others, as (option, value), in the order of the switches."""
    return tuple(
        (row.option, row.write(getattr(rules, row.field)))
        for row in SWITCHES
        if getattr(rules, row.field) != getattr(base, row.field)
    )
