"""A case: one letter (or alarm, or operator's order) on its way through the house, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.app.refusals import Wrong
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.db.database import Session
from pbem.db.models import PlayerRow, QuestionRow, SeatRow
from pbem.db.queries import game_log
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.tokens import Token
from pbem.mail.message.write import Attachment
from pbem.render.facts import Answer, Post


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
class Mail:
    """A post on its way to one address, before it is rendered."""

    post: Post
    address: str
    name: str
    player: PlayerRow | None = None
    table: Table | None = None
    token: str = ""  # of the reply address
    about: str = ""
    told: tuple[int, int] = (0, -1)
    answers_letter: bool = False
    attachments: tuple[Attachment, ...] = ()
    tries: int = 0  # of the mails whose place it takes
    next_at: datetime | None = None  # when it may go, if not at once


@dataclass(slots=True)
class UnitOfWork:
    """What one pass of the desk works on. Commands add answers; use cases add mails; the end writes them all."""

    session: Session
    services: Services
    now: datetime
    inbox_id: int | None = None
    message: InboundMessage | None = None
    author: Author | None = None
    game_id: int | None = None  # the game that the letter is about
    proven: bool = False  # the author's address is proven, though it may be nobody's yet
    kept: InboundMessage | None = None  # a letter that has just been confirmed and is carried out next
    answers: list[Answer] = field(default_factory=list)
    mails: list[Mail] = field(default_factory=list)
    tables: dict[int, Table] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # broken templates, for the operator
    full: bool = False  # the author should see the state of the game with the answers

    def answer(self, kind: str, **facts: Any) -> None:
        """Tell the letter's author something."""
        self.answers.append(Answer(kind, facts))

    def player(self) -> PlayerRow:
        """The person who wrote; refused if it is nobody's letter yet."""
        if self.author is None or self.author.player is None:
            raise Refused(Wrong.UNKNOWN_PERSON)
        return self.author.player

    def table(self, game_id: int) -> Table:
        """A table, loaded once a case."""
        if game_id not in self.tables:
            row = game_log.game(self.session, game_id)
            if row is None:
                raise Refused(Wrong.NO_SUCH_GAME, game=game_id)
            self.tables[game_id] = Table(self.session, row)
        return self.tables[game_id]

    def here(self) -> Table:
        """The table that the letter is about."""
        if self.game_id is None:
            waiting = [g.id for g in game_log.games_of(self.session, pk(self.player().id))]
            raise Refused(Wrong.WHICH_GAME if waiting else Wrong.NO_GAME, games=tuple(waiting))
        return self.open(self.game_id)

    def open(self, game_id: int) -> Table:
        """A table that takes orders; refused where the operator holds it."""
        table = self.table(game_id)
        if table.row.held:
            raise Refused(Wrong.HELD, game=game_id)
        return table

    def seat(self) -> tuple[Table, SeatRow]:
        """The table that the letter is about, and the author's seat there."""
        player = self.player()
        table = self.here()
        seat = table.seat_of(pk(player.id))
        if seat is None:
            raise Refused(Wrong.NOT_YOUR_GAME, game=table.id)
        return table, seat

    def at_play(self, closed: bool = False) -> tuple[Table, SeatRow]:
        """The same, where the game must have begun; `closed`: to look at it, one without a result will do too."""
        table, seat = self.seat()
        if table.game is None:
            raise Refused(Wrong.NOT_BEGUN, game=table.id)
        if table.row.phase == "cancelled" and not closed:
            raise Refused(Wrong.CLOSED, game=table.id)
        return table, seat


def pk(number: int | None) -> int:
    """The number of a stored row."""
    if number is None:
        raise ValueError("a row that was never stored")
    return number
