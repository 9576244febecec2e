"""The short mails that ask nothing, each with its words in `notice/<kind>.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pbem.facts.message import Notice
from pbem.facts.table import Motion
from pbem.facts.table import Said as Line


@dataclass(frozen=True, slots=True)
class Said(Notice):
    """A line of talk at the table."""

    kind: ClassVar[str] = "said"
    said: Line


@dataclass(frozen=True, slots=True)
class Resigned(Notice):
    """Somebody has given up a seat."""

    kind: ClassVar[str] = "resigned"
    name: str
    wanted: bool = False  # others may take the seat


@dataclass(frozen=True, slots=True)
class SitsOut(Notice):
    """The reader let so many turns pass that a robot took the seat."""

    kind: ClassVar[str] = "sits-out"
    lapses: int
    alone: bool  # nobody else is left at the table


@dataclass(frozen=True, slots=True)
class Substituted(Notice):
    """Another person took a seat in which a robot played."""

    kind: ClassVar[str] = "substituted"
    name: str


@dataclass(frozen=True, slots=True)
class Replaced(Notice):
    """The seat that the reader gave up has been taken."""

    kind: ClassVar[str] = "replaced"
    name: str


@dataclass(frozen=True, slots=True)
class Slept(Notice):
    """Nobody came back, so the table is closed."""

    kind: ClassVar[str] = "slept"
    days: int


@dataclass(frozen=True, slots=True)
class VoteResult(Notice):
    """How a vote went."""

    kind: ClassVar[str] = "vote-result"
    motion: Motion
    passed: bool
    until: datetime | None = None  # of a pause


@dataclass(frozen=True, slots=True)
class ClaimRefused(Notice):
    """Somebody did not agree to the reader's claim."""

    kind: ClassVar[str] = "claim-refused"


@dataclass(frozen=True, slots=True)
class NoThought(Notice):
    """The review or hint that the reader asked for could not be had."""

    kind: ClassVar[str] = "no-thought"
    asked: str  # "review", "hint"


@dataclass(frozen=True, slots=True)
class BegunWithoutYou(Notice):
    """The reader was invited and did not answer in time."""

    kind: ClassVar[str] = "begun-without-you"


@dataclass(frozen=True, slots=True)
class Cancelled(Notice):
    """The host closed the table before it began."""

    kind: ClassVar[str] = "cancelled"


@dataclass(frozen=True, slots=True)
class Unbegun(Notice):
    """The table waited too long to begin."""

    kind: ClassVar[str] = "unbegun"


@dataclass(frozen=True, slots=True)
class Held(Notice):
    """The operator holds the game."""

    kind: ClassVar[str] = "held"


@dataclass(frozen=True, slots=True)
class Released(Notice):
    """The operator lets the game go on."""

    kind: ClassVar[str] = "released"


@dataclass(frozen=True, slots=True)
class Stopped(Notice):
    """To the host: a player wants no mails for now."""

    kind: ClassVar[str] = "stopped"
    name: str


@dataclass(frozen=True, slots=True)
class Unreachable(Notice):
    """To the host: mails to a player come back."""

    kind: ClassVar[str] = "unreachable"
    name: str


@dataclass(frozen=True, slots=True)
class AddressAdded(Notice):
    """To the address of record: another one counts as the reader's too."""

    kind: ClassVar[str] = "address-added"
    address: str
