"""A post: a mail to be written, before it has words. A template's name and the facts for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Score
from pbem.hearts.events import DealRecord, Play, Trick
from pbem.hearts.view import SeatView


@dataclass(frozen=True, slots=True)
class Site:
    """What every mail says of the server itself."""

    name: str  # "Hearts by mail"
    address: str  # "hearts@example.org"
    operator: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a mail, and how: `reply_to` is the address that an answer goes to, token and all."""

    name: str
    language: str = "en"
    zone: str = "UTC"  # an IANA name
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A place at a table as everybody may see it."""

    seat: int
    name: str  # "alice", "robot 2", or the address of somebody invited (to the host only), or ""
    kind: str  # "person", "robot", "stand-in" (a robot in a resigned person's seat), "invited", "declined", "silent",
    # "returned" (the invitation came back; to the host only), "open"
    is_you: bool = False
    is_host: bool = False
    away_from: datetime | None = None  # when a vacation begins; None where it runs, or where there is none
    away_until: datetime | None = None
    remark: str = ""  # the player's own words about it
    reliability: int | None = None  # percent of turns in time, where it is asked for and known


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one order of the reader's letter: the name of its text in `answers/`, and facts."""

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk at the table; `to_you` where nobody else hears it."""

    name: str
    text: str
    to_you: bool = False


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """What the reader has said in advance; nobody else is told."""

    card: Card | None = None  # an early answer that waits for the turn
    anyway: bool = False  # it is played whatever falls
    queue: tuple[Card, ...] = ()
    once: tuple[str, ...] = ()  # the plan for the next card, step by step, each in its exact spelling
    always: tuple[str, ...] = ()  # the plan for the deal
    note: str = ""  # what came of it: "held-back", "queue-ended"
    cards: tuple[Card, ...] = ()  # the note's


@dataclass(frozen=True, slots=True)
class RestFacts:
    """The deal's last tricks were played out by rule, not card by card."""

    kind: str  # "settled": no card that counts was left; "rest", "open": as a player claimed
    seat: int = -1  # whose claim
    first: int = 0  # the first of these tricks
    tricks: int = 0  # how many


@dataclass(frozen=True, slots=True)
class MissedDeal:
    """A deal that ended a while ago, and what opens its seal."""

    record: DealRecord
    opened: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the mail `table` tells: everything from one seat's view."""

    game: int
    seats: tuple[SeatFacts, ...]
    view: SeatView
    due_at: datetime | None = None  # when the reader's (or, if not asked, the acting seat's) time is up
    new_tricks: tuple[Trick, ...] = ()  # complete and not yet told to this reader, of the deal in view
    passes_new: bool = False  # the cards passed and got have not been told yet
    ended_deal: DealRecord | None = None  # a deal that ended and has not been told
    ended_tricks: tuple[Trick, ...] = ()  # its tricks that have not been told
    said: tuple[Said, ...] = ()
    reminder: bool = False
    lapsed: bool = False  # the reader's own time ran out and the stand-in acted
    moved: timedelta | None = None  # by how much the server's absence moved all deadlines, not told yet
    nudged_by: str = ""  # who asked for this reminder
    first: bool = False  # the reader's first mail with a question: a little more explanation
    full: bool = False  # show the state (hand, scoreboard) though nothing is asked (HAND, SCORE)
    early: tuple[Card, ...] = ()  # what the reader, whose turn has not come, may answer already
    plan: PlanFacts | None = None
    rest: RestFacts | None = None
    novice: bool = False  # the reader has not played a card here yet
    missed: tuple[MissedDeal, ...] = ()  # deals that ended since the last mail and before what is told in full
    lessons: tuple[str, ...] = ()  # what a table that teaches explains now
    seal: str = ""  # the commitment of the deal in view, in the first mail that tells of it
    opened: str = ""  # what opens the ended deal's commitment


@dataclass(frozen=True, slots=True)
class Post:
    """One mail to write to one reader: `answers` first, then what the template says of `table` or `facts`.

    Which facts each template and each answer needs stands in `templates/README.md`.
    """

    template: str
    facts: dict[str, Any] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    table: TableFacts | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail in words: the subject without line ends, and the two parts, which state the same."""

    subject: str
    text: str
    html: str


__all__ = [
    "Answer",
    "Card",
    "DealRecord",
    "MissedDeal",
    "PlanFacts",
    "Play",
    "Post",
    "Reader",
    "Rendered",
    "RestFacts",
    "Said",
    "Score",
    "SeatFacts",
    "Site",
    "TableFacts",
    "Trick",
]
