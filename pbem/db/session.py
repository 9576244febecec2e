"""A transaction, and the connection that it runs on, which is kept from one to the next.

To open a connection's transaction, a session's and the pool's again for each letter costs more than its statements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session as OrmSession

LOOK, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins in SQLite. Who reads and then writes must have the lock from the start: a later one fails at
once, however long we would wait.
"""

ALONE = 0x70626561
"""The first half of the locks' keys that a transaction takes to be alone at something."""

CHANNEL = "pbem"
"""Where workers hear of what there is to do."""


class KeptConnection:
    """An open connection to the database: the driver's, for statements that are prepared, and SQLAlchemy's over it.

    Whatever the driver raises comes as SQLAlchemy's error of the same kind, as it does from the ORM. A connection that
    was cut while nothing was going on is replaced: nobody notices that PostgreSQL was restarted meanwhile.
    """

    def __init__(self, engine: Engine, begin: str) -> None:
        self._engine = engine
        self._begin = begin
        self.shared = begin == WRITE and bool(engine.get_execution_options().get("shared"))
        self._open()
        self.session = Session(self)

    def _open(self) -> None:
        self.connection: Connection = self._engine.connect()
        self.dialect = self.connection.dialect
        self._driver: Any = self.connection.connection.dbapi_connection
        self._lost = False
        self._touched = False  # by a statement of this transaction

    @property
    def driver(self) -> Any:
        """The driver's own connection."""
        return self._driver

    def begin(self) -> None:
        """Begin a transaction. PostgreSQL's driver does so with the first statement."""
        if self._lost:
            self._open()
        self._touched = False
        if self.dialect.name == "sqlite":
            self.execute(self._begin)

    def execute(self, text: str, parameters: Any = ()) -> Any:
        """Run a statement; the driver's cursor."""
        return self._run("execute", text, parameters)

    def execute_many(self, text: str, parameters: Sequence[Any]) -> Any:
        """Run a statement once for each of these parameters; the driver's cursor."""
        return self._run("executemany", text, parameters)

    def _run(self, method: str, text: str, parameters: Any) -> Any:
        try:
            cursor = self._tried(method, text, parameters)
        except DBAPIError as fault:
            if self._touched or not fault.connection_invalidated:
                raise
            self._give_up()
            self._open()
            cursor = self._tried(method, text, parameters)
        self._touched = True
        return cursor

    def _tried(self, method: str, text: str, parameters: Any) -> Any:
        try:
            cursor = self._driver.cursor()
            getattr(cursor, method)(text, parameters)
        except self.dialect.loaded_dbapi.Error as fault:
            raise self._told(text, fault) from fault
        return cursor

    def commit(self) -> None:
        """Commit what was done since `begin`."""
        try:
            self._driver.commit()
        except self.dialect.loaded_dbapi.Error as fault:
            raise self._told("COMMIT", fault) from fault

    def _told(self, text: str, fault: Any) -> Exception:
        cut = self.dialect.is_disconnect(fault, self._driver, None)
        told: Exception = DBAPIError.instance(
            text, None, fault, self.dialect.loaded_dbapi.Error, connection_invalidated=cut
        )
        return told

    def rollback(self) -> None:
        """Undo what was done since `begin`; a connection that cannot do so any more is given up."""
        try:
            self._driver.rollback()
        except self.dialect.loaded_dbapi.Error:
            self._give_up()

    def _give_up(self) -> None:
        if self._lost:  # known already, and no new one was to be had
            return
        self.connection.invalidate()
        self.connection.close()
        self._lost = True

    def close(self) -> None:
        """Give the connection back."""
        self.connection.close()


class Session(OrmSession):
    """The transactions on a kept connection, one after another. The ORM is for what is done seldom, and costs nothing
    until it is used.
    """

    def __init__(self, driver: KeptConnection) -> None:
        super().__init__(expire_on_commit=False, autoflush=False)
        self.driver = driver
        self.once_committed: list[Callable[[], None]] = []  # done before another transaction writes
        self._news: set[str] = set()

    def start(self) -> None:
        """Begin a transaction that knows nothing of those before it."""
        self.once_committed = []
        self._news = set()
        self.driver.begin()

    @property
    def shared(self) -> bool:
        """Whether it writes to a database that other workers write to at the same time."""
        return self.driver.shared

    def alone(self, what: str) -> None:
        """Wait until nobody else is at this, and keep everybody else from it until the transaction ends."""
        if self.shared:
            self.driver.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (ALONE, what))

    def tell(self, news: str) -> None:
        """Once it is committed, all workers hear that there is this to do: letters, mails, jobs."""
        self._news.add(news)

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        """What the ORM works on."""
        return self.driver.connection

    def end(self) -> None:
        """Commit everything."""
        if self._news and self.shared:
            self.driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, " ".join(sorted(self._news))))
        if self.in_transaction():
            self.commit()
            self.close()
        else:
            self.driver.commit()
        for follows in self.once_committed:
            follows()

    def undo(self) -> None:
        """Roll everything back, and forget what the ORM knew."""
        self.driver.rollback()
        if self.in_transaction():
            self.close()


class Unbound(Session):
    """A session on no database, for what needs none while it is away: whatever asks something of it fails."""

    def __init__(self) -> None:
        OrmSession.__init__(self)
