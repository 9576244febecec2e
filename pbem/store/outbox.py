"""The outbox: every mail to go out, in its final bytes, until a receipt closes it."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func, insert, update
from sqlmodel import Session, col, select

from pbem.store.rows import OutboxRow


def put(session: Session, rows: list[dict[str, object]]) -> None:
    """New mails, as columns of `OutboxRow`."""
    session.execute(insert(OutboxRow), rows)


def newest(session: Session, most: int) -> list[OutboxRow]:
    """The newest mails, newest first."""
    return list(session.exec(select(OutboxRow).order_by(col(OutboxRow.id).desc()).limit(most)))


def caused_by(session: Session, inbox_id: int) -> list[OutboxRow]:
    """The mails that came of a letter."""
    return list(session.exec(select(OutboxRow).where(OutboxRow.inbox_id == inbox_id).order_by(col(OutboxRow.id))))


def due(session: Session, now: datetime, most: int = 32) -> list[OutboxRow]:
    """The mails whose time has come, oldest first; they are marked as in hand."""
    query = select(OutboxRow).where(OutboxRow.state == "waiting", col(OutboxRow.next_at) <= now)
    rows = list(session.exec(query.order_by(col(OutboxRow.next_at), col(OutboxRow.id)).limit(most)))
    for row in rows:
        row.state = "sending"
    return rows


def close(session: Session, mail_id: int, state: str, detail: str, next_at: datetime | None = None) -> None:
    """What came of a try to send."""
    values: dict[str, object] = {"state": state, "detail": detail[:500], "tries": OutboxRow.tries + 1}
    if next_at is not None:
        values["next_at"] = next_at
    session.execute(update(OutboxRow).where(col(OutboxRow.id) == mail_id).values(values))


def put_back(session: Session, mail_ids: list[int], next_at: datetime) -> None:
    """Mails that were in hand and not tried wait again, until then."""
    changed = update(OutboxRow).where(col(OutboxRow.id).in_(mail_ids)).values(state="waiting", next_at=next_at)
    session.execute(changed)


def release(session: Session) -> int:
    """Mails that were in hand when the last process ended wait again. At start only, under the writer's lock."""
    result = session.execute(update(OutboxRow).where(col(OutboxRow.state) == "sending").values(state="waiting"))
    return int(result.rowcount)  # type: ignore[attr-defined]  # a CursorResult, for an update


def overtake(session: Session, about: str) -> OutboxRow | None:
    """Drop the waiting mail that a new one about the same overtakes; the oldest such, or None."""
    if not about:
        return None
    query = select(OutboxRow).where(OutboxRow.about == about, OutboxRow.state == "waiting")
    rows = list(session.exec(query.order_by(col(OutboxRow.id))))
    for row in rows:
        row.state, row.detail = "dropped", "overtaken"
    return rows[0] if rows else None


def next_due(session: Session) -> datetime | None:
    """When the next waiting mail is due."""
    return session.exec(select(func.min(OutboxRow.next_at)).where(OutboxRow.state == "waiting")).one()


def count(session: Session, state: str) -> int:
    """How many mails are in this state."""
    return session.exec(select(func.count()).select_from(OutboxRow).where(OutboxRow.state == state)).one()


def sent_to_stranger(session: Session, address: str, now: datetime, within: timedelta) -> int:
    """How many answers went to an address that is nobody's, in the time before now."""
    query = select(func.count()).select_from(OutboxRow).where(OutboxRow.recipient == address)
    query = query.where(col(OutboxRow.player_id).is_(None), col(OutboxRow.created_at) > now - within)
    return session.exec(query).one()
