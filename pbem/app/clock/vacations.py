"""Vacations: said once, granted by each table as far as its cap allows; and coming back."""

from __future__ import annotations

from datetime import date

from pbem.app.clock import absence, seat_clocks
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.table import ShortenedAbsence
from pbem.table.absence import Absence
from pbem.table.player import Player
from pbem.table.seat import Seat


def go(uow: UnitOfWork, first: date, last: date, remark: str) -> tuple[Absence, tuple[ShortenedAbsence, ...]]:
    """The author is away on these days. Returns when that is, and the tables that grant less of it."""
    player = uow.author_player()
    away = absence.announced(uow, player, first, last, remark)
    short = []
    for table, seat in absence.seats_of(uow, player):
        granted = _change(uow, table, seat, away)
        if granted is not None and granted.end < away.end:
            short.append(ShortenedAbsence(table.id, granted.end, table.options.vacation))
    return away, tuple(short)


def end(uow: UnitOfWork) -> bool:
    """The author is here. True if there was a vacation to end."""
    player = uow.author_player()
    was = absence.planned(uow, player) is not None
    if was:
        player.vacation = None
        for table, seat in absence.seats_of(uow, player):
            _change(uow, table, seat, None)
    return was


def carry(uow: UnitOfWork, table: Table, seat: Seat, player: Player) -> None:
    """Who sits down at a table takes along what was said before."""
    away = absence.planned(uow, player)
    if away is not None:
        absence.grant(uow, table, seat, away)


def _change(uow: UnitOfWork, table: Table, seat: Seat, away: Absence | None) -> Absence | None:
    """The seat's clock keeps what is left on it, and counts by the new calendar from now on."""
    runs, left = seat.clock.since is not None, seat_clocks.time_left(uow, table, seat)
    granted = absence.grant(uow, table, seat, away) if away is not None else None
    if away is None:
        absence.end_now(uow, seat)
    if runs:
        seat_clocks.start(uow, table, seat, left)
        seat_clocks.set_alarms(uow, table)
    return granted
