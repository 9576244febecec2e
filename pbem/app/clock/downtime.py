"""The server's pulse. What it slept through, and what its clock jumped over, is taken from nobody's time.

After a silence every clock that runs is set forward by as much counted time as has been lost. When the clock is set
back, deadlines stay where the mails told them, so that there is more time, never less. Each seat is told once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.db.database import Session
from pbem.db.queries import alarms, outbox
from pbem.db.queries import clocks as store
from pbem.timecontrol.calendar import between
from pbem.timecontrol.options import table_options_from_json

PULSE = "alive"


def pulse(session: Session, now: datetime, grace: timedelta) -> timedelta:
    """Note that the server is alive. Returns by how much the time has jumped, back if negative; zero if all is well."""
    noted = alarms.meta(session, PULSE)
    alarms.note(session, PULSE, now.isoformat())
    last = datetime.fromisoformat(noted) if noted is not None else now
    jump = now - last
    if abs(jump) <= grace:
        return timedelta(0)
    if jump < timedelta(0):
        outbox.hurry(session, -jump)
    rings: dict[int, dict[str, datetime]] = {}
    for seat, game, player in store.running(session):
        calendar = seat_clocks.calendar_of(player, table_options_from_json(game.pace), seat)
        since, told = seat.clock_at or last, seat.due_at or now
        left = timedelta(seconds=seat.clock_left) - between(calendar, since, last)
        if jump < timedelta(0):
            left = max(left, between(calendar, now, told))
        reminds = seat.remind_at is not None
        seat_clocks.run(seat, calendar, now, max(left, timedelta(0)))
        if not reminds:
            seat.remind_at = None
        due = rings.setdefault(seat.game_id, {})
        for kind, at in (("lapse", seat.due_at), ("remind", seat.remind_at)):
            if at is not None:
                due[kind] = min(at, due.get(kind, at))
        game.due_at = due["lapse"]
    session.flush()
    alarms.postpone(session, jump, but=("lapse", "remind"))
    for game_id, due in rings.items():
        alarms.set_alarms(session, game_id, due)
    store.move(session, int(abs(jump).total_seconds()))
    return jump
