"""Who wants to hear of an open table, and of which variant."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete
from sqlmodel import col, select

from pbem.db.models import SeekRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import PlayerId


def seek(session: Session, player_id: PlayerId, variant: str, until: datetime) -> None:
    """This person wants to hear of a table of this variant ("" for any)."""
    upsert(session, SeekRow, [{"player_id": player_id, "variant": variant, "until": until}], ("player_id", "variant"))


def seekers(session: Session, variant: str, now: datetime) -> list[PlayerId]:
    """Who wants to hear of a table of this variant, the longest-waiting first."""
    query = select(SeekRow.player_id).where(col(SeekRow.variant).in_(("", variant)), col(SeekRow.until) > now)
    return [PlayerId(number) for number in dict.fromkeys(session.exec(query.order_by(col(SeekRow.until))))]


_STOP = Prepared(delete(table(SeekRow)).where(table(SeekRow).c.player_id == bindparam("player")))


def stop_seeking(session: Session, player_id: PlayerId) -> bool:
    """This person wants to hear no more. False if that was so already: another worker has just told of a table."""
    return bool(run(session, _STOP, {"player": player_id}).rowcount)


def seeks(session: Session, player_id: PlayerId) -> list[tuple[str, datetime]]:
    """The variants that this person seeks ("" for any), and until when."""
    query = select(SeekRow.variant, SeekRow.until).where(SeekRow.player_id == player_id)
    return [(variant, until) for variant, until in session.exec(query.order_by(col(SeekRow.variant)))]
