"""The one writer's lock. It stands alone, so that `tick` can take it before it loads the database's library."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType


class Busy(Exception):
    """Another process writes to this database."""


class DatabaseTaken(Busy):
    """Another server, on another data folder, writes to this PostgreSQL database."""


class WriterLock:
    """The one writer's lock: a file beside the database, freed by the system when its process ends."""

    def __init__(self, path: Path, wait: float = 0.0, shared: bool = False) -> None:
        """`shared`: workers of one database take it together, and keep out who must be alone."""
        self._path = path
        self._kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        self._wait = wait
        self._fd: int | None = None

    def __enter__(self) -> WriterLock:
        """Take the lock within the time given; raises `Busy`."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o640)
        until = time.monotonic() + self._wait
        while True:
            try:
                fcntl.flock(fd, self._kind | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    os.close(fd)
                    raise Busy(str(self._path)) from None
                time.sleep(0.05)
            else:
                self._fd = fd
                return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
