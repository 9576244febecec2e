"""A table's pace: what the host chose besides the rules of the game. One record, stored with the table; one row an option."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from typing import Any

from pbem.duration import duration

SHORTEST, LONGEST = timedelta(minutes=5), timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Pace:
    """Every option of a table that is no rule of the game. JSON values only; new ones come with a default."""

    deadline: int = 172_800  # seconds for each answer
    ask: str = "early"  # "early": who has yet to follow is asked when the card is led; "turn": when the turn comes
    rest: bool = True  # a deal ends by itself when nothing of it can change the result
    claim: int = 86_400  # seconds after which silence agrees to a claim
    veil: bool = False  # a card that needs no question waits as long as an answer usually takes


def _deadline(text: str) -> int:
    length = duration(text)
    if not SHORTEST <= length <= LONGEST:
        raise ValueError(text)
    return int(length.total_seconds())


def _ask(text: str) -> str:
    if text not in ("early", "turn"):
        raise ValueError(text)
    return text


def _switch(text: str) -> bool:
    if text not in ("on", "off", "auto"):
        raise ValueError(text)
    return text != "off"


@dataclass(frozen=True, slots=True)
class PaceOption:
    """A table option as a host writes it in NEW: the field it sets, how its value is read, what may be written."""

    field: str
    read: Callable[[str], Any]  # ValueError for what cannot be
    allowed: str


OPTIONS: dict[str, PaceOption] = {
    "deadline": PaceOption("deadline", _deadline, "48h, 3d, 90m"),
    "ask": PaceOption("ask", _ask, "early, turn"),
    "rest": PaceOption("rest", _switch, "auto, off"),
    "claim": PaceOption("claim", _deadline, "24h, 2d, 90m"),
    "veil": PaceOption("veil", _switch, "on, off"),
}
"""All of them, by the word that NEW takes (`deadline=24h`)."""


def with_option(pace: Pace, name: str, text: str) -> Pace:
    """The pace with one option set; ValueError if the value cannot be, KeyError if there is no such option."""
    option = OPTIONS[name]
    return replace(pace, **{option.field: option.read(text)})


def pace_to_json(pace: Pace) -> str:
    """As it is stored: what differs from the defaults."""
    default = Pace()
    changed = {key: value for key, value in asdict(pace).items() if value != getattr(default, key)}
    return json.dumps(changed, separators=(",", ":"))


def pace_from_json(text: str) -> Pace:
    """As it was stored; a key of a newer program is let go."""
    known = {field.name for field in fields(Pace)}
    return Pace(**{key: value for key, value in json.loads(text).items() if key in known})
