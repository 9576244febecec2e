"""The server's pulse. What it slept through, and what its clock jumped over, is taken from nobody's time.

After a silence every clock that runs is set forward by as much counted time as has been lost. When the clock is set
back, deadlines stay where the mails told them, so that there is more time, never less. Each seat is told once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.db.database import Session
from pbem.db.queries import alarms, outbox, punctuality, server
from pbem.db.records import Records
from pbem.table.calendar import Calendar, between
from pbem.table.record import GameRecord
from pbem.table.seat import Seat
from pbem.table.states import AlarmKind

PULSE = "alive"


def pulse(session: Session, now: datetime, grace: timedelta) -> timedelta:
    """Note that the server is alive. Returns by how much the time has jumped, back if negative; zero if all is well."""
    noted = server.noted(session, PULSE)
    server.note(session, PULSE, now.isoformat())
    last = datetime.fromisoformat(noted) if noted is not None else now
    jump = now - last
    if abs(jump) <= grace:
        return timedelta(0)
    if jump < timedelta(0):
        outbox.hurry(session, -jump)
    records = Records(session)
    alarms.postpone(session, jump, but=(AlarmKind.LAPSE, AlarmKind.REMIND))
    for game, seats in records.ticking():
        ticking = [seat for seat in seats if seat.clock.due_at is not None]
        for seat in ticking:
            calendar = seat_clocks.calendar_of(records.player(seat.player_id), game.options, seat)
            _move(seat, calendar, last, now)
        _set_alarms(session, game, ticking)
    records.flush()
    punctuality.move(session, int(abs(jump).total_seconds()))
    return jump


def _move(seat: Seat, calendar: Calendar, last: datetime, now: datetime) -> None:
    """What was left on the clock at the last pulse is left on it now; what the mails told is no promise broken."""
    clock = seat.clock
    since, told, reminds = clock.since or last, clock.due_at or now, clock.remind_at is not None
    left = timedelta(seconds=clock.left) - between(calendar, since, last)
    if now < last:
        left = max(left, between(calendar, now, told))
    seat_clocks.run(seat, calendar, now, max(left, timedelta(0)))
    if not reminds:
        clock.remind_at = None


def _set_alarms(session: Session, game: GameRecord, seats: list[Seat]) -> None:
    due = [seat.clock.due_at for seat in seats if seat.clock.due_at is not None]
    remind = [seat.clock.remind_at for seat in seats if seat.clock.remind_at is not None]
    game.due_at = min(due)
    rings = {AlarmKind.LAPSE: min(due)} | ({AlarmKind.REMIND: min(remind)} if remind else {})
    alarms.set_alarms(session, game.id, rings)
