"""The words of a language that Python puts together: names of days, ranks and suits. `templates/<lang>/words.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Words:
    """One language's `words.toml`, laid over the fallback language's."""

    code: str  # as HTML's `lang` wants it
    weekdays: tuple[str, ...]  # from Monday
    months: tuple[str, ...]
    moment: str  # a format of weekday, day, month, hour, minute, zone
    moment_with_year: str  # the same with the year
    day: tuple[str, str]  # one, several
    hour: tuple[str, str]
    minute: tuple[str, str]
    conjunction: str  # between the last two of a list
    ranks: tuple[str, ...]  # from the one to the ace, as read aloud
    suits: tuple[str, ...]
    joker: str
    card: str  # a format of rank and suit
    ordinals: tuple[str, ...]
    you: str
    nobody: str  # a seat without a name
    former: str  # who was at a seat, and is forgotten
    robots: tuple[str, ...]  # what robots are called, one for each seat
    dummy: str  # the seat of a hand that nobody sits behind
    led: str  # marks the leader's card
    cancelled: str  # marks a card that its twin in the trick cancels
    stand_in: str  # marks a card that a stand-in played
    never_first: frozenset[str]  # words that may not begin a line of ours, since an order begins with them


def load(folders: Sequence[Path]) -> Words:
    """The words found in `folders`, the first folder's before the later ones'."""
    found: dict[str, Any] = {}
    for folder in reversed(folders):
        file = folder / "words.toml"
        if file.is_file():
            found.update(tomllib.loads(file.read_text(encoding="utf-8")))
    known = {f.name for f in fields(Words)}
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in found.items() if key in known
    }
    values["never_first"] = frozenset(word.casefold() for word in found["never_first"])
    return Words(**values)
