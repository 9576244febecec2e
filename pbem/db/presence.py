"""A worker among others on one PostgreSQL: its sign of life, the ways in that it reads for all, and what it is told.

All of it is on one connection. A worker that dies loses it at once, and one that stands still after a lease (PostgreSQL
closes a session that is silent for so long); with it the locks of its ways in go, and another worker reads them.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool

from pbem.db.database import Database, transaction
from pbem.db.outages import as_fault
from pbem.db.own_dead import OwnDead
from pbem.db.queries import inbox, workers
from pbem.db.session import CHANNEL, WRITE, KeptConnection, Session

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two signs of life."""

LATENESS = timedelta(seconds=2)
"""So much later than it could an alarm rings: until then each letter that came before is seen by all."""

_READER = 0x70626572
_READ = "SELECT pg_try_advisory_lock(%s, hashtext(%s))"


class Presence:
    """This process's own. `ways` are the ways in that one worker at a time reads: the name of each, and its key."""

    def __init__(self, database: Database, lease: timedelta, ways: dict[str, str], own_dead: OwnDead) -> None:
        self._lease, self._ways = lease, ways
        self._own_dead = own_dead
        self._engine = create_engine(database.engine.url, poolclass=NullPool, hide_parameters=True)
        event.listen(self._engine, "connect", self._dialled)
        self._line: KeptConnection | None = None
        self._number = 0
        self._until = 0.0  # on this machine's monotonic clock
        self._reads: set[str] = set()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="presence", daemon=True)
        self.hears: Callable[[Collection[str]], object] = lambda _: None
        self.heard_until: Callable[[Collection[str]], datetime | None] = lambda _: None

    def start(self) -> None:
        """Begin: after this there is a number, and each way in is read by this worker or by another."""
        self._beat()
        self._thread.start()

    def close(self) -> None:
        """End: what is in hand waits for the others."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._line is not None and self._number:
            with transaction(self._line) as session:
                workers.end(session, self._number)
                session.end()
        self._own_dead.end()
        self._hang_up()

    def me(self) -> int | None:
        """This worker's number; None while others may hold it for dead."""
        return self._number if time.monotonic() < self._until else None

    def reads(self, way: str) -> bool:
        """Whether this worker is the one that reads this way in."""
        return way in self._reads and self.me() is not None

    def all_heard_until(self, session: Session, now: datetime) -> datetime | None:
        """Until when all that players wrote has been heard by all workers, and handled; None while one may be deaf.

        A letter that another worker has just said yes to, or is about to, is seen a moment later.
        """
        own = {self._ways[way] for way in self._reads}, self.heard_until(self._reads)
        others = workers.others(session, self._number, workers.database_time(session))
        heard = workers.heard_until(set(self._ways.values()), [own, *others])
        oldest = inbox.oldest(session, now)
        return None if heard is None else min(heard, now, oldest or now) - LATENESS

    def _run(self) -> None:
        beaten = time.monotonic()
        while not self._stop.is_set():
            try:
                self._listen(max(0.0, beaten + BEAT - time.monotonic()))
                if time.monotonic() - beaten >= BEAT:
                    beaten = time.monotonic()
                    self._beat()
            except Exception as fault:  # noqa: BLE001  # whatever it was, the worker must not seem dead for it
                log.warning("this worker gives no sign of life: %s", as_fault(fault) or fault)
                self._hang_up()
                self._stop.wait(BEAT)

    def _listen(self, seconds: float) -> None:
        if self._line is None:
            return
        for news in self._line.driver.notifies(timeout=seconds, stop_after=1):
            self.hears(news.payload.split())

    def _beat(self) -> None:
        began = time.monotonic()
        if self._line is None:
            self._line = KeptConnection(self._engine, WRITE)
        with transaction(self._line) as session:
            now = workers.database_time(session)  # a line that was cut is dialled again by now
            self._take_ways(session)
            self._renew(session, now)
            if dead := workers.bury(session, now):
                log.warning("%d workers gave no sign of life: what they had in hand is taken over", dead)
            own_dead = self._bury_own_dead(session)
            session.end()
        for number in own_dead:
            self._own_dead.forget(number)
        self._until = began + self._lease.total_seconds()

    def _bury_own_dead(self, session: Session) -> list[int]:
        """What workers of this data folder had in hand whose processes are gone waits for no lease."""
        found = self._own_dead.found()
        for number, process in found.items():
            if workers.bury_known(session, number, socket.gethostname(), process):
                log.warning("worker %d, process %d, is gone: what it had in hand is taken over", number, process)
        return list(found)

    def _take_ways(self, session: Session) -> None:
        for way, key in self._ways.items():
            if way not in self._reads and session.driver.execute(_READ, (_READER, key)).fetchone()[0]:
                self._reads.add(way)
                log.info("this worker reads %s", way)

    def _renew(self, session: Session, now: datetime) -> None:
        reads = {self._ways[way] for way in self._reads}
        heard_until = self.heard_until(self._reads)
        if self._number and workers.renew(session, self._number, now, self._lease, reads, heard_until):
            return
        if self._number:
            log.warning("worker %d was held for dead: what it had in hand is others' now", self._number)
        self._number = workers.begin(session, socket.gethostname(), os.getpid(), now, self._lease)
        self._own_dead.live(self._number)

    def _dialled(self, connection: Any, _record: object) -> None:
        self._reads = set()  # whatever was held was held by the line before
        silence = str(int(self._lease.total_seconds() * 1000))
        connection.execute("SELECT set_config('idle_session_timeout', %s, false)", (silence,))
        connection.execute(f"LISTEN {CHANNEL}")
        connection.commit()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        self._reads = set()
        if line is not None:
            line.close()
