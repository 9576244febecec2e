"""PostgreSQL's part of the one writer's lock: held by the writing connection itself, for as long as it lives.

The file's lock keeps apart who shares a data folder; this one who shares a database. A connection that breaks gives
the lock back with it, and the next one must take it again before it can write a row: no server ever writes without it.
Workers that share a database take it together, and so keep out a server that means to be alone.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from pbem.db.lock import DatabaseTaken
from pbem.db.outages import DatabaseFault

_PBEM = 0x7062656D
"""The first half of the lock's key; the second is the schema, since two servers may share a database by schemas."""

TAKE = f"SELECT pg_try_advisory_lock({_PBEM}, hashtext(current_schema()))"
_SHARE = TAKE.replace("advisory_lock", "advisory_lock_shared")
_PAUSE = 0.1

LOCK_WAIT = 5.0
"""Seconds that a new connection waits for another server to give up its lock."""

ROW_WAIT = timedelta(seconds=1)
"""So long a worker waits for a row that another one has; after that what it was at is left for later."""

LEAST_SHARED = 14
"""The first PostgreSQL that closes the session of a worker that stands still."""
_TAKEN = "another pbem, with another data folder, works on this PostgreSQL database"
_ALONE = f"{_TAKEN}, and without [database] workers = true"


def hold(connection: Any, wait: float, shared: bool = False) -> None:
    """Take the lock on a driver's new connection within so many seconds; raises `DatabaseTaken`.

    The wait is for a server that is just ending, and for our own connection of before, if PostgreSQL has not noticed
    yet that it is dead.
    """
    until = time.monotonic() + wait
    while True:
        (taken,) = connection.execute(_SHARE if shared else TAKE).fetchone()
        connection.commit()
        if taken:
            return
        if time.monotonic() >= until:
            connection.close()
            raise DatabaseTaken(_ALONE if shared else _TAKEN)
        time.sleep(_PAUSE)


def be_alone(connection: Any, _record: object) -> None:
    """Prepare a driver's new connection to write on, where no other server may."""
    hold(connection, LOCK_WAIT)


def share(connection: Any, _record: object, lease: timedelta) -> None:
    """The same among workers; one that stands still in a transaction for a lease loses it."""
    version = connection.info.server_version // 10_000
    if version < LEAST_SHARED:
        mend = f"Upgrade it to {LEAST_SHARED} or newer, or leave [database] workers out"
        raise DatabaseFault(f"PostgreSQL {version} keeps the locks of a worker that stands still", mend)
    hold(connection, LOCK_WAIT, shared=True)
    for name, value in (("idle_in_transaction_session_timeout", lease), ("lock_timeout", ROW_WAIT)):
        connection.execute("SELECT set_config(%s, %s, false)", (name, str(int(value.total_seconds() * 1000))))
    connection.commit()
