"""The answers to what is said at the turn or before it, and to what could not be carried out or understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.cards import Card
from pbem.facts.kinds import Answer
from pbem.facts.table import PlanFacts
from pbem.hearts.refusal import Refusal
from pbem.mail.message.inbound_message import TextFault
from pbem.orders.order import Why


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTakenAnswer(Answer):
    """A choice at the table was taken. The first three are acknowledged at once, later ones by the next mail."""

    nth: int = 0  # which of the player's first three choices here; 0: a later one
    open: bool = False  # it can still be changed


@dataclass(frozen=True, slots=True)
class PlayedAnswer(ChoiceTakenAnswer):
    """PLAY."""

    template: ClassVar[str] = "played"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KeptAnswer(ChoiceTakenAnswer):
    """PLAY before the turn."""

    template: ClassVar[str] = "kept"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChangedAnswer(ChoiceTakenAnswer):
    """PLAY before the turn, instead of another card."""

    template: ClassVar[str] = "changed"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PassedAnswer(ChoiceTakenAnswer):
    """PASS."""

    template: ClassVar[str] = "passed"
    cards: tuple[Card, ...]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class RepeatedAnswer(Answer):
    """PLAY or PASS, for the second time: one letter crossed another, or came twice."""

    template: ClassVar[str] = "repeated"
    shows_table: ClassVar[bool] = True
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KeepsAllAnswer(ChoiceTakenAnswer):
    """KEEP."""

    template: ClassVar[str] = "keeps-all"
    changed: bool = False


@dataclass(frozen=True, slots=True)
class ReturnedAnswer(ChoiceTakenAnswer):
    """RETURN."""

    template: ClassVar[str] = "returned"
    cards: tuple[Card, ...]  # none: all is taken that comes


@dataclass(frozen=True, slots=True)
class ChargedAnswer(ChoiceTakenAnswer):
    """CHARGE."""

    template: ClassVar[str] = "charged"
    cards: tuple[Card, ...]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class BidAnswer(ChoiceTakenAnswer):
    """BID."""

    template: ClassVar[str] = "bid"
    amount: int | None  # None: no bid
    suit: str  # its letter, or ""


@dataclass(frozen=True, slots=True)
class CalledAnswer(ChoiceTakenAnswer):
    """CALL."""

    template: ClassVar[str] = "called"
    ways: str  # "2 left 1 right"
    contract: str = ""  # what counts in the deal, where that is what the dealer names


@dataclass(frozen=True, slots=True)
class DiscardedAnswer(ChoiceTakenAnswer):
    """DISCARD."""

    template: ClassVar[str] = "discarded"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MoonSetAnswer(ChoiceTakenAnswer):
    """MOON."""

    template: ClassVar[str] = "moon-set"
    choice: str  # "add", "subtract"


@dataclass(frozen=True, slots=True)
class PlanAnswer(Answer):
    """The exact reading of all that is kept for later turns."""

    template: ClassVar[str] = "plan"
    plan: PlanFacts | None


@dataclass(frozen=True, slots=True)
class PlanDroppedAnswer(Answer):
    """CANCEL."""

    template: ClassVar[str] = "plan-dropped"


@dataclass(frozen=True, slots=True)
class AutoAnswer(Answer):
    """AUTO."""

    template: ClassVar[str] = "auto"
    forced: str  # "on", "off"
    moon: str  # "add", "subtract", "ask"


@dataclass(frozen=True, slots=True)
class ClaimedAnswer(Answer):
    """CLAIM, where that did not end the deal."""

    template: ClassVar[str] = "claimed"
    came: str  # "safe", "asked"
    hours: int


@dataclass(frozen=True, slots=True)
class AgreedAnswer(Answer):
    """AGREE, where others have yet to."""

    template: ClassVar[str] = "agreed"


@dataclass(frozen=True, slots=True)
class ObjectedAnswer(Answer):
    """OBJECT."""

    template: ClassVar[str] = "objected"


@dataclass(frozen=True, slots=True)
class RefusedAnswer(Answer):
    """Why an order was not carried out; the words are in `refusals.txt`."""

    template: ClassVar[str] = "refused"
    failed: ClassVar[bool] = True
    shows_table: ClassVar[bool] = True
    refusal: Refusal
    line: str = ""  # the player's own
    verb: str = ""
    meant: str = ""  # the order that a yes to this mail carries out


@dataclass(frozen=True, slots=True)
class NotDoneAnswer(Answer):
    """The orders behind the one that was refused."""

    template: ClassVar[str] = "not-done"
    failed: ClassVar[bool] = True
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MisreadAnswer(Answer):
    """Why a line was not understood; the words are in `misread.txt`."""

    template: ClassVar[str] = "misread"
    failed: ClassVar[bool] = True
    shows_table: ClassVar[bool] = True
    why: Why
    line: str
    suggestion: str
    asked: bool = False  # a yes to this mail carries the suggestion out


@dataclass(frozen=True, slots=True)
class UnreadableAnswer(Answer):
    """Why the letter could not be read; the words are in `faults.txt`."""

    template: ClassVar[str] = "fault"
    failed: ClassVar[bool] = True
    shows_table: ClassVar[bool] = True
    fault: TextFault


@dataclass(frozen=True, slots=True)
class SameWordsUnansweredAnswer(Answer):
    """With the first of several letters in a row that could not be read."""

    template: ClassVar[str] = "same-words"
    failed: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TooManyLettersAnswer(Answer):
    """The first letter of an hour that has had too many: it is kept, and nothing is done with it."""

    template: ClassVar[str] = "too-many-letters"
    failed: ClassVar[bool] = True
    most: int


@dataclass(frozen=True, slots=True)
class StillAskedAnswer(Answer):
    """A question of yes or no, or an invitation, that the letter has not answered: what to answer."""

    template: ClassVar[str] = "still-asked"
    failed: ClassVar[bool] = True
    invitation: bool = False
    host: str = ""  # who invites


@dataclass(frozen=True, slots=True)
class TurnStillOpenAnswer(Answer):
    """A plan was given at the own turn, and plays no card of it."""

    template: ClassVar[str] = "turn-still-open"
    shows_table: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class StrangerAnswer(Answer):
    """To somebody unknown whose letter holds no order."""

    template: ClassVar[str] = "stranger"
    failed: ClassVar[bool] = True
