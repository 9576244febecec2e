"""What may be told of a table: its seats, a lobby, the game from one seat's view, votes, absences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from pbem.cards import Card
from pbem.hearts.entries import Score
from pbem.hearts.events import DealRecord, Trick
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.premoves.kept import PremoveOutcome
from pbem.table.options import TableOptions
from pbem.table.states import GamePhase, RestKind, VoteKind


class SeatKind(StrEnum):
    """What a reader sees on a seat."""

    PERSON = "person"
    ROBOT = "robot"
    STAND_IN = "stand-in"  # a robot in a resigned person's seat
    INVITED = "invited"
    DECLINED = "declined"
    SILENT = "silent"
    RETURNED = "returned"  # the invitation came back; to the host only
    OPEN = "open"


NEEDED = (SeatKind.OPEN, SeatKind.RETURNED, SeatKind.DECLINED, SeatKind.SILENT)
"""The seats for which nobody is waited."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A place at a table as everybody may see it."""

    seat: int
    name: str  # "alice", "robot 2", or the address of somebody invited (to the host only), or ""
    kind: SeatKind
    is_you: bool = False
    is_host: bool = False
    away_from: datetime | None = None  # when a vacation begins; None where it runs, or where there is none
    away_until: datetime | None = None
    remark: str = ""  # the player's own words about it
    reliability: int | None = None  # percent of turns in time, where it is asked for and known


@dataclass(frozen=True, slots=True)
class TalkFacts:
    """A line of talk at the table; `to_you` where nobody else hears it."""

    name: str
    text: str
    to_you: bool = False
    number: int = 0  # of a line that has waited for this mail


class OwnWord(NamedTuple):
    """What the reader has chosen before the first card of a deal, beside the pass."""

    what: str  # "bid", "charge", "call"
    cards: tuple[Card, ...] = ()  # laid open
    amount: int | None = None  # bid; None: no bid


class PremoveNote(NamedTuple):
    """What came of something that was said in advance."""

    what: PremoveOutcome
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """What the reader has said in advance; nobody else is told."""

    card: Card | None = None  # an early answer that waits for the turn
    anyway: bool = False  # it is played whatever falls
    queue: tuple[Card, ...] = ()
    once: tuple[str, ...] = ()  # the plan for the next card, step by step, each in its exact spelling
    always: tuple[str, ...] = ()  # the plan for the deal
    note: PremoveNote | None = None  # what came of it


@dataclass(frozen=True, slots=True)
class RestFacts:
    """The deal's last tricks were played out by rule, not card by card."""

    kind: RestKind
    seat: int = -1  # whose claim
    first: int = 0  # the first of these tricks
    tricks: int = 0  # how many


class DealLine(NamedTuple):
    """A finished deal in the list of all."""

    number: int
    points: tuple[Score, ...]
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the mail `table` tells: everything from one seat's view."""

    game: int
    seats: tuple[SeatFacts, ...]
    view: SeatView
    due_at: datetime | None = None  # when the reader's (or, if not asked, the acting seat's) time is up
    new_tricks: tuple[Trick, ...] = ()  # complete and not yet told to this reader, of the deal in view
    said: tuple[OwnWord, ...] = ()  # what the reader has said before the first card, not acknowledged yet
    passes_new: bool = False  # the cards passed and got have not been told yet
    ended_deal: DealRecord | None = None  # a deal that ended and has not been told
    ended_tricks: tuple[Trick, ...] = ()  # its tricks that have not been told
    reminder: bool = False
    lapsed: bool = False  # the reader's own time ran out and the stand-in acted
    moved: timedelta | None = None  # by how much the server's absence moved all deadlines, not told yet
    nudged_by: str = ""  # who asked for this reminder
    first: bool = False  # the reader's first mail with a question: a little more explanation
    full: bool = False  # show the state (hand, scoreboard) though nothing is asked (HAND, SCORE)
    early: tuple[Card, ...] = ()  # what the reader, whose turn has not come, may answer already
    turn_came: bool = False  # the reader was asked early, has not answered, and now the turn is there
    plan: PlanFacts | None = None
    rest: RestFacts | None = None
    novice: bool = False  # the reader has not played a card here yet
    talk: tuple[TalkFacts, ...] = ()  # what was said at the table since the last mail
    missed: tuple[DealRecord, ...] = ()  # deals that ended since the last mail and before what is told in full
    lessons: tuple[str, ...] = ()  # what a table that teaches explains now
    seal: str = ""  # the commitment of the deal in view, in the first mail that tells of it
    deals: tuple[DealLine, ...] = ()  # the finished deals, for the score sheet
    teach: bool = False  # the reader is asked this for the first time ever: a little more explanation


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table that gathers, as one reader may see it."""

    game: int
    host: str
    seats: tuple[SeatFacts, ...]  # to the host the guests are named by their addresses
    variant: str
    rules: Rules
    options: TableOptions
    host_address: str = ""  # to a guest whom the host knows by address
    words: str = ""  # the host's own, to the guests

    @property
    def free(self) -> int:
        """Seats for which nobody is waited."""
        return sum(seat.kind in NEEDED for seat in self.seats)

    @property
    def waiting(self) -> int:
        """Guests who have yet to answer."""
        return sum(seat.kind is SeatKind.INVITED for seat in self.seats)

    @property
    def deadline(self) -> timedelta:
        """The time for an answer."""
        return timedelta(seconds=self.options.deadline)

    @property
    def bank(self) -> timedelta:
        """What each player has beside it for the whole game."""
        return timedelta(seconds=self.options.bank)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game of the reader's in a list."""

    game: int
    variant: str
    phase: GamePhase
    deal: int
    waiting: tuple[str, ...]  # the names of those who are waited for
    you: bool  # the reader is among them
    due_at: datetime | None
    paused_until: datetime | None
    seats: tuple[SeatFacts, ...]
    scores: tuple[Score, ...]
    places: tuple[int, ...] = ()  # of a game that has its result


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for the reader, in a reminder of several."""

    due_at: datetime | None
    nudged_by: str
    variant: str
    table: TableFacts


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """A seat that was given up and that others may take."""

    game: int
    variant: str
    deal: int
    scores: tuple[Score, ...]
    seat: int
    reliability: int  # percent of turns in time that the table asks for; 0 for none


@dataclass(frozen=True, slots=True)
class Motion:
    """What a table votes on."""

    what: VoteKind
    length: timedelta  # of a pause, or of an extension


@dataclass(frozen=True, slots=True)
class ShortenedAbsence:
    """A table that grants less of a vacation than was asked for."""

    game: int
    until: datetime
    days: int  # its cap


@dataclass(frozen=True, slots=True)
class RunningDeal:
    """The deal that is played now, as one seat has seen it."""

    view: SeatView
    out: tuple[Card, ...]  # neither played nor known to lie with the reader
    queen: str = ""  # of spades: "out", "yours", "gone"; "" where she counts nothing
