"""`pbem tick`: one pass for cron. Most passes find nothing to do, so it looks before it loads the server."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.clock import Clock, system_clock
from pbem.db.idle_check import nothing_to_do
from pbem.db.lock import WriterLock
from pbem.mail import maildir
from pbem.mail.message.raw_message import RawMessage
from pbem.server.folders import database_file, lock_path, ways_in
from pbem.settings import Settings

if TYPE_CHECKING:  # loaded when there is something to do
    from pbem.randomness import Randomness
    from pbem.server.worker import Worker

log = logging.getLogger(__name__)


def tick(
    settings: Settings, clock: Clock = system_clock, randomness: Randomness | None = None, wait: float = 10.0
) -> int:
    """Take mail, handle it, ring alarms, send: how many of these there were. Raises `Busy` if another pbem is at work.

    A way in that fails holds up nothing: the rest is done first, and then its fault is raised.
    """
    with WriterLock(lock_path(settings), wait):
        run = _Pass(settings, clock, randomness)
        try:
            return run.all()
        finally:
            run.close()


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
            self._worker.pulse()
        return self._worker

    def all(self) -> int:
        fault: Exception | None = None
        done = 0
        if self._settings.intake.imap is not None:
            try:
                done += self._mailbox()
            except Exception as trouble:  # whatever the mailbox does, the games go on
                log.error("the mailbox cannot be read: %s", trouble)
                fault = trouble
        if self._worker is not None or not self._idle():
            worker = self.worker()
            try:
                worker.take_folders()
            except Exception as trouble:  # it is logged there
                fault = trouble
            done += worker.finish()
        if fault is not None:
            raise fault
        return done

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
        for folder, _ in ways_in(self._settings):
            if not (folder / "new").is_dir() or not (folder / "cur").is_dir() or maildir.waiting(folder):
                return False
        path = database_file(self._settings)
        return path is not None and nothing_to_do(path, self._clock(), self._settings.games.downtime_grace)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.close()
