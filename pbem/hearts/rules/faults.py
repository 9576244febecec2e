"""What is wrong with a record of rules, as codes with typed facts; the words for them live in the templates.

A fault without facts is a plain `RulesFaultItem`. Each code is the name of its sentence in `rules/faults.txt`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.cards import Card


@dataclass(frozen=True, slots=True)
class RulesFaultItem:
    """One thing that cannot be."""

    code: str


@dataclass(frozen=True, slots=True)
class FieldFault(RulesFaultItem):
    """A field holds what it cannot: `wrong-type`, `bad-card-values`."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class UnknownWord(FieldFault):
    """A field holds none of its words: `unknown-value`."""

    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutOfRange(FieldFault):
    """A number is too small or too big: `out-of-range`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CardFault(RulesFaultItem):
    """A field names a card that is not there: `not-in-pack`."""

    field: str
    card: Card


@dataclass(frozen=True, slots=True)
class DealFault(RulesFaultItem):
    """The cards do not go round: `too-few-cards`, `pack-does-not-divide`."""

    cards: int
    hands: int
    hand: int
    over: int


@dataclass(frozen=True, slots=True)
class PassFault(RulesFaultItem):
    """A pass cannot be: `no-seat-to-pass-to`, `pass-too-big`, `optional-pass-needs-one-target`."""

    word: str
    players: int
    hand: int


@dataclass(frozen=True, slots=True)
class UnknownPass(RulesFaultItem):
    """A word that is no pass: `unknown-pass`."""

    word: str
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScorerFault(RulesFaultItem):
    """A scorer does not go with the rest: `scorer-needs-plain-end`, `slam-needs-sums`."""

    scorer: str


@dataclass(frozen=True, slots=True)
class SettlementFault(RulesFaultItem):
    """A settlement does not go with the rest: `money-…`, `pool-takes-no-bonus`."""

    settle: str


@dataclass(frozen=True, slots=True)
class TargetFault(RulesFaultItem):
    """The deals lead away from the target: `target-out-of-reach`."""

    target: int


@dataclass(frozen=True, slots=True)
class PlayersFault(RulesFaultItem):
    """Too few or too many play: `teams-need-four`, `shared-dummy-needs-two`."""

    players: int


class RulesFault(ValueError):
    """A record that cannot work, with all its faults at once."""

    def __init__(self, faults: tuple[RulesFaultItem, ...]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults
