"""The tables. Codes are plain strings (an enum column would store member names), times are aware and UTC.

What is derived from the log (`GameRow.phase`, `scores`, …, `DealRow`) is a projection: `pbem check` compares it with
the fold.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, LargeBinary, Text
from sqlmodel import Field, SQLModel

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING


class MetaRow(SQLModel, table=True):
    """What the server remembers of itself: its secret key, when it was last alive."""

    __tablename__ = "meta"

    key: str = Field(primary_key=True)
    value: str


class PlayerRow(SQLModel, table=True):
    """A person who plays here."""

    __tablename__ = "player"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(index=True)
    address: str  # where mails go; one of the person's addresses
    language: str = "en"
    zone: str = "UTC"
    settings: str = Field(default="{}", sa_column=Column(Text, nullable=False))  # JSON: confirm, remind, …
    greeted: bool = False  # has been told once that cards are taken in silence
    paused: str = ""  # why no mail goes to this person now (a bounce's text); "" when it does
    created_at: datetime


class AddressRow(SQLModel, table=True):
    """An address that is known to be a person's. Canonical."""

    __tablename__ = "address"

    address: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    added_at: datetime


class BlockRow(SQLModel, table=True):
    """An address that wants no more invitations; `host_id` 0 means from anybody."""

    __tablename__ = "block"

    address: str = Field(primary_key=True)
    host_id: int = Field(default=0, primary_key=True)
    at: datetime


class GameRow(SQLModel, table=True):
    """A table and its game. From `phase` on the columns are projections of the log."""

    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    variant: str
    rules: str = Field(sa_column=Column(Text, nullable=False))  # JSON of the whole record
    host_id: int = Field(foreign_key="player.id", index=True)
    pace: str = "{}"  # JSON: the table's options besides the rules (`service/pace.py`)
    created_at: datetime
    phase: str = Field(default="gathering", index=True)  # "gathering", "playing", "finished", "cancelled"
    seq: int = 0  # entries in the log
    base_seq: int = 0  # where the last deal begins in it
    deal: int = 0
    asks: str = ""  # the ask in force ("play"), "" when nobody is asked
    to_act: str = "[]"  # JSON: seats
    scores: str = "[]"
    places: str = "[]"
    asked_at: datetime | None = None
    due_at: datetime | None = Field(default=None, index=True)
    ended_at: datetime | None = None
    held: bool = False  # stopped by the operator
    paused_until: datetime | None = None  # the clocks stand, as the table agreed
    paused_by: int | None = None  # the seat that asked for it
    claim: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: what a seat claims
    # and the others have yet to agree to (`service/claim.py`)
    usual: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: how long answers
    # took of late, where the table has a veil


class EntryRow(SQLModel, table=True):
    """One entry of a game's log. Never changed, never deleted."""

    __tablename__ = "entry"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seq: int = Field(primary_key=True)
    kind: str
    body: str = Field(sa_column=Column(Text, nullable=False))
    at: datetime
    inbox_id: int | None = None  # the letter that brought it


class SeatRow(SQLModel, table=True):
    """A place at a table.

    `state`: "open", "invited", "declined", "silent" (has not answered for long, and still may), "returned" (the
    invitation came back), "joined" (a person), "robot", "resigned" (a robot plays on).
    """

    __tablename__ = "seat"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    seat: int = Field(primary_key=True)
    state: str = "open"
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    name: str = ""  # as the table calls it
    address: str = Field(default="", index=True)  # who is invited
    invitation: int = 0  # how often this seat has been offered: an old offer opens nothing
    robot: str = ""  # the level of the robot that plays or stands in
    told_deal: int = 0  # up to where the mails to this seat have told the deal:
    told_plays: int = -1  # cards on the table; -1: not even the passes
    acted_seq: int = 0  # the log's length after this seat's last own choice
    lapses: int = 0  # in a row
    plan: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON: what the player
    # has said for the next turns (`plans/held.py`); as secret as a hand
    early_seq: int = 0  # the log's length when it was last
    # asked before its turn
    clock_at: datetime | None = None  # since when its clock runs; of a seat that is offered, when the mail went out
    clock_left: int = 0  # seconds that were left on the clock then; of a clock that stands, that are left
    bank: int | None = None  # seconds in its bank; None: never spent
    due_at: datetime | None = None  # when its time is up
    remind_at: datetime | None = None
    nudged_by: str = ""  # who asked for the next reminder
    nudged_at: datetime | None = None
    moved: int = 0  # seconds by which downtime moved the deadlines, as far as this seat has not been told
    away: str = ""  # JSON: when the player is away, as far as the table grants it
    turns: int = 0  # the player's own answers in time
    wanted_at: datetime | None = None  # since when others may take it


