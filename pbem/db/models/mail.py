"""Mail that came in, mail to go out, and the questions that wait for a word."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, Index, false, text
from sqlmodel import Field

from pbem.db.models.base import Row
from pbem.db.models.packed import Packed

_HELD_RAW, _HELD_BODY = text("length(raw) > 0"), text("length(body) > 0")


class InboxRow(Row, table=True):
    """A mail that came in. `state`: "new", "later", "done", "quarantined", "dropped"; `outcome` says what
    came of it.
    """

    __tablename__ = "inbox"

    id: int | None = Field(default=None, primary_key=True)
    fingerprint: str = Field(unique=True)
    raw: bytes = Field(sa_column=Column(Packed, nullable=False))
    source: str = Field(index=True)
    sender: str | None = None
    recipients: str = "[]"
    arrived_at: datetime
    state: str = "new"
    outcome: str = ""
    tries: int = 0
    author: str = ""  # the address it is from
    proven: bool = Field(default=False, sa_column_kwargs={"server_default": false()})  # its author is who it says
    next_at: datetime | None = None  # of a letter that a limit holds up: when it is looked at again
    player_id: int | None = Field(default=None, index=True)
    game_id: int | None = None

    __table_args__ = (
        Index("ix_inbox_state", "state", "id"),
        Index("ix_inbox_author", "author", "arrived_at"),
        Index("ix_inbox_held", "arrived_at", sqlite_where=_HELD_RAW, postgresql_where=_HELD_RAW),
    )


class OutboxRow(Row, table=True):
    """A mail to go out, in its final bytes. `state`: "waiting", "sending", "sent", "failed", "dropped", or
    "unsure" (it may have gone out, and is tried no more).
    """

    __tablename__ = "outbox"

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    recipient: str
    envelope: str  # envelope sender
    body: bytes = Field(sa_column=Column(Packed, nullable=False))
    created_at: datetime
    state: str = "waiting"
    tries: int = 0
    next_at: datetime
    detail: str = ""  # the last receipt
    inbox_id: int | None = Field(default=None, index=True)  # the letter that caused it
    player_id: int | None = None
    game_id: int | None = None
    template: str = ""
    about: str = ""  # a later mail about the same overtakes it while it waits; "": never
    told_deal: int = 0  # what the seat had been told before this mail
    told_plays: int = -1
    owner: int = Field(default=0, sa_column_kwargs={"server_default": "0"})  # the worker that has it in hand

    # whatever the planner believes of the tables, two columns that are both given beat one
    __table_args__ = (
        Index("ix_outbox_due", "state", "next_at"),
        Index("ix_outbox_about", "about", "state"),
        Index("ix_outbox_recipient", "recipient", "created_at"),
        Index("ix_outbox_player", "player_id", "state"),
        Index("ix_outbox_held", "created_at", sqlite_where=_HELD_BODY, postgresql_where=_HELD_BODY),
    )


class QuestionRow(Row, table=True):
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
    due_at: datetime | None = None  # when something is done though no word has come
    words: str = ""  # of a suggestion: the order that a yes carries out
    told: int | None = None  # how long the log of its game was when it was made

    __table_args__ = (
        Index("ix_question_due", "state", "due_at"),
        Index("ix_question_address", "address", "asked_at"),
        Index("ix_question_player", "player_id", "state"),
        Index("ix_question_game", "game_id", "state"),
    )
