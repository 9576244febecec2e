"""Opens the database, brings its tables up to date, and gives out transactions: one writer at a time.

SQLite before 3.51.3 can corrupt a WAL database that two connections write and checkpoint at once. So one process writes
(`WriterLock`), and inside it one thread (`Database.begin` holds a lock until the commit). Workers share PostgreSQL.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from pbem.db import advisory_lock
from pbem.db.contention import came_between
from pbem.db.lock import Busy as Busy
from pbem.db.lock import WriterLock as WriterLock
from pbem.db.migrating import migrate, version
from pbem.db.outages import DatabaseFault, DatabaseGone, as_fault, vanished
from pbem.db.schema_version import FIRST, HEAD
from pbem.db.session import LOOK, WRITE, KeptConnection
from pbem.db.session import Session as Session
from pbem.db.wal_check import Log, log_of

T = TypeVar("T")

TRIES = 5
"""So often something is done again where another worker came between."""


class Database:
    """An open database whose tables are up to date."""

    def __init__(self, engine: Engine, reading: Engine | None = None) -> None:
        self.engine = engine
        self.shared = bool(engine.get_execution_options().get("shared"))  # with other workers
        self._looking = reading or engine
        self._writing = threading.Lock()
        self._writer: KeptConnection | None = None  # to write on
        self._idle: list[KeptConnection] = []  # to read on
        self._file = sqlite_path(str(engine.url.render_as_string(hide_password=False)))
        self._inode = self._file.stat().st_ino if self._file is not None else 0
        self.dropped = ""  # what SQLite has left out of a damaged log, in the operator's words

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """A writing transaction: committed at the end, rolled back on any error.

        Every statement is run at once; records that have changed are written by `Records.flush`.
        Raises `DatabaseGone` if the file was taken away: what is written to one that has no name any more is lost.
        """
        if self._file is not None and vanished(self._file, self._inode):
            raise DatabaseGone(self._file)
        with self._writing:
            if self._writer is None:
                self._writer = KeptConnection(self.engine, WRITE)
            with transaction(self._writer) as session:
                yield session
                session.end()

    def again(self, work: Callable[[Session], T]) -> T:
        """A writing transaction that is begun once more where another worker came between; what it did is undone.

        Raises what came between in the end, if it does so again and again.
        """
        for left in reversed(range(TRIES)):
            try:
                with self.begin() as session:
                    return work(session)
            except Exception as fault:
                if not left or not came_between(fault):
                    raise
        raise AssertionError

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction for looking only."""
        kept = self._idle.pop() if self._idle else KeptConnection(self._looking, LOOK)
        try:
            with transaction(kept) as session:
                yield session
                session.undo()
        finally:
            self._idle.append(kept)

    def hang_up(self) -> None:
        """Close all connections; the next transaction opens one."""
        for kept in (self._writer, *self._idle):
            if kept is not None:
                kept.close()
        self._writer, self._idle = None, []
        self.engine.dispose()
        self._looking.dispose()

    close = hang_up


@contextmanager
def transaction(kept: KeptConnection) -> Iterator[Session]:
    """A session on this connection; after a fault everything is undone."""
    session = kept.session
    session.start()
    try:
        yield session
    except BaseException:
        session.undo()
        raise


def open_database(url: str, now: datetime, expected: bool = False, lease: timedelta | None = None) -> Database:
    """Open for writing; makes or migrates the tables first. The caller holds the `WriterLock` of the data folder.

    With a lease it is shared with other workers: who stands still in a transaction for so long loses it.

    Raises `DatabaseFault` if it cannot be used, and `DatabaseGone` if one is expected to be there and is not; `Busy`
    if another server writes to the same PostgreSQL database.
    """
    path = sqlite_path(url)
    if expected and path is not None and (not path.exists() or path.stat().st_size == 0):
        raise DatabaseGone(path)
    log = log_of(path) if path is not None else None
    engine = _engine(url, lease=lease)
    where = path or engine.url.render_as_string()
    try:
        found = version(engine)
        dropped = _dropped(engine, log, now) if log is not None else ""
        if expected and not found:
            raise DatabaseGone(where)
        if found > HEAD:
            raise _newer(where, found)
        if found != HEAD:
            migrate(engine, path, now)
        if path is not None:  # a file that may only be read opens all the same
            with engine.begin() as connection:
                _know_nothing(connection)
    except BaseException as fault:
        engine.dispose()
        known = as_fault(fault, where)
        if known is None:
            raise
        raise known from None
    database = Database(engine, None if engine.dialect.name == "sqlite" else _engine(url, reading=True))
    database.dropped = dropped
    return database


