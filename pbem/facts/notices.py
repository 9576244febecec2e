"""The short mails that ask nothing, each with its words in `notice/<kind>.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from pbem.facts.kinds import Notice
from pbem.facts.table import Motion
from pbem.facts.table import TalkFacts as Line
from pbem.table.states import JobKind


@dataclass(frozen=True, slots=True)
class SaidNotice(Notice):
    """A line of talk at the table."""

    kind: ClassVar[str] = "said"
    said: Line


@dataclass(frozen=True, slots=True)
class ResignedNotice(Notice):
    """Somebody has given up a seat."""

    kind: ClassVar[str] = "resigned"
    name: str
    wanted: bool = False  # others may take the seat
    gone: bool = False  # for good: nobody comes back to it


@dataclass(frozen=True, slots=True)
class SitsOutNotice(Notice):
    """The reader let so many turns pass that a robot took the seat."""

    kind: ClassVar[str] = "sits-out"
    lapses: int
    alone: bool  # nobody else is left at the table


@dataclass(frozen=True, slots=True)
class SubstitutedNotice(Notice):
    """Another person took a seat in which a robot played."""

    kind: ClassVar[str] = "substituted"
    name: str


@dataclass(frozen=True, slots=True)
class ReplacedNotice(Notice):
    """The seat that the reader gave up has been taken."""

    kind: ClassVar[str] = "replaced"
    name: str


@dataclass(frozen=True, slots=True)
class SleptNotice(Notice):
    """Nobody came back, so the table is closed."""

    kind: ClassVar[str] = "slept"
    days: int


@dataclass(frozen=True, slots=True)
class VoteResultNotice(Notice):
    """How a vote went."""

    kind: ClassVar[str] = "vote-result"
    motion: Motion
    passed: bool
    until: datetime | None = None  # of a pause


@dataclass(frozen=True, slots=True)
class ClaimRefusedNotice(Notice):
    """Somebody did not agree to the reader's claim."""

    kind: ClassVar[str] = "claim-refused"


@dataclass(frozen=True, slots=True)
class NoThoughtNotice(Notice):
    """The review or hint that the reader asked for could not be had."""

    kind: ClassVar[str] = "no-thought"
    asked: JobKind


@dataclass(frozen=True, slots=True)
class BegunWithoutYouNotice(Notice):
    """The reader was invited and did not answer in time."""

    kind: ClassVar[str] = "begun-without-you"


@dataclass(frozen=True, slots=True)
class CancelledNotice(Notice):
    """The host closed the table before it began."""

    kind: ClassVar[str] = "cancelled"


@dataclass(frozen=True, slots=True)
class UnbegunNotice(Notice):
    """The table waited too long to begin."""

    kind: ClassVar[str] = "unbegun"


@dataclass(frozen=True, slots=True)
class HeldNotice(Notice):
    """The operator holds the game."""

    kind: ClassVar[str] = "held"


@dataclass(frozen=True, slots=True)
class ReleasedNotice(Notice):
    """The operator lets the game go on."""

    kind: ClassVar[str] = "released"


@dataclass(frozen=True, slots=True)
class ClockSetRightNotice(Notice):
    """The server's clock had been wrong, and the reader's deadline with it."""

    kind: ClassVar[str] = "clock-set-right"
    due_at: datetime


@dataclass(frozen=True, slots=True)
class StoppedNotice(Notice):
    """To the host: a player wants no mails for now."""

    kind: ClassVar[str] = "stopped"
    name: str


@dataclass(frozen=True, slots=True)
class UnreachableNotice(Notice):
    """To the host: mails to a player come back."""

    kind: ClassVar[str] = "unreachable"
    name: str


@dataclass(frozen=True, slots=True)
class AddressAddedNotice(Notice):
    """To the address of record: another one counts as the reader's too."""

    kind: ClassVar[str] = "address-added"
    address: str
