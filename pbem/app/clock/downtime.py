"""The server's pulse. What it slept through, and what its clock jumped over, is taken from nobody's time.

After a silence every clock that runs is set forward by as much counted time as has been lost. When the clock is set
back, deadlines stay where the mails told them, so that there is more time, never less. Each seat is told once.

There may be very many: they are seen to some at a time, and how far that has come is written down with them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem.app.clock import seat_clocks
from pbem.db.database import Session
from pbem.db.queries import alarms, games, inbox, outbox, questions, server
from pbem.db.records import Records
from pbem.ids import GameId
from pbem.table.calendar import Calendar, between
from pbem.table.seat import Seat
from pbem.table.states import FOLLOWS_SEAT_CLOCK, GamePhase

PULSE = "alive"

AT_ONCE = 200
"""So many games are seen to in one transaction."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A silence or a jump of the clock, and how far it has been seen to."""

    last: datetime  # when the server was alive before
    now: datetime
    stage: int = 0
    after: int = 0  # the last row of this stage that has been seen to

    @property
    def by(self) -> timedelta:
        """By how much the time has jumped."""
        return self.now - self.last

    def text(self) -> str:
        """As it is noted."""
        return json.dumps([self.last.isoformat(), self.now.isoformat(), self.stage, self.after])


def unseen(session: Session) -> Jump | None:
    """The jump that has not been seen to whole."""
    noted = server.get(session, server.JUMP)
    if noted is None:
        return None
    last, now, stage, after = json.loads(noted)
    return Jump(datetime.fromisoformat(last), datetime.fromisoformat(now), stage, after)


def pulse(session: Session, now: datetime, grace: timedelta) -> timedelta:
    """Note that the server is alive. Returns by how much the time has jumped, back if negative; zero if all is well.

    A jump is to be seen to, by `see_to`, before anything that depends on a deadline is done, and before the next pulse.
    """
    noted = server.get(session, PULSE)
    server.put(session, PULSE, now.isoformat())
    jump = Jump(datetime.fromisoformat(noted) if noted is not None else now, now)
    if abs(jump.by) <= grace:
        return timedelta(0)
    server.put(session, server.JUMP, jump.text())
    return jump.by


def see_to(session: Session) -> bool:
    """See to some of what has jumped, each once whatever happens between; whether there may be more."""
    jump = unseen(session)
    if jump is None:
        return False
    reached = _STAGES[jump.stage](session, jump)
    stage, after = (jump.stage, reached) if reached is not None else (jump.stage + 1, 0)
    if stage == len(_STAGES):
        server.forget(session, [server.JUMP])
        return False
    server.put(session, server.JUMP, Jump(jump.last, jump.now, stage, after).text())
    return True


def _mails(session: Session, jump: Jump) -> int | None:
    """Mails wait no longer than they would have."""
    return outbox.shift(session, jump.by, jump.after) if jump.now < jump.last else None


def _letters(session: Session, jump: Jump) -> int | None:
    return inbox.shift(session, jump.by, jump.after) if jump.now < jump.last else None


def _questions(session: Session, jump: Jump) -> int | None:
    return questions.shift(session, jump.by, jump.after)


def _lobby(session: Session, jump: Jump) -> int | None:
    """Tables that gather: only their alarms."""
    found = games.in_phase(session, GamePhase.LOBBY, GameId(jump.after), AT_ONCE)
    if found:
        alarms.postpone(session, jump.by, found, but=())
    return found[-1] if found else None


def _games(session: Session, jump: Jump) -> int | None:
    """Games in play: every clock that runs, and what each person is to be told of it."""
    records = Records(session)
    found = records.in_play(GameId(jump.after), AT_ONCE)
    if not found:
        return None
    alarms.postpone(session, jump.by, [game.id for game, _ in found], but=FOLLOWS_SEAT_CLOCK)
    for game, seats in found:
        ticking = [seat for seat in seats if seat.clock.due_at is not None]
        for seat in ticking:
            _move(seat, seat_clocks.calendar_of(records.player(seat.player_id), game.options, seat), jump)
        if ticking:
            seat_clocks.set_alarms_of(session, game, seats)
        if game.due_at is not None:
            for seat in seats:
                seat.told.moved += int(abs(jump.by).total_seconds()) if seat.joined else 0
    records.flush()
    return found[-1][0].id


_STAGES: tuple[Callable[[Session, Jump], int | None], ...] = (_mails, _letters, _questions, _games, _lobby)
"""What is seen to, in this order: each returns the last row that it came to, or None if there is none left."""


def _move(seat: Seat, calendar: Calendar, jump: Jump) -> None:
    """What was left on the clock at the last pulse is left on it now; what the mails told is no promise broken."""
    clock, last, now = seat.clock, jump.last, jump.now
    since, told, reminds = clock.since or last, clock.due_at or now, clock.remind_at is not None
    if last < now <= since:
        return  # it began to run after the silence
    left = timedelta(seconds=clock.left) - between(calendar, since, last)
    if now < last:
        left = max(left, between(calendar, now, told))
    seat_clocks.set_running(seat, calendar, now, max(left, timedelta(0)))
    if not reminds:
        clock.remind_at = None
