"""A unit of work: one letter, alarm or operator's order, from beginning to end in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.app.folded_games import FoldedGames, folded
from pbem.app.services import Services
from pbem.app.table import Table
from pbem.db.database import Session
from pbem.db.queries import game_log, games, people
from pbem.db.queries.questions import Question
from pbem.db.records import Records
from pbem.facts.account_refusals import UnknownPerson
from pbem.facts.kinds import Answer, Mail
from pbem.facts.table_refusals import GameClosed, GameHeld, NoGame, NoSuchGame, NotBegun, NotYourGame, WhichGame
from pbem.hearts.refusal import Refused
from pbem.ids import CombinedMailId, GameId, LetterId, PlayerId
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.tokens import Token, TokenKind, token_text
from pbem.mail.message.write import Attachment
from pbem.table.game_record import GameRecord
from pbem.table.player import Player
from pbem.table.seat import NOTHING_TOLD, Mark, Seat
from pbem.table.states import GamePhase


@dataclass(slots=True)
class Author:
    """Who wrote the letter, as far as it is known."""

    address: str
    name: str = ""
    player: Player | None = None
    token: Token | None = None
    invitation: Seat | None = None  # the seat that the letter's token offers
    question: Question | None = None  # the question that it answers
    combined_mail: CombinedMailId | None = None  # the mail of several games that it answers


@dataclass(slots=True)
class Draft:
    """A mail on its way to one address, before it is put in words."""

    mail: Mail
    address: str
    player: Player | None = None
    table: Table | None = None
    token: str = ""  # of the reply address
    about: str = ""  # what a later mail of the same overtakes
    told: Mark = NOTHING_TOLD  # up to where the seat had been told before
    talk: tuple[int, ...] = ()  # the numbers of the lines of talk that it tells
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
    inbox_id: LetterId | None = None
    message: InboundMessage | None = None
    arrived_at: datetime | None = None  # when the letter reached its mailbox, if it is about one
    author: Author | None = None
    game_id: GameId | None = None  # the game that the letter is about
    proven: bool = False  # the author's address is proven, though it may be nobody's yet
    by_operator: bool = False  # the operator gives the order in the author's name
    fresh: bool = False  # the proof is new enough for orders about the account
    said_by: str = ""  # the address whose own word this is: signed by its domain, or an answer to a question to it
    only_held: bool = False  # of the letter, only what has waited for a fresh proof is carried out now
    kept_id: LetterId | None = None  # the kept letter that is carried out, where that is not the one that came
    answers: list[Answer] = field(default_factory=list)
    answers_token: str = ""  # of the mail that answers the letter, where it asks something
    drafts: list[Draft] = field(default_factory=list)
    tables: dict[int, Table] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)  # broken templates, for the operator
    again_at: datetime | None = None  # the letter is put off until then, by a limit
    noted_author: str = ""  # the address that is noted with the letter
    records: Records = field(init=False)

    def __post_init__(self) -> None:
        self.records = Records(self.session)

    def answer(self, answer: Answer) -> None:
        """Tell the letter's author something."""
        self.answers.append(answer)

    def send(
        self,
        mail: Mail,
        to: Player | str,
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

    def reply_token(self, player: Player, table: Table | None, length: int | None = None) -> str:
        """The token of a mail to this person: of the person alone, or of a game as far as its log went before this
        unit of work, or to the length given.
        """
        if table is None:
            return token_text(self.services.key, TokenKind.PLAYER, player.id, day_of(self.now))
        told = table.log.length if length is None else length
        return token_text(self.services.key, TokenKind.TURN, player.id, table.id, told, day_of(self.now))

    def answers_reply_token(self) -> str:
        """The token of the mail that answers the letter: of the question that it asks, or of the invitation or question
        that is still to be answered; "" if it is the person's own.
        """
        seat = self.author.invitation if self.author is not None else None
        if self.answers_token or seat is None or not seat.offered or not seat.address:
            return self.answers_token
        return token_text(self.services.key, TokenKind.INVITATION, seat.game_id, seat.number, seat.invitation)

    def player_of(self, seat: Seat) -> Player | None:
        """Whose seat it is, whether the person plays it or a robot since; None for a robot's own and a free one."""
        return self.records.player(seat.player_id)

    def reachable(self, seat: Seat) -> Player | None:
        """The same, if mails go to that person."""
        player = self.player_of(seat)
        return player if player is not None and player.reachable else None

    def author_player(self) -> Player:
        """The person who wrote; refused if it is nobody's letter yet."""
        if self.author is None or self.author.player is None:
            raise Refused(UnknownPerson())
        return self.author.player

    def person_numbered(self, player_id: PlayerId | None) -> Player | None:
        """The person of this number: the same object whoever asks."""
        return self.records.player(player_id)

    def person_at(self, address: str) -> Player | None:
        """Whose address this is."""
        return self.person_numbered(people.owner(self.session, address))

    def person_named(self, name: str) -> Player | None:
        """The person of this name, in any case; None if there is none, or more than one."""
        self.flush()
        return self.person_numbered(people.named(self.session, name))

    def add_person(self, name: str, address: str, language: str) -> Player:
        """A new person with one address."""
        player = Player(PlayerId(0), name, address, self.now, language)
        self.records.add_player(player)
        people.add_address(self.session, player.id, address, self.now)
        return player

    def table(self, game_id: GameId) -> Table:
        """A table, loaded once."""
        if game_id not in self.tables:
            found = load_table(self.session, self.records, game_id, self.services.folded)
            if found is None:
                raise Refused(NoSuchGame(game=game_id))
            self.tables[game_id] = found
        return self.tables[game_id]

    def add_table(self, game: GameRecord) -> Table:
        """A new table with nobody at it yet."""
        self.records.add_game(game)
        table = self.table(game.id)
        table.was_open = False
        return table

    def letter_id(self) -> LetterId:
        """The number of the letter; an error where none is handled."""
        if self.inbox_id is None:
            raise ValueError("no letter is being handled")
        return self.inbox_id

    @property
    def answered_at(self) -> datetime:
        """When what is being done was said: nobody's time runs while a mail lies in a mailbox."""
        return self.arrived_at or self.now

    def flush(self) -> None:
        """Write what has changed so far: before the database is asked about it, and at the end."""
        self.records.flush()

    def here(self) -> Table:
        """The table that the letter is about."""
        if self.game_id is None:
            waiting = games.running(self.session, self.author_player().id)
            raise Refused(WhichGame(tuple(waiting)) if waiting else NoGame())
        return self.open(self.game_id)

    def open(self, game_id: GameId) -> Table:
        """A table that takes orders; refused where the operator holds it."""
        table = self.table(game_id)
        if table.held:
            raise Refused(GameHeld(game=game_id))
        return table

    def seat(self) -> tuple[Table, Seat]:
        """The table that the letter is about, and the author's seat there."""
        player = self.author_player()
        table = self.here()
        seat = table.seat_of(player.id)
        if seat is None:
            raise Refused(NotYourGame(game=table.id))
        return table, seat

    def at_play(self, closed: bool = False) -> tuple[Table, Seat]:
        """The same, where the game must have begun; `closed`: to look at it, one without a result will do too."""
        table, seat = self.seat()
        if table.game is None:
            raise Refused(NotBegun(game=table.id))
        if table.phase is GamePhase.CANCELLED and not closed:
            raise Refused(GameClosed(game=table.id))
        return table, seat


def day_of(moment: datetime) -> int:
    """The day as tokens name it."""
    return int(moment.timestamp() // 86_400)


def load_table(session: Session, records: Records, game_id: GameId, kept: FoldedGames | None = None) -> Table | None:
    """The table of this number, its game folded from the last deal on, or taken from `kept` by who is to write it."""
    record = records.game(game_id)
    if record is None:
        return None
    begun = kept.take(record) if kept is not None else None
    if begun is None and record.log.length:
        begun = folded(record, game_log.latest(session, record))
    return Table(record, records.seats(game_id), begun)
