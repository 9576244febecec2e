"""The processes in which robots search, so that letters are handled meanwhile. None outlives the server."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import ParamSpec, TypeVar

from pbem.server.memory import own_limit, robots_in

log = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")


class RobotPool(Executor):
    """Leaves one core to the rest of the server, and fits into the memory we may use. Begun when it is first needed.

    Where memory is short the kernel ends the largest process, and of the standard library's pool nothing is left then:
    a new one takes its place. What was thought about just then has failed, and is asked for again.
    """

    def __init__(self, share: int = 1) -> None:
        """`share`: so many servers share this machine."""
        self._share = share
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[_P, _T], /, *words: _P.args, **named: _P.kwargs) -> Future[_T]:
        """Have it called in another process."""
        if self._pool is not None:
            try:
                return self._pool.submit(function, *words, **named)
            except BrokenProcessPool:
                log.warning("a robot's process was ended from outside: new ones are begun")
                self.shutdown()
        robots = max(1, robots_in(own_limit(), cores()) // self._share)
        self._pool = ProcessPoolExecutor(robots, get_context("spawn"), end_with_parent)
        return self._pool.submit(function, *words, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes, after the thoughts that they have begun."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait, cancel_futures=cancel_futures)


def cores() -> int:
    """How many robots there are cores for."""
    return max(1, (os.cpu_count() or 2) - 1)


def end_with_parent() -> None:
    """End this process when its parent is gone, however that ended: after `kill -9` nobody would tell it to."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent.sentinel,), name="parent", daemon=True).start()


def _wait_for(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
