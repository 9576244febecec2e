"""What falls due: turns whose time ran out, reminders, claims, votes, pauses, invitations, tables that sleep.

An alarm is a row; each rings in a transaction of its own, and what it was for is checked against the table as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from pbem.app.clock import reminders, seat_clocks
from pbem.app.table import Table
from pbem.app.tables import invitations, substitutes, votes
from pbem.app.turns import claims
from pbem.app.turns.advance import advance, robot_acts
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.ids import GameId
from pbem.table.states import AlarmKind, GamePhase

HELD = timedelta(hours=6)
"""The alarms of a table that the operator holds wait in steps of this."""


def ring(uow: UnitOfWork, game_id: GameId, kind: AlarmKind) -> None:
    """One alarm. It goes first; what it does may set it again."""
    table = uow.table(game_id)
    alarms.drop(uow.session, game_id, kind)
    phase, handler = HANDLERS[kind]
    if table.phase is not phase:
        return
    if table.held:
        alarms.set_alarms(uow.session, table.id, {kind: uow.now + HELD})
        return
    handler(uow, table)


def lapse(uow: UnitOfWork, table: Table) -> None:
    """A stand-in makes this one choice for each whose time is up. After so many in a row the seat is offered."""
    waited = seat_clocks.waiting(table)
    late = [seat for seat in waited if seat.clock.due_at is not None and seat.clock.due_at <= uow.now]
    for seat in late:
        if robot_acts(uow.services, table, seat.number, stand_in=True):
            table.lapsed.add(seat.number)
            substitutes.note_lapse(uow, table, seat)
    if late:
        advance(uow, table)
    else:
        seat_clocks.set_alarms(uow, table)


def claim_is_due(uow: UnitOfWork, table: Table) -> None:
    """Silence agrees to a claim."""
    if claims.time_is_up(table):
        advance(uow, table)


def unmask(uow: UnitOfWork, table: Table) -> None:
    """A card has waited long enough."""
    advance(uow, table, unmasked=True)


HANDLERS: dict[AlarmKind, tuple[GamePhase, Callable[[UnitOfWork, Table], None]]] = {
    AlarmKind.LAPSE: (GamePhase.PLAYING, lapse),
    AlarmKind.REMIND: (GamePhase.PLAYING, reminders.ring),
    AlarmKind.CLAIM: (GamePhase.PLAYING, claim_is_due),
    AlarmKind.UNMASK: (GamePhase.PLAYING, unmask),
    AlarmKind.VOTE: (GamePhase.PLAYING, votes.ring),
    AlarmKind.RESUME: (GamePhase.PLAYING, votes.resume_now),
    AlarmKind.SLEEP: (GamePhase.PLAYING, substitutes.close_abandoned),
    AlarmKind.INVITATION: (GamePhase.LOBBY, invitations.ring),
    AlarmKind.UNBEGUN: (GamePhase.LOBBY, invitations.close),
}
"""Every kind of alarm: in what phase of a table it rings, and what it does."""
