"""Why an order about a table, its seats or its options was not carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.hearts.refusal import Refusal
from pbem.hearts.rules.faults import RulesFaultItem


@dataclass(frozen=True, slots=True)
class NoSuchGame(Refusal):
    """There is no such game."""

    code: ClassVar[str] = "no-such-game"
    game: int


@dataclass(frozen=True, slots=True)
class NotYourGame(Refusal):
    """The author has no seat there."""

    code: ClassVar[str] = "not-your-game"
    game: int


@dataclass(frozen=True, slots=True)
class NotBegun(Refusal):
    """The table still waits for players."""

    code: ClassVar[str] = "not-begun"
    game: int


@dataclass(frozen=True, slots=True)
class AlreadyBegun(Refusal):
    """The table has begun already."""

    code: ClassVar[str] = "already-begun"
    game: int


@dataclass(frozen=True, slots=True)
class NotHost(Refusal):
    """Only the host can do that."""

    code: ClassVar[str] = "not-host"


@dataclass(frozen=True, slots=True)
class NotInvited(Refusal):
    """No seat is offered to the author."""

    code: ClassVar[str] = "not-invited"


@dataclass(frozen=True, slots=True)
class TableFull(Refusal):
    """No seat is free."""

    code: ClassVar[str] = "table-full"


@dataclass(frozen=True, slots=True)
class UnknownVariant(Refusal):
    """No variant is called so."""

    code: ClassVar[str] = "unknown-variant"
    given: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownOption(Refusal):
    """No option is called so."""

    code: ClassVar[str] = "unknown-option"
    given: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BadOption(Refusal):
    """The option does not take that."""

    code: ClassVar[str] = "bad-option"
    option: str
    given: str
    allowed: tuple[str, ...]
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BadDeadline(Refusal):
    """No time for an answer."""

    code: ClassVar[str] = "bad-deadline"
    given: str


@dataclass(frozen=True, slots=True)
class OptionTwice(Refusal):
    """An option is there twice."""

    code: ClassVar[str] = "option-twice"
    option: str


@dataclass(frozen=True, slots=True)
class BadRules(Refusal):
    """The options do not work together."""

    code: ClassVar[str] = "bad-rules"
    faults: tuple[RulesFaultItem, ...]


@dataclass(frozen=True, slots=True)
class BadTerms(Refusal):
    """Several of the options are wrong."""

    code: ClassVar[str] = "bad-terms"
    faults: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class UnknownPlayer(Refusal):
    """Nobody is called so, or nobody was named."""

    code: ClassVar[str] = "unknown-player"
    given: str = ""


@dataclass(frozen=True, slots=True)
class TooManySeats(Refusal):
    """More guests than the table has seats."""

    code: ClassVar[str] = "too-many-seats"
    seats: int
    given: int


@dataclass(frozen=True, slots=True)
class AlreadyThere(Refusal):
    """That person is at the table."""

    code: ClassVar[str] = "already-there"
    name: str


@dataclass(frozen=True, slots=True)
class TooManyGames(Refusal):
    """The author is in as many games as one may be."""

    code: ClassVar[str] = "too-many-games"
    most: int


@dataclass(frozen=True, slots=True)
class TooManyInvitations(Refusal):
    """Enough people have been written to today."""

    code: ClassVar[str] = "too-many-invitations"
    most: int


@dataclass(frozen=True, slots=True)
class Unreliable(Refusal):
    """The table asks for more turns in time."""

    code: ClassVar[str] = "unreliable"
    least: int
    share: int


@dataclass(frozen=True, slots=True)
class NotWanted(Refusal):
    """No seat there can be taken."""

    code: ClassVar[str] = "not-wanted"
    game: int


@dataclass(frozen=True, slots=True)
class NoOpenTable(Refusal):
    """No table has a free seat for the author."""

    code: ClassVar[str] = "no-open-table"


@dataclass(frozen=True, slots=True)
class NotFinished(Refusal):
    """The game is not over."""

    code: ClassVar[str] = "not-finished"
    game: int


@dataclass(frozen=True, slots=True)
class SeatLost(Refusal):
    """By the rules the author has lost the seat."""

    code: ClassVar[str] = "seat-lost"
    game: int


@dataclass(frozen=True, slots=True)
class RematchMade(Refusal):
    """The table is there, with no seat for the author."""

    code: ClassVar[str] = "rematch-made"
    game: int


@dataclass(frozen=True, slots=True)
class GameHeld(Refusal):
    """The operator holds the game."""

    code: ClassVar[str] = "held"
    game: int


@dataclass(frozen=True, slots=True)
class GameClosed(Refusal):
    """The game was closed without a result."""

    code: ClassVar[str] = "closed"
    game: int


@dataclass(frozen=True, slots=True)
class WhichGame(Refusal):
    """The letter could be about several games."""

    code: ClassVar[str] = "which-game"
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoGame(Refusal):
    """The author is in no game."""

    code: ClassVar[str] = "no-game"
