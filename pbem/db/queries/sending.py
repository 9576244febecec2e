"""Mails on their way out: which are due, who has them in hand, and what came of each try."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from pbem.db.models import OutboxRow, WorkerRow
from pbem.db.queries.outbox import IN_DUE, Due, OutboxState
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.ids import MailId

_TABLE = table(OutboxRow)
_OUTBOX = _TABLE.c
_NOW = (_OUTBOX.state == OutboxState.WAITING, _OUTBOX.next_at <= bindparam("now"))
_ORDER = (_OUTBOX.next_at, _OUTBOX.id)
_NEXT = select(_OUTBOX.created_at).where(*_NOW).order_by(*_ORDER).limit(bindparam("most")).subquery()
_OLDEST = Prepared(select(func.min(_NEXT.c.created_at)))


def oldest_due(session: Session, now: datetime, most: int = 32) -> datetime | None:
    """Since when the oldest of the mails that are to go next waits; None if none is due."""
    found: datetime | None = run(session, _OLDEST, {"now": now, "most": most}).scalar()
    return found


_DUE = Prepared(
    select(*(_OUTBOX[name] for name in IN_DUE))
    .where(*_NOW)
    .order_by(*_ORDER)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_IN_HAND = Prepared(
    update(_TABLE).where(_OUTBOX.id == bindparam("mail")).values(state=OutboxState.SENDING, owner=bindparam("me"))
)


def claim(session: Session, now: datetime, most: int = 32, me: int = 0) -> list[Due]:
    """The mails whose time has come, oldest first; they are marked as in this worker's hand."""
    rows = [Due(*row) for row in run(session, _DUE, {"now": now, "most": most})]
    if rows:
        run(session, _IN_HAND, [{"mail": row.id, "me": me} for row in rows])
    return rows


_MINE = (_OUTBOX.id == bindparam("mail"), _OUTBOX.owner == bindparam("me"))
_TRIED = (
    update(_TABLE)
    .where(*_MINE)
    .values(state=bindparam("fate"), detail=bindparam("receipt"), tries=_OUTBOX.tries + 1, owner=0)
)
_CLOSE = Prepared(_TRIED)
_POSTPONE = Prepared(_TRIED.values(next_at=bindparam("again")))


def note(
    session: Session, mail: MailId, state: OutboxState, detail: str, again: datetime | None = None, me: int = 0
) -> bool:
    """What came of a try to send. False if the mail is not in this worker's hand any more: then nothing is noted."""
    values = {"mail": mail, "me": me, "fate": state, "receipt": detail[:500], "again": again}
    if again is None:
        del values["again"]
    return run(session, _CLOSE if again is None else _POSTPONE, values).rowcount == 1


_PUT_BACK = Prepared(
    update(_TABLE).where(*_MINE).values(state=OutboxState.WAITING, next_at=bindparam("again"), owner=0)
)


def put_back(session: Session, mails: Sequence[MailId], again: datetime, me: int = 0) -> None:
    """Mails that were in this worker's hand and not tried wait again, until then."""
    run(session, _PUT_BACK, [{"mail": mail, "me": me, "again": again} for mail in mails])


_LIVING = select(table(WorkerRow).c.id)
_RELEASE = Prepared(
    update(_TABLE)
    .where(_OUTBOX.state == OutboxState.SENDING, _OUTBOX.owner.not_in(_LIVING))
    .values(state=OutboxState.WAITING, owner=0)
)


def release(session: Session) -> int:
    """Mails that are in the hand of nobody who lives wait again; of a server that is alone, at its start, all."""
    return int(run(session, _RELEASE).rowcount)
