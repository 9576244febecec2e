"""`pbem serve`: the ways in, the processor, the clock, robots and delivery, running together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence

from pbem.clock import Clock, system_clock
from pbem.db.lock import Busy, WriterLock
from pbem.db.outages import DatabaseFault, DatabaseGone, as_fault, is_outage
from pbem.db.queries.server import no_pauses
from pbem.mail.inbound.smtp_listener import MailListener, SessionLimits, listen
from pbem.mail.message.raw_message import RawMessage
from pbem.randomness import Randomness
from pbem.server.bootstrap import build, database_watch
from pbem.server.database_watch import DatabaseWatch
from pbem.server.folders import lock_path
from pbem.server.listeners import doors, encryption
from pbem.server.robot_pool import RobotPool
from pbem.server.worker import Worker
from pbem.settings import Listen, Settings

log = logging.getLogger(__name__)

Ready = Callable[[dict[str, int], Callable[[], object]], None]
"""Hears the ports by kind, and a function that stops the server from any thread."""

LOOK = 1.0
"""Seconds between two looks at folders, alarms and the outbox when nothing wakes us."""

MAILS_A_ROUND = 32
"""At most this many mails are claimed at once: of fewer there are no more."""

PULSE = 30.0
"""Seconds between two notes that the server is alive."""

CLEANING = 24 * 60 * 60.0
"""Seconds between two rounds of dropping old bytes."""


def serve(
    settings: Settings,
    clock: Clock = system_clock,
    randomness: Randomness | None = None,
    ready: Ready | None = None,
    new_database: bool = False,
    share: int = 1,
) -> None:
    """Run until SIGTERM or SIGINT. `ready` hears the ports once all listeners are open, and how to stop.

    `share`: so many servers share this machine's cores.

    Raises what ends a server that runs: `Busy` if another one took the database, `DatabaseGone` if it vanished.
    """
    watch = database_watch(settings, clock, randomness)
    with WriterLock(lock_path(settings), 5.0, shared=settings.database.workers):
        try:
            _run(build(settings, clock, randomness, new_database=new_database), watch, ready, share)
        except DatabaseFault as fault:
            watch.fails(fault)
            raise


def _run(worker: Worker, watch: DatabaseWatch, ready: Ready | None, share: int) -> None:
    try:
        worker.services.renderer.read_all()
        gc.collect()
        gc.set_threshold(20_000, 10, 10)  # a letter makes some thousand objects, and hardly any in circles
        gc.freeze()  # what is loaded now stays: looking through it again and again costs a tenth of every letter
        daemon = _Daemon(worker, watch, share)
        asyncio.run(daemon.run(ready))
        if daemon.end is not None:
            raise daemon.end
    finally:
        worker.close()


class _Daemon:
    """The threads round one `Worker`: each waits for its own event, and all stop at one."""

    def __init__(self, worker: Worker, watch: DatabaseWatch, share: int) -> None:
        self.worker = worker
        self.share = share
        self.watch = watch
        self.end: Busy | DatabaseGone | None = None  # why the server cannot go on
        self.stop: Callable[[], object] = lambda: None
        self.unkept = False  # a mail that was handed to us could not be kept: the database faltered
        self.stopping = threading.Event()
        self.letters = threading.Event()
        self.mails = threading.Event()
        self.jobs = threading.Event()
        if worker.presence is not None:
            worker.presence.hears = self._hears

    def _hears(self, news: Collection[str]) -> None:
        """Another worker, or this one, has committed something that is to be done."""
        for name, event in (("letters", self.letters), ("mails", self.mails), ("jobs", self.jobs)):
            if name in news:
                event.set()

    async def run(self, ready: Ready | None) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ValueError, RuntimeError):  # not in a main thread: who runs us stops us
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, stop.set)
            loop.add_signal_handler(signal.SIGHUP, _explain_hangup)
        self.stop = lambda: loop.call_soon_threadsafe(stop.set)
        listeners = await self._open_listeners()
        if listeners:
            self.worker.health.was_closed()
        threads = [
            threading.Thread(target=self._keep_running, args=(job,), name=job.__name__) for job in self._threads()
        ]
        for thread in threads:
            thread.start()
        notify("READY=1")
        log.info("serving %s", self.worker.settings.server.address)
        if ready is not None:
            ports = {name: listener.port for name, listener in listeners.items()}
            ready(ports, self.stop)
        await stop.wait()
        notify("STOPPING=1")
        for listener in listeners.values():
            listener.close()
        for listener in listeners.values():
            await listener.wait_closed(10)
        self.stopping.set()
        self.letters.set()
        self.mails.set()
        self.jobs.set()
        for thread in threads:
            await asyncio.to_thread(thread.join)

    async def _open_listeners(self) -> dict[str, MailListener]:
        settings = self.worker.settings
        limits = SessionLimits(settings.limits.message_bytes, shared_port=settings.database.workers)
        ways = [(kind, section, encryption(kind, section)) for kind, section in doors(settings)]  # or none is opened
        opened: dict[str, MailListener] = {}
        for kind, section, encrypted in ways:
            try:
                opened[kind] = await listen(
                    kind, _host(section.listen), section.listen.port, self._keep, limits,
                    self.worker.services.own.holds,
                    hostname=section.hostname or "localhost", encryption=encrypted,
                )  # fmt: skip
            except socket.gaierror as fault:  # which names nobody
                raise OSError(
                    f"intake.{kind}.listen: no address is known of {section.listen}: {fault.strerror}"
                ) from None
            known = section.listen.port or section.listen.path is not None  # else the system chose the port
            log.info("%s on %s", kind.upper(), section.listen if known else opened[kind].port)
        return opened

    def _keep(self, raw_messages: Sequence[RawMessage]) -> None:
        try:
            self.worker.keep(raw_messages)
        except (Busy, DatabaseGone) as end:
            self._end(end)
            raise  # who hands us the mail keeps it, and tries again
        except Exception as fault:
            if is_outage(fault):
                self.unkept = True
                self.worker.health.was_away(self.worker.services.clock())
            raise
        self.letters.set()

    def _end(self, end: Busy | DatabaseGone) -> None:
        self.end = end
        self.stopping.set()
        self.stop()

    def _threads(self) -> list[Callable[[], None]]:
        jobs = [self._processor, self._robots, self._delivery, self._pulse]
        if self.worker.settings.intake.imap is not None:
            jobs.append(self._imap)
        return jobs

    def _keep_running(self, job: Callable[[], None]) -> None:
        """A job that fails begins again after a while; it never dies unseen."""
        while not self.stopping.is_set():
            try:
                job()
            except (Busy, DatabaseGone) as end:
                self._end(end)
            except Exception as fault:
                known = as_fault(fault)
                if known is not None:
                    log.error("%s waits: %s", job.__name__.strip("_"), known)  # noqa: TRY400  # the fault says it all
                    self.watch.fails(known)
                else:
                    log.exception("%s failed; it begins again", job.__name__.strip("_"))
                self.stopping.wait(5.0)

    def _processor(self) -> None:
        looked, rung = -LOOK, 0
        while not self.stopping.is_set():
            self.letters.clear()
            done = 0
            # between two looks letters wake us, and what has rung: more may be due
            if rung or time.monotonic() - looked >= LOOK:
                with contextlib.suppress(Exception):  # a folder that fails is logged there, and holds up nothing
                    self.worker.take_folders()
                until = self.worker.heard_until()
                done, rung = self.worker.letters(), self.worker.ring(until)
                looked = time.monotonic()
            done += rung + self.worker.letters()
            if done:
                self.mails.set()
            if not rung:
                self.letters.wait(LOOK)

    def _robots(self) -> None:
        """Robots that search do so in processes of their own: letters are handled meanwhile."""
        with RobotPool(self.share) as pool:
            while not self.stopping.is_set():
                self.jobs.clear()
                if not self.worker.any_jobs():
                    self.jobs.wait(LOOK)
                elif self.worker.think(pool):
                    self.mails.set()

    def _delivery(self) -> None:
        while not self.stopping.is_set():
            self.mails.clear()
            tried = self.worker.delivery.round(MAILS_A_ROUND)
            if tried < MAILS_A_ROUND and not self.mails.wait(LOOK) and not tried:
                self.worker.delivery.transport.close()  # nothing has come for a while

    def _pulse(self) -> None:
        cleaned = -CLEANING
        with self.worker.database.begin() as session:
            no_pauses(session)
        while not self.stopping.is_set():
            self.worker.pulse()
            self.watch.works(self.worker.database, self.worker.services)
            if time.monotonic() - cleaned >= CLEANING:
                self.worker.clean()
                cleaned = time.monotonic()
            notify("WATCHDOG=1")
            self.stopping.wait(PULSE)

    def _imap(self) -> None:
        from pbem.server.mailbox import UnlessReading, imap_box

        def report(fault: Exception | None) -> None:
            if fault is not None and self.worker.health.failing("imap") is None:  # a mail in it, or a line that broke
                log.warning("the mailbox: %s", as_fault(fault) or fault)

        stop = UnlessReading(self.stopping, lambda: self.worker.reads("imap"))
        while not self.stopping.is_set():
            if stop.is_set():
                self.stopping.wait(LOOK)
            else:
                imap_box(self.worker.settings).watch(self._keep, stop, report, self._look_into_mailbox)

    @contextlib.contextmanager
    def _look_into_mailbox(self) -> Iterator[None]:
        began = self.worker.services.clock()
        self.unkept = False
        try:
            yield
        except Exception as fault:
            self.worker.health.fails("imap", fault)
            raise
        if not self.stopping.is_set() and not self.unkept:  # else it has not seen all
            self.worker.health.looked("imap", began)


def _explain_hangup() -> None:
    """SIGHUP ends no server, be it from a terminal that closes or from who expects the settings to be read again."""
    log.warning("SIGHUP: nothing is read again while the server runs; restart it for new settings or templates")


def _host(at: Listen) -> str:
    return f"unix:{at.path}" if at.path is not None else at.host


def notify(state: str) -> None:
    """Tell systemd, if it is there: one datagram."""
    where = os.environ.get("NOTIFY_SOCKET")
    if not where:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, contextlib.suppress(OSError):
        line.connect("\0" + where[1:] if where.startswith("@") else where)
        line.sendall(state.encode())
