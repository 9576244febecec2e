"""What is let go in time: the bytes of letters and mails that were finished long ago. The rows stay."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, case, or_, select, text, update

from pbem.db.models import InboxRow, OutboxRow
from pbem.db.queries import server
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table

EVERY = timedelta(days=1)
"""So often it is looked for what is to go."""

AT_ONCE = 500
"""So many are emptied in a transaction."""

_CLEANED = "cleaned"
_INBOX, _OUTBOX = table(InboxRow).c, table(OutboxRow).c
_DONE_WITH = (InboxState.DONE, InboxState.DROPPED, InboxState.QUARANTINED)
_GONE = (OutboxState.SENT, OutboxState.DROPPED, OutboxState.FAILED)
_HELD_RAW, _HELD_BODY = text("length(raw) > 0"), text("length(body) > 0")  # as the indexes say it
_MOST: Any = bindparam("most")
_LETTERS = Prepared(
    select(_INBOX.id)
    .where(_HELD_RAW, _INBOX.arrived_at < bindparam("before"), or_(*(_INBOX.state == state for state in _DONE_WITH)))
    .order_by(_INBOX.arrived_at)
    .limit(_MOST)
)
_MAILS = Prepared(
    select(_OUTBOX.id)
    .where(_HELD_BODY, _OUTBOX.created_at < bindparam("before"), or_(*(_OUTBOX.state == state for state in _GONE)))
    .order_by(_OUTBOX.created_at)
    .limit(_MOST)
)
_EMPTY_LETTER = Prepared(update(table(InboxRow)).where(_INBOX.id == bindparam("number")).values(raw=b""))
_EMPTY_MAIL = Prepared(
    update(table(OutboxRow))
    .where(_OUTBOX.id == bindparam("number"))
    .values(body=b"", recipient=case((_OUTBOX.player_id.is_(None), ""), else_=_OUTBOX.recipient))
)


def begin(session: Session, now: datetime) -> bool:
    """Whether it is time to look for what is to go; that it is looked for now is noted."""
    noted = server.get(session, _CLEANED)
    if noted is not None and abs(now - datetime.fromisoformat(noted)) < EVERY:
        return False
    server.put(session, _CLEANED, now.isoformat())
    return True


def forget_old(session: Session, before: datetime) -> bool:
    """Drop the bytes of some letters and mails that came or were written before then, failed ones too.

    Of a mail to nobody we know (a stranger, or who has been forgotten) the address goes too. True if there may be more.
    """
    more = False
    for found, empty in ((_LETTERS, _EMPTY_LETTER), (_MAILS, _EMPTY_MAIL)):
        numbers = run(session, found, {"before": before, "most": AT_ONCE}).rows
        run(session, empty, [{"number": row.id} for row in numbers])
        more |= len(numbers) == AT_ONCE
    return more
