"""What is answered when a choice at the table was taken: mostly nothing."""

from __future__ import annotations

from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import people


def taken(uow: UnitOfWork, kind: str, always: bool = False, **facts: object) -> None:
    """The game goes on. A choice is taken in silence, but for the first one, and where the player wants it said."""
    table = uow.here()
    asked = table.row.asks
    advance(uow, table)
    still = table.game is not None and table.game.phase == asked
    player = uow.player()
    if always or not player.greeted or people.settings(player).get("confirm") == "on":
        uow.answer(kind, first=not player.greeted, open=still, **facts)
        player.greeted = True
