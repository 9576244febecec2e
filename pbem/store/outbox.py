"""The outbox: every mail to go out, in its final bytes, until a receipt closes it."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, insert, update
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


_OVERTAKE = (
    update(OutboxRow)
    .where(col(OutboxRow.about) == bindparam("this"), col(OutboxRow.state) == "waiting")
    .values(state="dropped", detail="overtaken")
    .returning(col(OutboxRow.told_deal), col(OutboxRow.told_plays))
    .execution_options(synchronize_session=False)
)


def overtake(session: Session, about: str) -> tuple[int, int] | None:
    """Drop the waiting mails that a new one about the same overtakes; up to where the oldest one's reader had been told."""
    found = session.execute(_OVERTAKE, {"this": about}).all()
    return min((int(row[0]), int(row[1])) for row in found) if found else None


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


def sent_since(session: Session, address: str, template: str, since: datetime) -> int:
    """How many mails of one kind have gone to an address since then."""
    query = select(func.count()).select_from(OutboxRow)
    query = query.where(OutboxRow.recipient == address, OutboxRow.template == template)
    return session.exec(query.where(col(OutboxRow.created_at) > since)).one()
