"""A unit of work: one letter, alarm or operator's order, from beginning to end in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.app.services import Services
from pbem.app.table import Table
from pbem.db.database import Session
from pbem.db.models import PlayerRow, QuestionRow, SeatRow
from pbem.db.queries import game_log, people
from pbem.facts.account_refusals import UnknownPerson
from pbem.facts.message import Answer, Mail
from pbem.facts.table_refusals import GameClosed, GameHeld, NoGame, NoSuchGame, NotBegun, NotYourGame, WhichGame
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.tokens import Token, TokenKind, token_text
from pbem.mail.message.write import Attachment


@dataclass(slots=True)
class Author:
    """Who wrote the letter, as far as it is known."""

    address: str
    name: str = ""
    player: PlayerRow | None = None
    token: Token | None = None
    invitation: SeatRow | None = None  # the seat that the letter's token offers
    question: QuestionRow | None = None  # the question that it answers
    roundup: int = 0  # the mail of several games that it answers


@dataclass(slots=True)
class Draft:
    """A mail on its way to one address, before it is put in words."""

    mail: Mail
    address: str
    player: PlayerRow | None = None
    table: Table | None = None
    token: str = ""  # of the reply address
    about: str = ""  # what a later mail of the same overtakes
    told: tuple[int, int] = (0, -1)  # up to where the seat had been told before
    answers_letter: bool = False
    attachments: tuple[Attachment, ...] = ()
    tries: int = 0  # of the mails whose place it takes
    next_at: datetime | None = None  # when it may go, if not at once


@dataclass(slots=True)
class UnitOfWork:
    """What one pass works on. Commands add answers, use cases send mails, and the end writes them all."""

    session: Session
    services: Services
    now: datetime
    inbox_id: int | None = None
    message: InboundMessage | None = None
    author: Author | None = None
    game_id: int | None = None  # the game that the letter is about
    proven: bool = False  # the author's address is proven, though it may be nobody's yet
    answers: list[Answer] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    tables: dict[int, Table] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # broken templates, for the operator

    def answer(self, answer: Answer) -> None:
        """Tell the letter's author something."""
        self.answers.append(answer)

    def send(
        self,
        mail: Mail,
        to: PlayerRow | str,
        table: Table | None = None,
        *,
        address: str = "",
        token: str = "",
        answers_letter: bool = False,
        attachments: tuple[Attachment, ...] = (),
    ) -> Draft:
        """Write to a person, or to an address that is nobody's. It goes out with all else that this unit of work does.

        A person is written to at the address of record unless another is given. The reply address is the person's at
        this table, unless a token says otherwise.
        """
        player = None if isinstance(to, str) else to
        if player is not None and not token:
            token = self.reply_token(player, table)
        address = address or (to if isinstance(to, str) else to.address)
        draft = Draft(mail, address, player, table, token, answers_letter=answers_letter, attachments=attachments)
        self.drafts.append(draft)
        return draft

    def reply_token(self, player: PlayerRow, table: Table | None, length: int | None = None) -> str:
        """The token of a mail to this person: of the person alone, or of a game as far as its log went before this
        unit of work, or to the length given.
        """
        if table is None:
            return token_text(self.services.key, TokenKind.PLAYER, pk(player.id))
        told = table.row.seq if length is None else length
        return token_text(self.services.key, TokenKind.TURN, pk(player.id), table.id, told)

    def person(self, seat: SeatRow) -> PlayerRow | None:
        """Whose seat it is, whether the person plays it or a robot since; None for a robot's own and a free one."""
        return people.player(self.session, seat.player_id)

    def reachable(self, seat: SeatRow) -> PlayerRow | None:
        """The same, if mails go to that person."""
        player = self.person(seat)
        return player if player is not None and player.address and not player.paused else None

    def player(self) -> PlayerRow:
        """The person who wrote; refused if it is nobody's letter yet."""
        if self.author is None or self.author.player is None:
            raise Refused(UnknownPerson())
        return self.author.player

    def table(self, game_id: int) -> Table:
        """A table, loaded once."""
        if game_id not in self.tables:
            row = game_log.game(self.session, game_id)
            if row is None:
                raise Refused(NoSuchGame(game=game_id))
            self.tables[game_id] = Table(self.session, row)
        return self.tables[game_id]

    def here(self) -> Table:
        """The table that the letter is about."""
        if self.game_id is None:
            waiting = [pk(g.id) for g in game_log.games_of(self.session, pk(self.player().id))]
            raise Refused(WhichGame(tuple(waiting)) if waiting else NoGame())
        return self.open(self.game_id)

    def open(self, game_id: int) -> Table:
        """A table that takes orders; refused where the operator holds it."""
        table = self.table(game_id)
        if table.row.held:
            raise Refused(GameHeld(game=game_id))
        return table

    def seat(self) -> tuple[Table, SeatRow]:
        """The table that the letter is about, and the author's seat there."""
        player = self.player()
        table = self.here()
        seat = table.seat_of(pk(player.id))
        if seat is None:
            raise Refused(NotYourGame(game=table.id))
        return table, seat

    def at_play(self, closed: bool = False) -> tuple[Table, SeatRow]:
        """The same, where the game must have begun; `closed`: to look at it, one without a result will do too."""
        table, seat = self.seat()
        if table.game is None:
            raise Refused(NotBegun(game=table.id))
        if table.row.phase == "cancelled" and not closed:
            raise Refused(GameClosed(game=table.id))
        return table, seat


def pk(number: int | None) -> int:
    """The number of a stored row."""
    if number is None:
        raise ValueError("a row that was never stored")
    return number
