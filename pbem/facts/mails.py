"""Every mail that is not a mere notice. To a person: about a table, an account, or what the person wrote."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from pbem.cards import Card
from pbem.facts.kinds import Mail, OperatorMail
from pbem.facts.table import Lobby, Motion, SeatFacts, TableFacts, WaitingGame
from pbem.robots.review.deal_review import Review as ReviewOfDeal
from pbem.table.states import RestKind


@dataclass(frozen=True, slots=True)
class AboutTableMail(Mail):
    """A game from the reader's own seat: what happened, how it stands, what is asked."""

    template: ClassVar[str] = "table"
    table: TableFacts


@dataclass(frozen=True, slots=True)
class AnswersAloneMail(Mail):
    """Answers that no mail about a table carries. Its subject is that of its first answer, else that of the deal."""

    template: ClassVar[str] = "answers"
    game: int | None = None
    deal: int = 0  # 0 where the table gathers


@dataclass(frozen=True, slots=True)
class CombinedMail(Mail):
    """Several games in one mail, the most urgent first."""

    template: ClassVar[str] = "roundup"
    tables: tuple[TableFacts, ...]
    notes: tuple[str, ...] = ()  # texts of short mails that were held up
    more: int = 0  # how many other such mails are not told


@dataclass(frozen=True, slots=True)
class ReminderMail(Mail):
    """Several games that wait for the reader. Of a single one the table's own mail reminds."""

    template: ClassVar[str] = "reminder"
    games: tuple[WaitingGame, ...]


@dataclass(frozen=True, slots=True)
class ClaimMail(Mail):
    """Somebody claims the rest of the deal; the reader may object."""

    template: ClassVar[str] = "claim"
    game: int
    kind: RestKind  # as it is claimed
    name: str
    cards: tuple[Card, ...]
    until: datetime


@dataclass(frozen=True, slots=True)
class VoteMail(Mail):
    """Somebody puts something to the table."""

    template: ClassVar[str] = "vote"
    game: int
    name: str
    motion: Motion
    until: datetime


@dataclass(frozen=True, slots=True)
class HintMail(Mail):
    """What the hard robot would do in the reader's place; of the fields, those of what is asked are set."""

    template: ClassVar[str] = "hint"
    game: int
    ask: str
    cards: tuple[Card, ...] = ()
    amount: int | None = None  # None: no bid
    suit: str = ""
    choice: str = ""  # of the moon
    count: int = 0  # of a pass that is called


@dataclass(frozen=True, slots=True)
class ReviewMail(Mail):
    """What the hard robot thinks of the reader's choices in a finished deal."""

    template: ClassVar[str] = "review"
    game: int
    deal: int
    seats: tuple[SeatFacts, ...]
    review: ReviewOfDeal | None  # None where there is no search for the variant


@dataclass(frozen=True, slots=True)
class InvitationMail(Mail):
    """A seat is offered."""

    template: ClassVar[str] = "invitation"
    lobby: Lobby
    reminder: bool = False
    registered: bool = False  # the reader plays here already


@dataclass(frozen=True, slots=True)
class LobbyMail(Mail):
    """To the host: somebody has answered, or has not."""

    template: ClassVar[str] = "gathering"
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class OpeningMail(Mail):
    """To one who seeks a table: here is a free seat."""

    template: ClassVar[str] = "opening"
    lobby: Lobby


@dataclass(frozen=True, slots=True)
class ConfirmAddressMail(Mail):
    """To the address of record: a letter with its token came from elsewhere."""

    template: ClassVar[str] = "confirm-address"
    address: str  # where the letter came from
    game: int | None
    orders: tuple[str, ...]  # as they were understood; never the letter's own words
    received: datetime


@dataclass(frozen=True, slots=True)
class ConfirmOrderMail(Mail):
    """To a known address: is this letter, which proves nothing, yours?"""

    template: ClassVar[str] = "confirm-order"
    address: str
    game: int | None
    orders: tuple[str, ...]
    received: datetime


@dataclass(frozen=True, slots=True)
class ConfirmAccountMail(Mail):
    """To the address of record: orders about the account came with the reply address of an old mail."""

    template: ClassVar[str] = "confirm-account"
    name: str
    orders: tuple[str, ...]
    received: datetime


@dataclass(frozen=True, slots=True)
class ConfirmAddressChangeMail(Mail):
    """To a person's first address: shall another one be added, or one be removed? Silence agrees in the end."""

    template: ClassVar[str] = "confirm-address-change"
    name: str
    address: str  # where the letter came from
    orders: tuple[str, ...]
    until: datetime


@dataclass(frozen=True, slots=True)
class ConfirmNewcomerMail(Mail):
    """To an address that nobody has: orders have come from there; are they meant?"""

    template: ClassVar[str] = "confirm-newcomer"
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConfirmAddMail(Mail):
    """To a new address: does it belong to the person who named it?"""

    template: ClassVar[str] = "confirm-add"
    name: str
    address: str  # where the person wrote from


@dataclass(frozen=True, slots=True)
class ConfirmForgetMail(Mail):
    """To the address of record, before all that is kept about a person goes."""

    template: ClassVar[str] = "confirm-forget"
    name: str


@dataclass(frozen=True, slots=True)
class ConfirmLeavingMail(Mail):
    """Before a seat, a table or all mails are given up: was that meant?"""

    template: ClassVar[str] = "confirm-leaving"
    what: str  # "resign", "leave", "stop"
    game: int | None


@dataclass(frozen=True, slots=True)
class ExportMail(Mail):
    """All that is kept about the reader, attached as a file."""

    template: ClassVar[str] = "export"
    name: str
    address: str
    addresses: tuple[str, ...]
    language: str
    zone: str
    registered: datetime
    games: int
    letters: int
    mails: int
    blocks: int
    file: str


@dataclass(frozen=True, slots=True)
class LetterQuarantined(OperatorMail):
    """A letter crashed its handling several times."""

    kind: ClassVar[str] = "quarantine"
    letter: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class TemplateBroken(OperatorMail):
    """A mail went out with the packaged template instead."""

    kind: ClassVar[str] = "template"


@dataclass(frozen=True, slots=True)
class AlarmFailed(OperatorMail):
    """What should have happened at a game's deadline failed."""

    kind: ClassVar[str] = "alarm"


@dataclass(frozen=True, slots=True)
class RobotFailed(OperatorMail):
    """A robot failed several times."""

    kind: ClassVar[str] = "thought"


@dataclass(frozen=True, slots=True)
class ClockWrong(OperatorMail):
    """The machine's clock was wrong and has been set back; some deadlines are much too late now."""

    kind: ClassVar[str] = "clock"
    deadlines: int = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class CommitsLost(OperatorMail):
    """The database's log was damaged: what was committed last is gone."""

    kind: ClassVar[str] = "lost"


@dataclass(frozen=True, slots=True)
class PartFails(OperatorMail):
    """A mailbox, the relay, the disk or the database has failed for a while."""

    kind: ClassVar[str] = "fails"
    part: str = field(kw_only=True)
    since: datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class PartWorks(OperatorMail):
    """It works again."""

    kind: ClassVar[str] = "works"
    part: str = field(kw_only=True)
    since: datetime = field(kw_only=True)
    worked: datetime = field(kw_only=True)
