"""A glance at an SQLite file, without the library that loads for half a second: is there anything to do at all?

`tick` runs from cron every minute and mostly finds nothing. Whatever is not as it should be counts as something to do,
and the whole server looks at it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.db.schema_version import HEAD
from pbem.db.wal_check import log_of

_WAITING = """
    SELECT EXISTS (SELECT 1 FROM inbox WHERE state = 'new' AND (next_at IS NULL OR next_at <= :now))
        OR EXISTS (SELECT 1 FROM inbox WHERE state = 'later' AND next_at <= :now)
        OR EXISTS (SELECT 1 FROM question WHERE state = 'open' AND due_at <= :now)
        OR EXISTS (SELECT 1 FROM outbox WHERE state = 'sending')
        OR EXISTS (SELECT 1 FROM outbox WHERE state = 'waiting' AND next_at <= :now)
        OR EXISTS (SELECT 1 FROM alarm WHERE due_at <= :now)
        OR EXISTS (SELECT 1 FROM job)
        OR EXISTS (SELECT 1 FROM collected WHERE due_at <= :now)
        OR EXISTS (SELECT 1 FROM meta WHERE key = 'jump')
        OR EXISTS (SELECT 1 FROM meta WHERE key LIKE 'health:%' AND value LIKE '%"fault"%')
"""
_WORKED = """
    INSERT INTO meta (key, value) VALUES ('health:' || ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""


def nothing_to_do(path: Path, now: datetime, grace: timedelta, ways: Sequence[str] = ()) -> bool:
    """True if no letter waits, no mail and no alarm is due, nothing fails, and the server was alive within `grace`;
    that it is alive now, and that these ways in work, is then noted. The caller holds the writer's lock.
    """
    if not path.is_file() or log_of(path).commits:  # whoever opens it would see what a crash has left, and drop it
        return False
    try:
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as line:
            line.execute("BEGIN IMMEDIATE")
            (version,) = line.execute("SELECT version_num FROM alembic_version").fetchone()
            (alive,) = line.execute("SELECT value FROM meta WHERE key = 'alive'").fetchone()
            stamp = now.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")  # as SQLAlchemy writes times
            (waits,) = line.execute(_WAITING, {"now": stamp}).fetchone()
            if version != HEAD or waits or abs(now - datetime.fromisoformat(alive)) > grace:
                return False
            line.execute("UPDATE meta SET value = ? WHERE key = 'alive'", (now.isoformat(),))
            line.execute("DELETE FROM meta WHERE key = 'pauses'")  # it came soon enough after the last
            worked = f'{{"worked": "{now.isoformat()}"}}'
            line.executemany(_WORKED, [(part, worked) for part in (*ways, "server")])
            line.execute("COMMIT")
    except (sqlite3.Error, TypeError, ValueError):  # no such table, no such row, no such file: not ours to judge here
        return False
    return True
