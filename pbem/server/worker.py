"""The worker: letters, alarms, robots' jobs, digests and deliveries, each piece in a transaction of its own.

`serve` runs its parts in threads, `tick` one after the other. One piece that fails holds up no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from threading import RLock

from pbem.app import limits
from pbem.app.clock import alarms as alarm_clock
from pbem.app.clock import downtime, wrong_clock
from pbem.app.guard import guarded
from pbem.app.jobs import robot_jobs
from pbem.app.notify.batches import send_digests
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database
from pbem.db.queries import alarms, inbox, jobs, questions, retention
from pbem.db.queries.alarms import Alarm
from pbem.db.queries.jobs import JobKey
from pbem.facts import mails
from pbem.ids import QuestionId
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.delivery import Delivery
from pbem.server import disk, metrics
from pbem.server.folders import OPERATOR, ways_in
from pbem.server.health import DISK, METRICS, Health
from pbem.server.processor import Processor, finish
from pbem.server.status import server_status
from pbem.settings import Settings
from pbem.table.states import AlarmKind

log = logging.getLogger(__name__)

ALARM_PAUSE = timedelta(minutes=10)
"""An alarm that failed rings again after so long."""

LETTERS_A_ROUND = 32
"""At most this many letters are looked for at once."""

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
    keep: Callable[[Sequence[RawMessage]], None]
    timekeeping: RLock = field(default_factory=RLock)  # held while a jump of the time is seen to, and by who must wait

    def take_folders(self) -> int:
        """Take in what lies in the folders: the spool, the operator's box, those that the settings name.

        A folder that fails holds up neither the others nor the games; its fault is raised at the end.
        """
        taken = 0
        fault: Exception | None = None
        for way in ways_in(self.settings):
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
        return self.health.heard_until(self.services.clock())

    def letters(self) -> int:
        """Handle every letter that waits; returns how many there were."""
        done, handled = 0, LETTERS_A_ROUND
        while handled == LETTERS_A_ROUND:  # else there are no more
            with self.timekeeping:
                handled = self.processor.work(LETTERS_A_ROUND)
            done += handled
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
        for alarm in due:
            postpone, subject = partial(_postpone, alarm), f"game {alarm.game_id}, alarm {alarm.kind}"
            with guarded(self.database, self.services, mails.AlarmFailed, subject, postpone):
                self._ring(alarm)
        for question_id in silent:
            self.processor.unanswered(question_id)
        return len(due) + len(silent) + woken + send_digests(self.database, self.services)

    def _due(self, now: datetime, until: datetime | None) -> tuple[list[Alarm], list[QuestionId]]:
        with self.database.read() as session:
            silent = questions.due(session, min(now, until)) if until is not None else []  # a no may lie unread
            return _may_ring(alarms.due(session, now), until), silent

    def _ring(self, alarm: Alarm) -> None:
        now = self.services.clock()
        with self.database.begin() as session:
            due_at = alarms.when(session, alarm.game_id, alarm.kind)
            if due_at is not None and due_at <= now:
                uow = UnitOfWork(session, self.services, now)
                alarm_clock.ring(uow, alarm.game_id, AlarmKind(alarm.kind))
                finish(uow)
        facts = {"game": alarm.game_id, "alarm": alarm.kind}
        log.info("game %d: alarm %s", alarm.game_id, alarm.kind, extra=facts)

    def any_jobs(self) -> bool:
        """Whether a robot has something to think about."""
        with self.database.read() as session:
            return jobs.count(session) > 0

    def think(self, pool: Executor | None = None, most: int = JOBS_A_ROUND) -> int:
        """Work off the robots' jobs that wait, here or in the pool's processes.

        No transaction is open while a robot thinks; each result is put to its game by itself.
        Returns how many jobs there were.
        """
        with self.database.read() as session:
            keys = jobs.waiting(session, most)
        running: list[tuple[robot_jobs.RobotTask, Callable[[], object]]] = []
        for key in keys:
            with self._job(key):
                task = self._task(key)
                if task is not None:
                    call = partial(task.function, *task.arguments)
                    running.append((task, call if pool is None or task.simple else pool.submit(call).result))
        for task, result in running:
            with self._job(task.key):
                self._conclude(task, result())
        return len(keys)

    def _job(self, key: JobKey) -> AbstractContextManager[object]:
        failed = partial(_job_failed, key)
        return guarded(self.database, self.services, mails.RobotFailed, f"game {key[0]}, {key[1]}", failed)

    def _task(self, key: JobKey) -> robot_jobs.RobotTask | None:
        with self.database.read() as session:
            return robot_jobs.task(session, self.services, key)

    def _conclude(self, task: robot_jobs.RobotTask, result: object) -> None:
        with self.database.begin() as session:
            uow = UnitOfWork(session, self.services, self.services.clock())
            robot_jobs.conclude(uow, task, result)
            finish(uow)

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
        if not self.health.deaf:
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
                more = downtime.see_to(session)

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
            if not retention.begin(session, now):
                return
            limits.forget_old_counts(session, now)
        before, more = now - timedelta(days=self.settings.limits.keep_days), True
        while more:
            with self.database.begin() as session:
                more = retention.forget_old(session, before)

    def close(self) -> None:
        """Close the database and the way out."""
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


def _job_failed(key: JobKey, uow: UnitOfWork, _: str) -> bool:
    tell = robot_jobs.failed(uow, key)
    finish(uow)
    return tell