class DealRow(SQLModel, table=True):
    """A finished deal's line on the scoreboard, and where it begins in the log."""

    __tablename__ = "deal"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    seq: int
    points: str
    scores: str
    shooter: int | None = None


class InboxRow(SQLModel, table=True):
    """A mail that came in. `state`: "new", "done", "quarantined", "dropped"; `outcome` says what came of it."""

    __tablename__ = "inbox"

    id: int | None = Field(default=None, primary_key=True)
    fingerprint: str = Field(unique=True)
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    source: str
    sender: str | None = None
    recipients: str = "[]"
    arrived_at: datetime
    state: str = Field(default="new", index=True)
    outcome: str = ""
    tries: int = 0
    author: str = ""  # the address it is from
    player_id: int | None = None
    game_id: int | None = None

    __table_args__ = (Index("ix_inbox_author", "author", "arrived_at"),)


class OutboxRow(SQLModel, table=True):
    """A mail to go out, in its final bytes. `state`: "waiting", "sending", "sent", "failed", "dropped"."""

    __tablename__ = "outbox"

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    recipient: str = Field(index=True)
    envelope: str  # envelope sender
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    created_at: datetime
    state: str = "waiting"
    tries: int = 0
    next_at: datetime
    detail: str = ""  # the last receipt
    inbox_id: int | None = None  # the letter that caused it
    player_id: int | None = None
    game_id: int | None = None
    template: str = ""
    about: str = Field(default="", index=True)  # a later mail about the same overtakes it while it waits; "": never
    told_deal: int = 0  # what the seat had been told before this mail
    told_plays: int = -1

    __table_args__ = (Index("ix_outbox_due", "state", "next_at"),)


class AlarmRow(SQLModel, table=True):
    """Something that falls due for a game; what each kind does stands in `service/alarms.py`."""

    __tablename__ = "alarm"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str = Field(primary_key=True)
    due_at: datetime = Field(index=True)


class LapseRow(SQLModel, table=True):
    """A turn that a person let pass. `number` counts the person's turns, this one too."""

    __tablename__ = "lapse"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    at: datetime
    number: int


class FormerRow(SQLModel, table=True):
    """Who sat at a table before a substitute came: the answers in time that were given there."""

    __tablename__ = "former"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    turns: int
    left_at: datetime


class VoteRow(SQLModel, table=True):
    """The vote that is open at a table. When it ends stands in its alarm."""

    __tablename__ = "vote"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str  # "pause", "resume", "end", "cancel", "extend"
    seconds: int = 0  # of the pause or the extension
    seat: int  # who asked
    ballots: str = "{}"  # JSON: seat to yes or no


class JobRow(SQLModel, table=True):
    """Something to think about, outside of any transaction: a robot's turn, a review, a hint."""

    __tablename__ = "job"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    kind: str = Field(primary_key=True)  # "turn", "review", "hint"
    seat: int = Field(primary_key=True)
    deal: int = Field(default=0, primary_key=True)  # of a review
    length: int = 0  # of the log when it was asked for: nothing comes of a turn that the game has left behind
    stand_in: bool = False
    inbox_id: int | None = None  # the letter that asked
    tries: int = 0
    made_at: datetime = Field(index=True)


class QuestionRow(SQLModel, table=True):
    """Something that waits for a word from an address: a letter that is not acted on before, or a vote."""

    __tablename__ = "question"

    id: int | None = Field(default=None, primary_key=True)
    kind: str  # "address": it came from another address; "order": its author is not proven; "add": is this address the
    # author's too; "forget": shall the person be forgotten; "vote": what the table is asked
    address: str  # who is asked
    author: str  # the address that the letter came from
    inbox_id: int = Field(foreign_key="inbox.id")
    player_id: int | None = None
    game_id: int | None = None
    seat: int | None = None
    asked_at: datetime
    state: str = "open"  # "open", "yes", "no"
