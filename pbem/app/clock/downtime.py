"""The server's pulse. What it slept through, and what its clock jumped over, is taken from nobody's time.

After a silence every clock that runs is set forward by as much counted time as has been lost. When the clock is set
back, deadlines stay where the mails told them, so that there is more time, never less. Each seat is told once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.db.database import Session
from pbem.db.queries import alarms, inbox, outbox, punctuality, questions, server
from pbem.db.records import Records
from pbem.table.calendar import Calendar, between
from pbem.table.seat import Seat
from pbem.table.states import FOLLOWS_SEAT_CLOCK

PULSE = "alive"


def pulse(session: Session, now: datetime, grace: timedelta) -> timedelta:
    """Note that the server is alive. Returns by how much the time has jumped, back if negative; zero if all is well."""
    noted = server.get(session, PULSE)
    server.put(session, PULSE, now.isoformat())
    last = datetime.fromisoformat(noted) if noted is not None else now
    jump = now - last
    if abs(jump) <= grace:
        return timedelta(0)
    if jump < timedelta(0):  # mails and letters wait no longer than they would have
        outbox.shift(session, jump)
        inbox.shift(session, jump)
    records = Records(session)
    questions.shift(session, jump)
    alarms.postpone(session, jump, but=FOLLOWS_SEAT_CLOCK)
    for game, seats in records.ticking():
        ticking = [seat for seat in seats if seat.clock.due_at is not None]
        for seat in ticking:
            calendar = seat_clocks.calendar_of(records.player(seat.player_id), game.options, seat)
            _move(seat, calendar, last, now)
        seat_clocks.set_alarms_of(session, game, seats)
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
    seat_clocks.set_running(seat, calendar, now, max(left, timedelta(0)))
    if not reminds:
        clock.remind_at = None
