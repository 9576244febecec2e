"""Workers of one data folder know at once which of them are dead: each holds a file's lock while its process lives.

What a dead one had in hand need not wait for its lease then. The system gives the lock back when the process is gone,
and not before, be it frozen or cut off: no living worker is ever taken for dead so.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path


class OwnDead:
    """The files of a data folder's workers: each has the number of one for a name, and its process for a text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fd: int | None = None
        self._mine = ""

    def live(self, number: int) -> None:
        """This process is the worker of this number, and of no other any more."""
        self.end()
        self._folder.mkdir(parents=True, exist_ok=True)
        new = self._folder / f".{os.getpid()}"
        self._fd = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o640)
        os.write(self._fd, str(os.getpid()).encode())
        fcntl.flock(self._fd, fcntl.LOCK_EX)
        self._mine = str(number)
        new.rename(self._folder / self._mine)  # who looks at it finds it locked

    def found(self) -> dict[int, int]:
        """The numbers of the dead, and the process that each was."""
        numbers = [path for path in self._folder.glob("[0-9]*") if path.name != self._mine]
        dead = {int(path.name): _process(path) for path in numbers}
        return {number: process for number, process in dead.items() if process is not None}

    def forget(self, number: int) -> None:
        """What it had in hand has been taken over."""
        (self._folder / str(number)).unlink(missing_ok=True)

    def end(self) -> None:
        """This process is no worker any more."""
        if self._fd is not None:
            with suppress(FileNotFoundError):
                (self._folder / self._mine).unlink()
            os.close(self._fd)
            self._fd, self._mine = None, ""


def _process(path: Path) -> int | None:
    """The process that is dead; None if it lives."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except FileNotFoundError:  # another has seen to it
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return int(os.read(fd, 20) or 0)
    except BlockingIOError:
        return None
    finally:
        os.close(fd)
