"""`pbem tick`: one pass for cron. Most passes find nothing to do, so it looks before it loads the server."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.clock import Clock, system_clock
from pbem.db.idle_check import nothing_to_do
from pbem.db.lock import WriterLock
from pbem.mail.message.raw_message import RawMessage
from pbem.server.disk import trouble
from pbem.server.folders import database_file, lock_path, outage_note, ways_in, ways_to_look_at
from pbem.settings import Settings

if TYPE_CHECKING:  # loaded when there is something to do
    from pbem.randomness import Randomness
    from pbem.server.database_watch import DatabaseWatch
    from pbem.server.worker import Worker

log = logging.getLogger(__name__)


def tick(
    settings: Settings, clock: Clock = system_clock, randomness: Randomness | None = None, wait: float = 10.0
) -> int:
    """Take mail, handle it, ring alarms, send: how many of these there were. Raises `Busy` if another pbem is at work.

    A way in that fails holds up no letter and no mail: the rest is done first, and then `WayInFails` is raised. But it
    is as if the server were away: nobody's time runs while somebody may not be heard.
    """
    with WriterLock(lock_path(settings), wait, shared=settings.database.workers):
        run = _Pass(settings, clock, randomness)
        try:
            return run.all()
        except Exception as fault:
            run.note_outage(fault)
            raise
        finally:
            run.close()


class WayInFails(Exception):
    """Mail could not be taken in by one of the ways; all else was done."""


class _Pass:
    """One pass; the worker is built when it is first needed."""

    def __init__(self, settings: Settings, clock: Clock, randomness: Randomness | None) -> None:
        self._settings = settings
        self._clock = clock
        self._randomness = randomness
        self._worker: Worker | None = None

    def worker(self) -> Worker:
        if self._worker is None:
            from pbem.server.bootstrap import build

            self._worker = build(self._settings, self._clock, self._randomness)
        return self._worker

    def all(self) -> int:
        fault: Exception | None = None
        done = 0
        began = self._clock()
        if self._settings.intake.imap is not None:
            try:
                done += self._mailbox()
            except Exception as trouble:  # noqa: BLE001  # whatever the mailbox does, the games go on
                fault = trouble
        if self._worker is not None or fault is not None or not self._idle():
            from pbem.db.queries.server import note_pause

            worker = self.worker()
            if fault is not None:
                worker.health.fails("imap", fault)
            elif self._settings.intake.imap is not None:
                worker.health.looked("imap", began)
            try:
                worker.take_folders()
            except Exception as trouble:  # noqa: BLE001  # whatever a folder does, the games go on
                fault = trouble
            with worker.database.begin() as session:
                note_pause(session, began)
            worker.pulse()
            if outage_note(self._settings).exists():
                self._watch().works(worker.database, worker.services)
            done += worker.finish()
            worker.pulse()
        if fault is not None:
            raise WayInFails(f"no mail can be taken in: {fault or type(fault).__name__}") from fault
        return done

    def note_outage(self, fault: Exception) -> None:
        """If it is the database that failed, the operator hears of it after a while."""
        from pbem.db.outages import as_fault

        known = as_fault(fault)
        if known is not None:
            self._watch().fails(known)

    def _watch(self) -> DatabaseWatch:
        from pbem.server.bootstrap import database_watch

        return database_watch(self._settings, self._clock, self._randomness)

    def _mailbox(self) -> int:
        from pbem.server.mailbox import imap_box

        def keep(raw_messages: Sequence[RawMessage]) -> None:
            self.worker().keep(raw_messages)

        box = imap_box(self._settings)
        try:
            return box.take(keep)
        finally:
            box.close()

    def _idle(self) -> bool:
        if any(way.waiting() for way in ways_in(self._settings)):
            return False
        path = database_file(self._settings)
        if path is None or trouble(self._settings.server.data) or outage_note(self._settings).exists():
            return False
        if self._settings.metrics.file is not None:  # the monitor sees each pass
            return False
        ways = ways_to_look_at(self._settings)
        return nothing_to_do(path, self._clock(), self._settings.games.downtime_grace, ways)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()
