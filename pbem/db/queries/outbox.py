"""The outbox: every mail to go out, in its final bytes, until a receipt closes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import bindparam, case, func, insert, update
from sqlalchemy import select as sql_select
from sqlmodel import col, select

from pbem.db.models import InboxRow, OutboxRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import GameId, LetterId, MailId, PlayerId
from pbem.table.seat import Mark

UNSURE = "unsure: "
"""So begins the detail of a mail that may have gone out, while it waits for another try and when there is none."""


class OutboxState(StrEnum):
    """How far a mail has come."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
    UNSURE = "unsure"  # it may have gone out, and is tried no more


@dataclass(frozen=True, slots=True)
class NewMail:
    """A mail in its final bytes that is to go out."""

    message_id: str
    recipient: str
    envelope: str  # the sender that a bounce goes to
    body: bytes
    created_at: datetime
    tries: int
    next_at: datetime
    inbox_id: LetterId | None  # the letter that caused it
    player_id: PlayerId | None
    game_id: GameId | None
    template: str
    about: str  # what a later mail of the same overtakes
    told: Mark  # what the seat had been told before this mail


_AS_IT_IS = tuple(field.name for field in fields(NewMail) if field.name != "told")


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """A mail in its final bytes, and what came of it."""

    id: MailId
    message_id: str
    recipient: str
    body: bytes
    created_at: datetime
    state: OutboxState
    tries: int
    next_at: datetime
    detail: str  # the last receipt
    inbox_id: LetterId | None  # the letter that caused it
    player_id: PlayerId | None
    game_id: GameId | None
    template: str
    about: str
    told: Mark  # what the seat had been told before this mail


def mail_of(row: Any) -> OutboxMail:
    """The record of a row."""
    return OutboxMail(row.id, row.message_id, row.recipient, row.body, row.created_at, OutboxState(row.state),
                      row.tries, row.next_at, row.detail, row.inbox_id, row.player_id, row.game_id, row.template,
                      row.about, Mark(row.told_deal, row.told_plays))  # fmt: skip


_TABLE = table(OutboxRow)
_OUTBOX = _TABLE.c
_PUT = Prepared(insert(_TABLE))


def put(session: Session, mails: Sequence[NewMail]) -> None:
    """These mails wait to be sent."""
    run(session, _PUT, [_values(mail) for mail in mails])
    session.tell("mails")


def _values(mail: NewMail) -> dict[str, object]:
    values: dict[str, object] = {name: getattr(mail, name) for name in _AS_IT_IS}
    deal, plays = mail.told
    return values | {"state": OutboxState.WAITING, "detail": "", "told_deal": deal, "told_plays": plays, "owner": 0}


def newest(session: Session, most: int) -> list[OutboxMail]:
    """The newest mails, newest first."""
    return [mail_of(row) for row in session.exec(select(OutboxRow).order_by(col(OutboxRow.id).desc()).limit(most))]


def caused_by(session: Session, inbox_id: LetterId) -> list[OutboxMail]:
    """The mails that came of a letter."""
    query = select(OutboxRow).where(OutboxRow.inbox_id == inbox_id)
    return [mail_of(row) for row in session.exec(query.order_by(col(OutboxRow.id)))]


_ONE = Prepared(sql_select(_TABLE).where(_OUTBOX.id == bindparam("mail")))


def mail(session: Session, number: MailId) -> OutboxMail | None:
    """The mail of this number."""
    row = run(session, _ONE, {"mail": number}).first()
    return None if row is None else mail_of(row)


def retry(session: Session, number: MailId, now: datetime) -> None:
    """It is sent again."""
    changed = update(_TABLE).where(_OUTBOX.id == number).values(state=OutboxState.WAITING, next_at=now, tries=0)
    run(session, changed)


def drop(session: Session, numbers: Sequence[MailId], detail: str | None = None) -> None:
    """They are never sent; `detail` says why."""
    why = {} if detail is None else {"detail": detail}
    run(session, update(_TABLE).where(_OUTBOX.id.in_(numbers)).values(state=OutboxState.DROPPED, **why))


@dataclass(frozen=True, slots=True)
class Due:
    """A mail that is about to be handed over."""

    id: MailId
    recipient: str
    envelope: str
    body: bytes
    tries: int
    player_id: PlayerId | None
    inbox_id: LetterId | None
    message_id: str
    detail: str  # what the last try said


IN_DUE = ("id", "recipient", "envelope", "body", "tries", "player_id", "inbox_id", "message_id", "detail")
"""The columns of a `Due`."""

