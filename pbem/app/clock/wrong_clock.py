"""What a wrong clock of the machine leaves behind: deadlines far beyond what a turn may take.

A clock that jumps ahead moves every deadline, and one that is set right again moves none back, since a mail has told
it. After 400 days and back a game would wait for over a year. It is noticed, and put right at the operator's word.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.app.clock import seat_clocks
from pbem.app.clock.downtime import AT_ONCE
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.records import Records
from pbem.facts import notices
from pbem.ids import GameId
from pbem.table.calendar import between, later
from pbem.table.game_record import GameRecord
from pbem.table.seat import Seat

FAR = 2
"""A clock with so many times the whole time of a turn on it is not as it should be, unless the table voted so."""


@dataclass(frozen=True, slots=True)
class FarDeadline:
    """A seat that is waited for until much later than a turn takes, and until when it would be."""

    game_id: GameId
    seat: int
    name: str
    due_at: datetime
    right: datetime


def far_deadlines(session: Session, now: datetime) -> list[FarDeadline]:
    """All of them. Right would be the whole time of a turn again, from now on."""
    found: list[FarDeadline] = []
    after = GameId(0)
    while games := (records := Records(session)).in_play(after, AT_ONCE):
        found += _far(records, games, now)
        after = games[-1][0].id
    return found


def _far(records: Records, games: list[tuple[GameRecord, list[Seat]]], now: datetime) -> list[FarDeadline]:
    found = []
    for game, seats in games:
        for seat in seats:
            whole = seat_clocks.allowance(game.options, seat)
            calendar = seat_clocks.calendar_of(records.player(seat.player_id), game.options, seat)
            due_at = seat.clock.due_at
            if due_at is not None and between(calendar, now, due_at) > FAR * whole:
                found.append(FarDeadline(game.id, seat.number, seat.name, due_at, later(calendar, now, whole)))
    return found


def put_right(uow: UnitOfWork) -> int:
    """Each of these seats has the whole time of a turn from now on, and its player is told until when."""
    found = far_deadlines(uow.session, uow.now)
    for far in found:
        table = uow.table(far.game_id)
        seat = table.seats[far.seat]
        seat_clocks.start(uow, table, seat, seat_clocks.allowance(table.options, seat))
        seat_clocks.set_alarms(uow, table)
        person = uow.reachable(seat)
        if person is not None and seat.clock.due_at is not None:
            uow.send(notices.ClockSetRightNotice(table.id, seat.clock.due_at), person, table)
    return len(found)
