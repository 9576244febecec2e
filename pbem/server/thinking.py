"""Robots' jobs: each thought about outside of all transactions, and put to its game in one of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial

from pbem.app.guard import guarded
from pbem.app.jobs import robot_jobs
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database, Session
from pbem.db.queries import jobs
from pbem.db.queries.jobs import JobKey
from pbem.facts import mails
from pbem.server.processor import finish


@dataclass(frozen=True, slots=True)
class Thinking:
    """Works off jobs. `me` is the worker's number, None while it must take nothing: 0 where there is but one."""

    database: Database
    services: Services
    me: Callable[[], int | None]

    def any_jobs(self) -> bool:
        """Whether a robot has something to think about that no other worker's robots think about."""
        me = self.me()
        with self.database.read() as session:
            return me is not None and jobs.count(session, me) > 0

    def think(self, pool: Executor | None, most: int) -> int:
        """Work off some that wait; returns how many there were."""
        me = self.me()
        if me is None:
            return 0
        with self.database.begin() if me else self.database.read() as session:
            keys = jobs.claim(session, most, me)
        running: list[tuple[robot_jobs.RobotTask, Callable[[], object]]] = []
        for key in keys:
            with self._job(key):
                task = self._task(key)
                if task is not None:
                    call = partial(task.function, *task.arguments)
                    running.append((task, call if pool is None or task.simple else pool.submit(call).result))
        for task, result in running:
            with self._job(task.key):
                self.database.again(partial(self._conclude, task, result(), me))
        return len(keys)

    def _job(self, key: JobKey) -> AbstractContextManager[object]:
        failed = partial(_job_failed, key)
        return guarded(self.database, self.services, mails.RobotFailed, f"game {key[0]}, {key[1]}", failed)

    def _task(self, key: JobKey) -> robot_jobs.RobotTask | None:
        with self.database.read() as session:
            return robot_jobs.task(session, self.services, key)

    def _conclude(self, task: robot_jobs.RobotTask, result: object, me: int, session: Session) -> None:
        uow = UnitOfWork(session, self.services, self.services.clock())
        robot_jobs.conclude(uow, task, result, me)
        finish(uow)


def _job_failed(key: JobKey, uow: UnitOfWork, _: str) -> bool:
    tell = robot_jobs.failed(uow, key)
    finish(uow)
    return tell
