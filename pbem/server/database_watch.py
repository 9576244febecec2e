"""Telling the operator of a database that fails: the one part whose trouble cannot be written into the outbox.

So that mail goes straight to the way out, once, and a note in the data folder remembers it over restarts and from one
pass of cron to the next. The mail that all is well again goes by the outbox, like any other.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.app.notify.compose import written
from pbem.app.notify.operator_alerts import tell_of_part
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.clock import Clock
from pbem.db.database import Database
from pbem.db.outages import DatabaseFault
from pbem.db.session import Unbound
from pbem.facts import mails
from pbem.mail.outbound.transport import Fate, Transport
from pbem.server import metrics
from pbem.server.folders import outage_note
from pbem.server.health import DATABASE, PATIENCE, PartHealth, part_health
from pbem.settings import Settings

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=1)
"""Between two tries to send the mail."""


def noted_outage(settings: Settings) -> PartHealth | None:
    """What the note says of a database that fails; None if there is none."""
    try:
        return part_health(outage_note(settings).read_text("utf-8"))
    except (OSError, ValueError):
        return None


class DatabaseWatch:
    """What this process has seen of the database; every thread tells it."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        services: Callable[[], Services],
        transport: Callable[[], Transport],
    ) -> None:
        """The services and the way out are made only where there is a mail to send."""
        self._settings, self._clock = settings, clock
        self._services, self._transport = services, transport
        self._known: PartHealth | None = None
        self._tried: datetime | None = None
        self._lock = threading.Lock()

    def fails(self, fault: DatabaseFault) -> None:
        """It does not work. The operator is told after a while, or at once if nobody will try again."""
        if not self._lock.acquire(blocking=False):  # another thread is telling it
            return
        try:
            now = self._clock()
            known = self._known = self._known or noted_outage(self._settings) or PartHealth(since=now)
            known.fault = str(fault)[:300]
            kept = self._write(known)
            self._write_metrics()
            lasts = known.since is not None and now - known.since >= PATIENCE
            final = fault.status == os.EX_CONFIG and kept
            if not known.told and (lasts or final) and (self._tried is None or now - self._tried >= PAUSE):
                self._tried = now
                known.told = self._send(known, now)
                self._write(known)
        finally:
            self._lock.release()

    def works(self, database: Database, services: Services) -> None:
        """It has just been written to. Who heard that it fails hears of it."""
        with self._lock:
            known, self._known = self._known or noted_outage(self._settings), None
            if known is None:
                return
            if known.told and known.since is not None:
                log.warning("the database works again; it had failed since %s", f"{known.since:%Y-%m-%d %H:%M} UTC")
                with database.begin() as session:
                    tell_of_part(session, services, DATABASE, known.fault, known.since, self._clock())
            outage_note(self._settings).unlink(missing_ok=True)

    def _send(self, known: PartHealth, now: datetime) -> bool:
        """Straight to the way out. True if there is nothing more to do."""
        if not self._settings.server.operator:
            return True
        uow = UnitOfWork(Unbound(), self._services(), now)  # bound to no database, and asks none
        trouble = mails.PartFails(known.fault, part=DATABASE, since=known.since or now)
        mail = written(uow, uow.send(trouble, self._settings.server.operator))
        transport = self._transport()
        try:
            receipt = transport.send(mail.envelope, mail.recipient, mail.body)
        finally:
            transport.close()
        log.log(
            logging.INFO if receipt.fate is Fate.SENT else logging.WARNING,
            "the mail to the operator about the database: %s, %s %s", receipt.fate, receipt.code, receipt.text,
        )  # fmt: skip
        return receipt.fate is not Fate.LATER

    def _write(self, known: PartHealth) -> bool:
        """The note, whole or not at all: False where the disk takes none, so that nobody is told again and again."""
        path = outage_note(self._settings)
        new = path.with_name(f"{path.name}.new")
        try:
            new.write_text(known.text(), "utf-8")
            new.replace(path)
        except OSError as fault:
            log.debug("no note of the outage can be kept: %s", fault)
            return False
        return True

    def _write_metrics(self) -> None:
        if self._settings.metrics.file is not None:
            try:
                metrics.write_file(self._settings.metrics.file, metrics.database_away())
            except OSError as fault:
                log.debug("no metrics can be written: %s", fault)
