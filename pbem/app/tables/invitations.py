"""Invitations: reminded once, politely. Silence frees the seat and deletes nothing: the host is asked what to do.

So does an invitation that comes back, and it says nothing else: whether the address is a player's makes no difference.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.app.limits import invited_enough
from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.tables.lobby import REMINDED_AFTER, SILENT_AFTER, set_alarm
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts import notices
from pbem.table.calendar import Calendar, awake
from pbem.table.seat import Seat
from pbem.table.states import GamePhase, SeatState
from pbem.zones import zone

__all__ = ["close", "invitation_bounced", "ring"]


def ring(uow: UnitOfWork, table: Table) -> None:
    """Remind who has not answered for some days; after more of them the seat counts as free, and the host is asked."""
    silent = False
    for seat in table.seats:
        if seat.state is not SeatState.INVITED or seat.offered_at is None:
            continue
        if uow.now >= seat.offered_at + SILENT_AFTER:
            seat.fall_silent()
            silent = True
        elif seat.reminded_at is None and uow.now >= seat.offered_at + REMINDED_AFTER:
            _remind(uow, table, seat)
    if silent:
        seats.tell_host(uow, table)
    set_alarm(uow, table)


def _remind(uow: UnitOfWork, table: Table, seat: Seat) -> None:
    """Not in the night of the invited person; where nothing is known of that, of the host."""
    seat.reminded_at = uow.now
    knows = uow.person_at(seat.address) or uow.person_numbered(table.host_id)
    calendar = Calendar(zone(knows.zone if knows is not None else "UTC"))
    morning = awake(calendar, uow.now, uow.now + timedelta(days=1))
    if morning is not None and morning > uow.now:
        seat.reminded_at, seat.offered_at = None, morning - REMINDED_AFTER
    elif not seats.unwanted(uow, table, seat) and not invited_enough(uow, seat.address):
        seats.invite(uow, table, seat, reminder=True)


def invitation_bounced(uow: UnitOfWork, seat: Seat) -> None:
    """The mail that offered this seat could not be delivered, for good: the seat is free, and the host hears it, once.

    A late yes still counts: of two mailboxes behind one address the other may be alive.
    """
    table = uow.table(seat.game_id)
    if table.phase is GamePhase.LOBBY and seat.waits_for_guest:
        seat.come_back_undelivered()
        seats.tell_host(uow, table)


def close(uow: UnitOfWork, table: Table) -> None:
    """A table whose host has let it gather for so long is closed; who sat there is told."""
    host = table.seat_of(table.host_id)
    if host is not None:
        player = uow.player_of(host)
        if player is not None:
            uow.send(notices.UnbegunNotice(table.id), player, table)
            seats.leave(uow, table, host, player)