def _dropped(engine: Engine, log: Log, now: datetime) -> str:
    """What SQLite does not read of its log; that is kept beside it."""
    line = engine.raw_connection()
    try:
        lost = log.dropped(line.dbapi_connection)
    finally:
        line.close()
    if not lost:
        return ""
    kept = log.path.with_name(f"{log.path.name}.damaged-{now:%Y%m%dT%H%M%S}")
    shutil.copyfile(log.path, kept)
    return f"{log.path.name} is damaged in its middle; {lost} commits behind that are lost; it is kept as {kept.name}"


class OlderVersion(LookupError):
    """A database that the next start brings up to date."""


def open_for_reading(url: str) -> Database:
    """Open for looking, beside a running server. Raises `LookupError` if there is no database of this version yet."""
    path = sqlite_path(url)
    if path is not None and not path.exists():
        raise LookupError(f"there is no database at {path} yet")
    engine = _engine(url, reading=True)
    where = path or engine.url.render_as_string()
    try:
        found = version(engine)
    except DBAPIError as fault:
        engine.dispose()
        known = as_fault(fault, where)
        if known is None:
            raise
        raise known from None
    if found == HEAD:
        return Database(engine)
    engine.dispose()
    if found > HEAD:
        raise _newer(where, found)
    if found:
        told = f"the database {where} is of version {found}"
        if found < FIRST:
            raise LookupError(f"{told}, which no pbem has written")
        raise OlderVersion(f"{told}: the server brings it to {HEAD} when it starts")
    raise LookupError(f"there is no database of pbem's in {where} yet: the server makes it when it starts")


def _newer(where: object, found: str) -> DatabaseFault:
    wrong = f"the database {where} is of version {found}, newer than this program, which knows {HEAD}"
    return DatabaseFault(wrong, "Install the newer pbem again, or put an older copy back: pbem restore FILE")


def sqlite_path(url: str) -> Path | None:
    """The file of an SQLite URL; None for another database or one in memory."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def _engine(url: str, reading: bool = False, lease: timedelta | None = None) -> Engine:
    """Its errors name no parameters: letters and addresses are not for the log."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        if reading:
            return create_engine(parsed, pool_pre_ping=True, hide_parameters=True)
        engine = create_engine(parsed, pool_pre_ping=True, pool_size=1, max_overflow=0, hide_parameters=True)
        event.listen(engine, "connect", partial(advisory_lock.share, lease=lease) if lease else advisory_lock.be_alone)
        return engine.execution_options(shared=lease is not None)
    path = sqlite_path(url)
    if path is None:
        from sqlalchemy.pool import StaticPool

        engine = create_engine(parsed, connect_args={"check_same_thread": False}, poolclass=StaticPool)
    else:
        if not reading:
            path.parent.mkdir(parents=True, exist_ok=True)
        arguments = {"check_same_thread": False, "timeout": 30}
        # the connection that was used last is used next: its page cache is still good
        engine = create_engine(
            parsed, connect_args=arguments, pool_reset_on_return=None, pool_use_lifo=True, hide_parameters=True
        )
    event.listen(engine, "connect", _prepare_reading if reading else _prepare_writing)
    event.listen(engine, "begin", partial(_begin, LOOK if reading else WRITE))
    return engine


def _prepare_writing(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver's own comes too late
    for pragma in ("foreign_keys=ON", "busy_timeout=30000", "journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _prepare_reading(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("query_only=ON", "busy_timeout=30000", "wal_autocheckpoint=0"):
        connection.execute(f"PRAGMA {pragma}").fetchall()


def _begin(how: str, connection: Any) -> None:
    if not connection.connection.dbapi_connection.in_transaction:  # a kept connection has begun
        connection.exec_driver_sql(how)


def _know_nothing(connection: Connection) -> None:
    """What ANALYZE has left goes. Of tables that it knows nothing of the planner always takes the index that fits; when
    it was told that all mails wait, or none, it reads them all.
    """
    if connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'").first() is not None:
        connection.exec_driver_sql("DELETE FROM sqlite_stat1")
