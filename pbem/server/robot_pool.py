"""The processes in which robots search, so that letters are handled meanwhile. None outlives the server."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process

from pbem.server.memory import own_limit, robots_in


def robot_pool() -> ProcessPoolExecutor:
    """A pool that leaves one core to the rest of the server, and that fits into the memory we may use."""
    return ProcessPoolExecutor(robots_in(own_limit(), cores()), get_context("spawn"), end_with_parent)


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
