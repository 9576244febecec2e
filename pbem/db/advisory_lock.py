"""PostgreSQL's part of the one writer's lock: held by the writing connection itself, for as long as it lives.

The file's lock keeps apart who shares a data folder; this one who shares a database. A connection that breaks gives
the lock back with it, and the next one must take it again before it can write a row: no server ever writes without it.
"""

from __future__ import annotations

import time
from typing import Any

from pbem.db.lock import DatabaseTaken

_PBEM = 0x7062656D
"""The first half of the lock's key; the second is the schema, since two servers may share a database by schemas."""

TAKE = f"SELECT pg_try_advisory_lock({_PBEM}, hashtext(current_schema()))"
_PAUSE = 0.1


def hold(connection: Any, wait: float) -> None:
    """Take the lock on a driver's new connection within so many seconds; raises `DatabaseTaken`.

    The wait is for a server that is just ending, and for our own connection of before, if PostgreSQL has not noticed
    yet that it is dead.
    """
    until = time.monotonic() + wait
    while True:
        (taken,) = connection.execute(TAKE).fetchone()
        connection.commit()
        if taken:
            return
        if time.monotonic() >= until:
            connection.close()
            raise DatabaseTaken("another pbem, with another data folder, works on this PostgreSQL database")
        time.sleep(_PAUSE)