_CLOSE = Prepared(
    update(_TABLE)
    .where(_OUTBOX.id == bindparam("mail"))
    .values(state=bindparam("fate"), detail=bindparam("receipt"), tries=_OUTBOX.tries + 1)
)


def close(session: Session, mail_id: MailId, state: OutboxState, detail: str) -> None:
    """What has become known of a mail that had gone out."""
    run(session, _CLOSE, {"mail": mail_id, "fate": state, "receipt": detail[:500]})


def went_out(session: Session, message_ids: Sequence[str]) -> Due | None:
    """The first of these mails that was sent, or may have been, and has not come back yet."""
    names = [
        col(OutboxRow.message_id).in_(message_ids),
        col(OutboxRow.state).in_((OutboxState.SENT, OutboxState.UNSURE)),
    ]
    row = session.exec(select(OutboxRow).where(*names).order_by(col(OutboxRow.id)).limit(1)).first()
    if row is None:
        return None
    return Due(**{name: getattr(row, name) for name in IN_DUE})


_MAYBE = _OUTBOX.detail.startswith(UNSURE, autoescape=True)
_OVERTAKE = Prepared(
    update(_TABLE)
    .where(_OUTBOX.about == bindparam("this"), _OUTBOX.state == OutboxState.WAITING)
    .values(
        state=case((_MAYBE, OutboxState.UNSURE), else_=OutboxState.DROPPED),
        detail=case((_MAYBE, _OUTBOX.detail), else_="overtaken"),
    )
    .returning(_OUTBOX.told_deal, _OUTBOX.told_plays)
)


def overtake(session: Session, about: str) -> Mark | None:
    """Drop the waiting mails that a new one about the same overtakes; up to where their reader had been told before.

    Of one that may have gone out that stays written: it is tried no more, and never called dropped.
    """
    found = run(session, _OVERTAKE, {"this": about}).rows
    return min(Mark(row.told_deal, row.told_plays) for row in found) if found else None


_WAITS = Prepared(
    sql_select(_OUTBOX.id, _OUTBOX.next_at)
    .where(_OUTBOX.state == OutboxState.WAITING, _OUTBOX.id > bindparam("after"))
    .order_by(_OUTBOX.id)
    .limit(bindparam("most"))
)
_DUE_THEN = Prepared(update(_TABLE).where(_OUTBOX.id == bindparam("mail")))


def shift(session: Session, by: timedelta, after: int = 0, most: int = 1000) -> int | None:
    """The next mails that wait are due by so much later, or earlier if negative; the last of them."""
    shifted = [
        {"mail": row.id, "next_at": row.next_at + by} for row in run(session, _WAITS, {"after": after, "most": most})
    ]
    run(session, _DUE_THEN, shifted)
    return shifted[-1]["mail"] if shifted else None


def overdue(session: Session, state: OutboxState, before: datetime) -> int:
    """How many mails in this state could have gone before then."""
    query = select(func.count()).select_from(OutboxRow).where(OutboxRow.state == state)
    return session.exec(query.where(col(OutboxRow.next_at) < before)).one()


def with_message_id(session: Session, message_id: str) -> OutboxMail | None:
    """The mail of ours that has this Message-ID."""
    row = session.exec(select(OutboxRow).where(OutboxRow.message_id == message_id)).first()
    return None if row is None else mail_of(row)


def in_state(session: Session, state: OutboxState) -> list[MailId]:
    """The numbers of the mails in this state, oldest first."""
    query = select(OutboxRow.id).where(OutboxRow.state == state).order_by(col(OutboxRow.id))
    return [MailId(number) for number in session.exec(query) if number is not None]


def count(session: Session, state: OutboxState) -> int:
    """How many mails are in this state."""
    return session.exec(select(func.count()).select_from(OutboxRow).where(OutboxRow.state == state)).one()


def newest_to(session: Session, address: str) -> datetime | None:
    """When the last mail to this address was written."""
    query = select(func.max(OutboxRow.created_at)).where(OutboxRow.recipient == address)
    return session.exec(query.where(OutboxRow.state != OutboxState.DROPPED)).one()


def sent_unproven(session: Session, address: str, since: datetime) -> int:
    """How many mails to this address have come of letters that nobody is known to have written."""
    query = select(func.count()).select_from(OutboxRow).join(InboxRow, col(InboxRow.id) == OutboxRow.inbox_id)
    query = query.where(OutboxRow.recipient == address, col(InboxRow.proven).is_(False))
    return session.exec(query.where(col(OutboxRow.created_at) > since)).one()
