"""What falls due: reminders, and turns whose time ran out. The pulse: the server's own silence costs nobody a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.service import claim, news
from pbem.service.advance import advance, robot_acts
from pbem.service.case import Case
from pbem.service.table import Table
from pbem.store import alarms
from pbem.store.database import Session
from pbem.store.rows import AlarmRow

PULSE = "alive"


def pulse(session: Session, now: datetime, grace: timedelta) -> timedelta:
    """Note that the server is alive. After a silence longer than `grace` (or a jump of the clock) deadlines move by that.

    Returns by how much; zero if all is well.
    """
    last = alarms.meta(session, PULSE)
    alarms.note(session, PULSE, now.isoformat())
    silent = now - datetime.fromisoformat(last) if last is not None else timedelta(0)
    if silent <= grace:
        return timedelta(0)
    alarms.postpone_all(session, silent)
    return silent


def ring(case: Case, alarm: AlarmRow) -> None:
    """One alarm. The row goes; what it was for is checked against the table as it is now."""
    table = case.table(alarm.game_id)
    kind = alarm.kind
    case.session.delete(alarm)
    case.session.flush()
    if table.row.phase != "playing" or table.row.due_at is None:
        return
    if kind == "claim":
        if claim.time_is_up(table):
            advance(case, table)
    elif kind == "remind":
        for seat in _waiting(table):
            news.reminder(case, table, table.seats[seat])
    elif table.row.due_at <= case.now:
        lapse(case, table)


def lapse(case: Case, table: Table) -> None:
    """The time is up: a stand-in makes this one choice for each who has not answered. The seats stay the players'."""
    for seat in _waiting(table):
        robot_acts(case.house, table, seat, stand_in=True)
        table.seats[seat].lapses += 1
        table.lapsed.add(seat)
    advance(case, table)


def _waiting(table: Table) -> list[int]:
    return [s for s in (table.game.to_act if table.game is not None else ()) if table.person(s) is not None]
