"""The answers about seats and tables: made, joined, left, sought, voted on, talked at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from pbem.facts.kinds import Answer
from pbem.facts.table import Lobby, Motion, WantedSeat


@dataclass(frozen=True, slots=True)
class LobbyAnswer(Answer):
    """A table that has not begun."""

    template: ClassVar[str] = "gathering"
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class TableMadeAnswer(Answer):
    """NEW, REMATCH: people are still waited for."""

    template: ClassVar[str] = "table-made"
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class TableBegunAnswer(Answer):
    """NEW, REMATCH: everybody is there, and the cards are dealt."""

    template: ClassVar[str] = "table-begun"
    shows_table: ClassVar[bool] = True
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class TutorialBegunAnswer(Answer):
    """TUTORIAL."""

    template: ClassVar[str] = "tutorial-begun"
    shows_table: ClassVar[bool] = True
    game: int


@dataclass(frozen=True, slots=True)
class InvitedAnswer(Answer):
    """INVITE."""

    template: ClassVar[str] = "invited"
    names: tuple[str, ...]
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class MailboxFullAnswer(Answer):
    """NEW, INVITE, REMATCH: who has been invited so often today, by whomever, that no more goes there."""

    template: ClassVar[str] = "mailbox-full"
    failed: ClassVar[bool] = True
    names: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class JoinedAnswer(Answer):
    """JOIN, where others are still waited for."""

    template: ClassVar[str] = "joined"
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class DeclinedAnswer(Answer):
    """DECLINE."""

    template: ClassVar[str] = "declined"
    game: int


@dataclass(frozen=True, slots=True)
class LeftAnswer(Answer):
    """LEAVE."""

    template: ClassVar[str] = "left"
    game: int
    cancelled: bool


@dataclass(frozen=True, slots=True)
class ResignedAnswer(Answer):
    """RESIGN."""

    template: ClassVar[str] = "resigned"
    game: int


@dataclass(frozen=True, slots=True)
class TablesAnswer(Answer):
    """TABLES, and SEEK where there are some."""

    template: ClassVar[str] = "tables"
    tables: tuple[Lobby, ...]
    count: int  # with those that are not listed
    variant: str = ""


@dataclass(frozen=True, slots=True)
class SeekingAnswer(Answer):
    """SEEK."""

    template: ClassVar[str] = "seeking"
    variant: str  # "" for any
    within: timedelta


@dataclass(frozen=True, slots=True)
class SeeksNoneAnswer(Answer):
    """SEEK OFF."""

    template: ClassVar[str] = "seeks-none"


@dataclass(frozen=True, slots=True)
class WantedAnswer(Answer):
    """WANTED."""

    template: ClassVar[str] = "wanted"
    seats: tuple[WantedSeat, ...]


@dataclass(frozen=True, slots=True)
class SubstitutedAnswer(Answer):
    """SUBSTITUTE."""

    template: ClassVar[str] = "substituted"
    shows_table: ClassVar[bool] = True
    game: int


@dataclass(frozen=True, slots=True)
class VoteAskedAnswer(Answer):
    """VOTE: the others are asked."""

    template: ClassVar[str] = "vote-asked"
    motion: Motion
    until: datetime


@dataclass(frozen=True, slots=True)
class VotedAnswer(Answer):
    """VOTE YES, VOTE NO."""

    template: ClassVar[str] = "voted"
    motion: Motion
    yes: bool


@dataclass(frozen=True, slots=True)
class VoteResultAnswer(Answer):
    """How the vote went that this letter decided."""

    template: ClassVar[str] = "vote-result"
    motion: Motion
    passed: bool
    until: datetime | None = None  # of a pause


@dataclass(frozen=True, slots=True)
class SaidAnswer(Answer):
    """SAY, TELL."""

    template: ClassVar[str] = "said"
    names: tuple[str, ...]
    at_once: bool = False  # else with the next mail to each


@dataclass(frozen=True, slots=True)
class RemindedAnswer(Answer):
    """REMIND."""

    template: ClassVar[str] = "reminded"
    names: tuple[str, ...]
