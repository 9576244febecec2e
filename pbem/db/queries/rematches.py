"""Which table plays on after a game."""

from __future__ import annotations

from pbem.db.models import RematchRow
from pbem.db.session import Session
from pbem.db.upsert import upsert
from pbem.ids import GameId


def next_table(session: Session, game_id: GameId) -> GameId | None:
    """The table that plays on after this game."""
    row = session.get(RematchRow, game_id)
    return None if row is None else GameId(row.next_id)


def note_rematch(session: Session, game_id: GameId, next_id: GameId) -> None:
    """This table plays on after that game."""
    upsert(session, RematchRow, [{"game_id": game_id, "next_id": next_id}], ("game_id",))
