"""`pbem serve --workers N`: so many servers on one machine and one database, begun, watched and ended together.

Each is a `pbem serve` of its own, as if it had been started by hand; one that dies is begun again. They share the
machine's ports: the system gives each connection to one of them.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pbem.server.daemon import notify

log = logging.getLogger(__name__)

PAUSE = 5.0
"""Seconds after which a worker that died is begun again."""

LOOK = 0.5
_LASTING = (os.EX_TEMPFAIL, os.EX_CONFIG)
"""A worker that ends so would end so again: then all end."""


def serve_several(count: int, words: Sequence[str]) -> int:
    """Run so many until SIGTERM or SIGINT; the exit status. `words` are the program's arguments before `serve`."""
    with _door() as door:
        return _Several(count, words, door).run()


def end_with_parent() -> None:
    """For one of them: end when standard input does, as it does when the one that began it is gone."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1024):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


@contextmanager
def _door() -> Iterator[socket.socket]:
    """Where the workers say that they are ready, in the words that systemd hears."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(f"\0pbem-{os.getpid()}")
        yield door


class _Several:
    def __init__(self, count: int, words: Sequence[str], door: socket.socket) -> None:
        self._command = [sys.executable, "-m", "pbem", *words, "serve", "--share", str(count)]
        self._count, self._door = count, door
        self._running: list[subprocess.Popen[bytes]] = []
        self._begin_at = 0.0
        self._ready = 0
        self._stopping = False

    def run(self) -> int:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        try:
            while not self._stopping:
                if len(self._running) < self._wanted() and time.monotonic() >= self._begin_at:
                    self._begin()
                self._hear()
                status = self._look()
                if status is not None:
                    return status
        finally:
            self._end()
        return 0

    def _wanted(self) -> int:
        """The first alone makes the tables, or brings them up to date."""
        return self._count if self._ready else 1

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _begin(self) -> None:
        environ = {**os.environ, "NOTIFY_SOCKET": f"@pbem-{os.getpid()}"}
        self._running.append(subprocess.Popen(self._command, stdin=subprocess.PIPE, env=environ))

    def _hear(self) -> None:
        if not select.select([self._door], [], [], LOOK)[0]:
            return
        said = self._door.recv(1024).decode()
        if said == "READY=1":
            self._ready += 1
            if self._ready == self._count:
                notify(said)
                log.info("%d workers serve", self._count)
        elif said == "WATCHDOG=1":
            notify(said)

    def _look(self) -> int | None:
        """Whether one has ended: why all must, if so."""
        for worker in list(self._running):
            status = worker.poll()
            if status is None:
                continue
            self._running.remove(worker)
            if status in _LASTING:
                return status
            if not self._stopping:
                log.error("worker %d ended with %d: another is begun", worker.pid, status)
                self._begin_at = time.monotonic() + PAUSE
        return None

    def _end(self) -> None:
        notify("STOPPING=1")
        for worker in self._running:
            worker.send_signal(signal.SIGTERM)
        for worker in self._running:
            worker.wait()
