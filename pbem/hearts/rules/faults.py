"""What is wrong with a record of rules, as codes with facts; the words for them live in the templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RulesFaultItem:
    """One thing that cannot be: a code for its sentence, and its facts."""

    code: str
    facts: dict[str, Any]


class RulesFault(ValueError):
    """A record that cannot work, with all its faults at once."""

    def __init__(self, faults: tuple[RulesFaultItem, ...]) -> None:
        super().__init__("; ".join(f"{item.code} {item.facts}" for item in faults))
        self.faults = faults
