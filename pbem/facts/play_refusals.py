"""Why an order at a running game was not carried out, beside the reasons that the rules have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.hearts.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Stale(Refusal):
    """The letter answers a turn that is over."""

    code: ClassVar[str] = "stale"


@dataclass(frozen=True, slots=True)
class SeatResigned(Refusal):
    """A robot plays in the author's seat."""

    code: ClassVar[str] = "resigned"


@dataclass(frozen=True, slots=True)
class BadPlan(Refusal):
    """No plan has that meaning."""

    code: ClassVar[str] = "bad-plan"
    given: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LongPlan(Refusal):
    """The plan has too many steps."""

    code: ClassVar[str] = "long-plan"
    most: int


@dataclass(frozen=True, slots=True)
class ClaimOnLead(Refusal):
    """The rest is claimed on lead."""

    code: ClassVar[str] = "claim-on-lead"


@dataclass(frozen=True, slots=True)
class ClaimNotProven(Refusal):
    """What was seen does not prove that no trick is taken."""

    code: ClassVar[str] = "claim-not-proven"


@dataclass(frozen=True, slots=True)
class ClaimNotAgreed(Refusal):
    """A claim that is not proven, where nobody can agree to it."""

    code: ClassVar[str] = "claim-not-agreed"


@dataclass(frozen=True, slots=True)
class NoSuchDeal(Refusal):
    """That deal is not over."""

    code: ClassVar[str] = "no-such-deal"
    deal: int


@dataclass(frozen=True, slots=True)
class NoTrickYet(Refusal):
    """No trick of the deal is over."""

    code: ClassVar[str] = "no-trick-yet"


@dataclass(frozen=True, slots=True)
class NothingAsked(Refusal):
    """Nothing waits for the author's word."""

    code: ClassVar[str] = "nothing-asked"


@dataclass(frozen=True, slots=True)
class NoHints(Refusal):
    """The table allows no hints."""

    code: ClassVar[str] = "no-hints"


@dataclass(frozen=True, slots=True)
class NobodyWaitedFor(Refusal):
    """There is nobody to remind."""

    code: ClassVar[str] = "nobody-waited-for"
    name: str


@dataclass(frozen=True, slots=True)
class AlreadyReminded(Refusal):
    """A reminder went out less than a day ago."""

    code: ClassVar[str] = "reminded"
    name: str


@dataclass(frozen=True, slots=True)
class VoteOpen(Refusal):
    """The table votes already."""

    code: ClassVar[str] = "vote-open"


@dataclass(frozen=True, slots=True)
class BadVote(Refusal):
    """Nothing that a table can vote on."""

    code: ClassVar[str] = "bad-vote"
    given: str


@dataclass(frozen=True, slots=True)
class BadLength(Refusal):
    """Longer than is allowed."""

    code: ClassVar[str] = "bad-length"
    days: int


@dataclass(frozen=True, slots=True)
class Rated(Refusal):
    """The result counts, so no vote ends the game."""

    code: ClassVar[str] = "rated"


@dataclass(frozen=True, slots=True)
class AlreadyPaused(Refusal):
    """The table pauses already."""

    code: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class NotPaused(Refusal):
    """The table does not pause."""

    code: ClassVar[str] = "not-paused"


@dataclass(frozen=True, slots=True)
class TooMuchTalk(Refusal):
    """The table has talked enough in this hour."""

    code: ClassVar[str] = "too-much-talk"
    most: int
