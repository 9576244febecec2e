"""The mails that a letter may answer where it does not say which."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.db.models import OutboxRow
from pbem.db.queries.outbox import OutboxMail, mail_of
from pbem.db.session import Session
from pbem.ids import GameId


def last_to(session: Session, address: str, game_id: GameId | None, most: int) -> list[OutboxMail]:
    """The newest mails to this address, of one game or of any, the last first."""
    query = select(OutboxRow).where(OutboxRow.recipient == address)
    if game_id is not None:
        query = query.where(OutboxRow.game_id == game_id)
    return [mail_of(row) for row in session.exec(query.order_by(col(OutboxRow.id).desc()).limit(most))]
