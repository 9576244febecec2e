"""The worker: letters, alarms, robots' jobs, digests and deliveries, each piece in a transaction of its own.

`serve` runs its parts in threads, `tick` one after the other. One piece that fails holds up no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import RLock

from pbem.app import limits
from pbem.app.clock import alarms as alarm_clock
from pbem.app.clock import downtime, wrong_clock
from pbem.app.guard import guarded
from pbem.app.notify.batches import send_digests
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database, Session
from pbem.db.presence import Presence
from pbem.db.queries import alarms, games, inbox, questions, retention
from pbem.db.queries.alarms import Alarm
from pbem.facts import mails
from pbem.ids import QuestionId
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.delivery import Delivery
from pbem.server import disk, metrics
from pbem.server.folders import OPERATOR, ways_in
from pbem.server.health import DISK, METRICS, Health
from pbem.server.processor import Processor, finish
from pbem.server.status import server_status
from pbem.server.thinking import Thinking
from pbem.settings import Settings
from pbem.table.states import AlarmKind

log = logging.getLogger(__name__)

ALARM_PAUSE = timedelta(minutes=10)
"""An alarm that failed rings again after so long."""

LETTERS_A_ROUND = 32
"""At most this many letters are looked for at once."""
_TIME, _CLEANING = "time", "cleaning"
"""What one worker does at a time for all."""

JOBS_A_ROUND = 8
"""At most this many robot jobs are processed before letters and alarms are looked at again."""


@dataclass(frozen=True, slots=True)
class Worker:
    """All that the server does, ready to run. `keep` is what every way in hands its mails to."""

    settings: Settings
    database: Database
    services: Services
    processor: Processor
    delivery: Delivery
    health: Health
    thinking: Thinking
    presence: Presence | None  # among other workers; None where there is but one
    keep: Callable[[Sequence[RawMessage]], None]
    timekeeping: RLock = field(default_factory=RLock)  # held while a jump of the time is seen to, and by who must wait

    def take_folders(self) -> int:
        """Take in what lies in the folders: the spool, the operator's box, those that the settings name.

        A folder that fails holds up neither the others nor the games; its fault is raised at the end.
        """
        taken = 0
        fault: Exception | None = None
        for way in ways_in(self.settings):
            if not self.reads(way.name):
                continue
            began = self.services.clock()
            try:
                taken += way.take(self.keep)
            except Exception as trouble:  # noqa: BLE001  # whatever a folder does, the others are read
                fault = trouble
                if way.name == OPERATOR:
                    log.error("no order can be taken from %s: %s", way.path, trouble)  # noqa: TRY400  # the fault says it all
                else:
                    self.health.fails(way.name, f"{way.path}: {trouble}")
            else:
                self.health.looked(way.name, began)
        if fault is not None:
            raise fault
        return taken

    def work(self) -> int:
        """Handle every letter that waits, then every alarm that is due: who wrote in time, was in time.

        An alarm rings only when every way in has been looked at since it fell due, and what lay there was handled.
        """
        until = self.heard_until()
        return self.letters() + self.ring(until)

    def heard_until(self) -> datetime | None:
        """Until when all that players wrote lies in the inbox; None while somebody may not be heard."""
        now = self.services.clock()
        if self.presence is None:
            return self.health.heard_until(now)
        with self.database.read() as session:
            return self.presence.all_heard_until(session, now)

    def reads(self, way: str) -> bool:
        """Whether this worker is the one that reads this way in. Who reads what players write takes the orders too."""
        return self.presence is None or self.presence.reads("pipe" if way == OPERATOR else way)

    def letters(self) -> int:
        """Handle every letter that waits; returns how many there were."""
        done, more = 0, True
        while more and not self._seeing_to_jump():
            with self.timekeeping:
                handled = self.processor.work(LETTERS_A_ROUND)
            done += handled
            more = handled == LETTERS_A_ROUND or (handled > 0 and self.presence is not None)  # others had some of them
        return done

    def ring(self, until: datetime | None) -> int:
        """Ring some of what fell due until then, send digests, wake letters that a limit held up; how many there were.

        Before the first alarm it is asked whether the server has slept: what fell due meanwhile is not due. While
        nobody can be heard, only that rings which waits for nobody: a card that has been masked for long enough.
        """
        now = self.services.clock()
        due, silent = self._due(now, until)
        if (due or silent) and until and self._look_at_the_time():
            until = self.health.heard_until(now)
            due, silent = self._due(now, until)
        with self.database.begin() as session:
            woken = inbox.wake(session, now)
        rung = 0
        for alarm in due:
            postpone, subject = partial(_postpone, alarm), f"game {alarm.game_id}, alarm {alarm.kind}"
            with guarded(self.database, self.services, mails.AlarmFailed, subject, postpone):
                rung += self.database.again(partial(self._ring, alarm))
        for question_id in silent:
            self.processor.unanswered(question_id)
        return rung + len(silent) + woken + send_digests(self.database, self.services)

    def _due(self, now: datetime, until: datetime | None) -> tuple[list[Alarm], list[QuestionId]]:
        with self.database.read() as session:
            silent = questions.due(session, min(now, until)) if until is not None else []  # a no may lie unread
            return _may_ring(alarms.due(session, now), until), silent

    def _ring(self, alarm: Alarm, session: Session) -> bool:
        """Ring it, if it is still due and no other worker is at its game, who may ring it."""
        now = self.services.clock()
        due_at = alarms.when(session, alarm.game_id, alarm.kind) if games.take(session, alarm.game_id) else None
        if due_at is None or due_at > now:
            return False
        uow = UnitOfWork(session, self.services, now)
        alarm_clock.ring(uow, alarm.game_id, AlarmKind(alarm.kind))
        finish(uow)
        facts = {"game": alarm.game_id, "alarm": alarm.kind}
        log.info("game %d: alarm %s", alarm.game_id, alarm.kind, extra=facts)
        return True

    def any_jobs(self) -> bool:
        """Whether a robot has something to think about."""
        return self.thinking.any_jobs()

    def think(self, pool: Executor | None = None, most: int = JOBS_A_ROUND) -> int:
        """Work off the robots' jobs that wait, here or in the pool's processes; returns how many there were."""
        return self.thinking.think(pool, most)

    def finish(self) -> int:
        """All there is to do now, to the last mail; returns how many letters, alarms and mails that were."""
        done = 0
        while worked := self.work() + self.think():
            done += worked
        while sent := self.delivery.round():
            done += sent
        self.delivery.transport.close()
        self.clean()
        return done

    def pulse(self) -> None:
        """Note that the server is alive; after a silence or a jump of the clock, see to it that nobody loses by it.

        While a way in fails the server counts as away: it hears nobody, so nobody's time runs.
        """
        self._look_at_the_disk()
        if not (self.health.deaf if self.presence is None else self.heard_until() is None):
            self._look_at_the_time()
        with self.database.begin() as session:
            self.health.write_down(session)
        self._write_metrics()

    def _look_at_the_time(self) -> timedelta:
        """By how much it has jumped; all deadlines have been seen to then.

        Where it was set back the operator hears of deadlines that are far off.
        """
        with self.timekeeping:
            self._see_to_jump()  # that was not seen to whole when the server ended
            now = self.services.clock()
            with self.database.begin() as session:
                session.alone(_TIME)
                jump = downtime.pulse(session, now, self.settings.games.downtime_grace)
            if jump:
                log.warning("the time has jumped by %s seconds: all deadlines are seen to", int(jump.total_seconds()))
                self._see_to_jump()
        if jump > timedelta(0):
            self.health.was_away(now - jump)
        if jump < timedelta(0):
            self._tell_far_deadlines(now, jump)
        return jump

    def _see_to_jump(self) -> None:
        more = True
        while more:
            with self.database.begin() as session:
                session.alone(_TIME)
                more = downtime.see_to(session)

    def _seeing_to_jump(self) -> bool:
        """Whether another worker sees to it that nobody loses by a silence: until then no letter is handled."""
        if self.presence is None:
            return False
        with self.database.read() as session:
            return downtime.unseen(session) is not None

    def _tell_far_deadlines(self, now: datetime, jump: timedelta) -> None:
        with self.database.begin() as session:
            far = wrong_clock.far_deadlines(session, now)
            if far:
                cause = f"the time has jumped by {int(jump.total_seconds())} seconds"
                tell_operator(session, self.services, mails.ClockWrong(cause, deadlines=len(far)))

    def _write_metrics(self) -> None:
        """The monitor's file. One that cannot be written is told, and holds up nothing."""
        path = self.settings.metrics.file
        if path is None:
            return
        now = self.services.clock()
        with self.database.read() as session:
            text = metrics.prometheus(server_status(session, self.settings, now), now)
        try:
            metrics.write_file(path, text)
        except OSError as fault:
            self.health.fails(METRICS, f"{path}: {fault.strerror}")
        else:
            self.health.works(METRICS)

    def _look_at_the_disk(self) -> None:
        trouble = disk.trouble(self.settings.server.data)
        if trouble:
            self.health.fails(DISK, trouble)
        else:
            self.health.works(DISK)

    def clean(self) -> None:
        """Delete the bytes of letters and mails that were finished long ago, and counts of hours that are over.

        Once a day, however often it is called, and some in a transaction.
        """
        now = self.services.clock()
        with self.database.begin() as session:
            session.alone(_CLEANING)
            if not retention.begin(session, now):
                return
            limits.forget_old_counts(session, now)
        before, more = now - timedelta(days=self.settings.limits.keep_days), True
        while more:
            with self.database.begin() as session:
                more = retention.forget_old(session, before)

    def close(self) -> None:
        """Close the database and the way out."""
        if self.presence is not None:
            self.presence.close()
        self.delivery.transport.close()
        self.database.close()


def _may_ring(due: Sequence[Alarm], until: datetime | None) -> list[Alarm]:
    """Those that may ring, where all that players wrote until then has been heard."""
    heard = [alarm for alarm in due if until is not None and alarm.due_at <= until]
    return heard + [alarm for alarm in due if alarm not in heard and alarm.kind == AlarmKind.UNMASK]


def _postpone(alarm: Alarm, uow: UnitOfWork, _: str) -> bool:
    """An alarm that failed rings again later, so that the broken game does not keep the server busy."""
    alarms.move(uow.session, alarm.game_id, alarm.kind, uow.now + ALARM_PAUSE)
    return True
