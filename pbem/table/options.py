"""A table's pace: what the host chose besides the rules of the game. Stored with the table; one row an option."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

from pbem.robots import LEVELS
from pbem.timespan import duration

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=30)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Every option of a table that is no rule of the game. JSON values only; new ones come with a default."""

    deadline: int = 172_800  # seconds for each answer
    ask: str = "early"  # "early": who has yet to follow is asked when the card is led; "turn": when the turn comes
    rest: bool = True  # a deal ends by itself when nothing of it can change the result
    claim: int = 86_400  # seconds after which silence agrees to a claim
    veil: bool = False  # a card that needs no question waits as long as an answer usually takes
    bank: int = 0  # seconds beside them, spent where an answer takes longer and filled up again by quick ones
    off: str = ""  # days that do not count, "sat,sun": whole days of the player's own zone
    vacation: int = 28  # days that a seat may be away in this game
    lapses: int = 3  # so many in a row, and a robot takes the seat until its player or a substitute comes
    stand_in: str = ""  # the level of the robot that plays for who is late or gone; "" as the server prefers
    substitutes: bool = True  # others may take a seat that was given up
    reliability: int = 0  # percent of turns in time that who takes an open seat needs
    vote: int = 172_800  # seconds after which silence is a yes
    open: bool = False  # seats that nobody is invited to may be taken by anybody
    tutorial: bool = False  # every step is explained once
    hints: bool = False  # a player may ask the hard robot what it would do
    rated: bool = False  # the result counts: no vote ends or cancels the game


def _deadline(text: str) -> int:
    length = duration(text)
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(text)
    return int(length.total_seconds())


def _clock(text: str) -> dict[str, int]:
    """`48h`: a limit for each answer; `7d+12h`: a bank, and what each answer adds to it."""
    bank, plus, each = text.partition("+") if "+" in text else ("", "", text)
    filled = duration(bank) if plus else timedelta(0)
    if filled > 3 * LONGEST:
        raise ValueError(text)
    return {"bank": int(filled.total_seconds()), "deadline": _deadline(each)}


def _off(text: str) -> str:
    days = [] if text == "none" else [day[:3] for day in text.split(",")]
    if not set(days) <= set(DAYS) or len(set(days)) > 6:
        raise ValueError(text)
    return ",".join(day for day in DAYS if day in days)


def _number(least: int, most: int, unit: str = "") -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text.removesuffix(unit) if unit else text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return read


def _level(text: str) -> str:
    if text not in LEVELS:
        raise ValueError(text)
    return text


def _ask(text: str) -> str:
    if text not in ("early", "turn"):
        raise ValueError(text)
    return text


def _switch(text: str) -> bool:
    if text not in ("on", "off", "auto"):
        raise ValueError(text)
    return text != "off"


@dataclass(frozen=True, slots=True)
class TableOption:
    """A table option as a host writes it in NEW: the field it sets, how its value is read, what may be written."""

    field: str  # "" where the value is several fields
    read: Callable[[str], Any]  # ValueError for what cannot be
    allowed: tuple[str, ...]  # of an open value, examples


OPTIONS: dict[str, TableOption] = {
    "deadline": TableOption("", _clock, ("48h", "3d", "90m")),
    "clock": TableOption("", _clock, ("48h", "3d", "7d+12h")),
    "off": TableOption("off", _off, ("sat,sun", "fri", "none")),
    "vacation": TableOption("vacation", _number(0, 365, "d"), ("14d", "0d")),
    "lapses": TableOption("lapses", _number(1, 20), ("1", "3", "20")),
    "standin": TableOption("stand_in", _level, tuple(LEVELS)),
    "substitutes": TableOption("substitutes", _switch, ("on", "off")),
    "reliability": TableOption("reliability", _number(0, 100, "%"), ("80", "0")),
    "vote": TableOption("vote", _deadline, ("48h", "3d")),
    "open": TableOption("open", _switch, ("on", "off")),
    "hints": TableOption("hints", _switch, ("on", "off")),
    "rated": TableOption("rated", _switch, ("on", "off")),
    "ask": TableOption("ask", _ask, ("early", "turn")),
    "rest": TableOption("rest", _switch, ("auto", "off")),
    "claim": TableOption("claim", _deadline, ("24h", "2d", "90m")),
    "veil": TableOption("veil", _switch, ("on", "off")),
}
"""All of them, by the word that NEW takes (`deadline=24h`)."""


def with_option(pace: TableOptions, name: str, text: str) -> TableOptions:
    """The pace with one option set; ValueError if the value cannot be, KeyError if there is no such option."""
    option = OPTIONS[name]
    value = option.read(text)
    return replace(pace, **({option.field: value} if option.field else value))


def table_options_to_json(pace: TableOptions) -> str:
    """As it is stored: what differs from the defaults."""
    default = TableOptions()
    changed = {key: value for key, value in asdict(pace).items() if value != getattr(default, key)}
    return json.dumps(changed, separators=(",", ":"))


@lru_cache(maxsize=256)
def table_options_from_json(text: str) -> TableOptions:
    """As it was stored; a key of a newer program is let go."""
    known = {field.name for field in fields(TableOptions)}
    return TableOptions(**{key: value for key, value in json.loads(text).items() if key in known})
