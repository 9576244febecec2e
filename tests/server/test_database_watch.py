"""A database that fails is told straight, once, and once more when it is back, over restarts and passes of cron."""

from __future__ import annotations

import email
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from pbem.db.outages import DatabaseFault
from pbem.mail import maildir
from pbem.server.bootstrap import database_watch
from pbem.server.status import server_status
from pbem.server.tick import tick
from pbem.settings import Settings
from tests.server import test_tick
from tests.server.test_tick import START
from tests.table import Bench

MINUTE = timedelta(minutes=1)


def settings(folder: Path) -> Settings:
    found = test_tick.settings(folder)
    return found.model_copy(update={"server": found.server.model_copy(update={"operator": "op@example.net"})})


def told(folder: Path) -> list[str]:
    """The subjects of the mails to the operator, in the order of their going out."""
    found = [email.message_from_bytes(path.read_bytes()) for path in (folder / "out" / "new").iterdir()]
    found.sort(key=lambda mail: parsedate_to_datetime(mail["Date"]))
    return [str(mail["Subject"]).removeprefix("[Hearts by mail] ") for mail in found if "op@" in str(mail["To"])]


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Another program's damage: the tables' names cannot be read; undone at the end."""
    bytes_before = database.read_bytes()
    for end in ("-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)
    database.write_bytes(b"no database " * 1000)
    try:
        yield
    finally:
        database.write_bytes(bytes_before)


def test_cron_tells_once_of_a_damaged_database_and_once_when_it_is_back(tmp_path: Path) -> None:
    found = settings(tmp_path)
    maildir.create(tmp_path / "out")
    tick(found, lambda: START)
    database = found.server.data / "pbem.db"
    with held(database):
        for minutes in range(1, 20):
            now = START + minutes * MINUTE
            with pytest.raises(DatabaseFault):
                tick(found, lambda: now)  # noqa: B023  # called at once
    assert told(tmp_path) == ["The database does not work"]
    tick(found, lambda: START + 20 * MINUTE)
    tick(found, lambda: START + 21 * MINUTE)
    assert told(tmp_path) == ["The database does not work", "The database works again"]


@pytest.mark.parametrize(("minutes", "mails"), [(4, 0), (6, 1), (60, 1)])
def test_a_database_that_is_away_for_a_moment_is_no_news(tmp_path: Path, minutes: int, mails: int) -> None:
    found = settings(tmp_path)
    maildir.create(tmp_path / "out")
    tick(found, lambda: START)
    away = DatabaseFault("the database cannot be reached", "Start PostgreSQL", 75)
    for at in range(minutes):
        now = START + at * MINUTE
        database_watch(found, lambda: now).fails(away)  # noqa: B023  # a process of its own each time
    assert len(told(tmp_path)) == mails
    tick(found, lambda: START + minutes * MINUTE)
    assert len(told(tmp_path)) == 2 * mails
    assert not (found.server.data / "database-fails").exists()


def test_a_note_that_cannot_be_kept_is_no_reason_to_write_every_minute(tmp_path: Path) -> None:
    found = settings(tmp_path)
    maildir.create(tmp_path / "out")
    (found.server.data / "database-fails").mkdir(parents=True)
    for at in range(30):
        now = START + at * MINUTE
        database_watch(found, lambda: now).fails(DatabaseFault("it is full", "Free some space"))  # noqa: B023
    assert told(tmp_path) == []
    watch = database_watch(found, lambda: now)  # a server that goes on running knows it by itself
    for at in range(30):
        now = START + at * MINUTE
        watch.fails(DatabaseFault("it is full", "Free some space"))
    assert told(tmp_path) == ["The database does not work"]


def test_status_and_the_monitor_know_of_a_database_that_can_be_read_and_not_written(tmp_path: Path) -> None:
    bench = Bench(tmp_path, options={"metrics": {"file": str(tmp_path / "pbem.prom")}})
    bench.worker.pulse()
    found = bench.worker.settings
    database_watch(found, lambda: bench.now).fails(DatabaseFault("it may not be written", "chmod", 75))
    assert 'pbem_part_failing{part="database"} 1' in (tmp_path / "pbem.prom").read_text()
    with bench.worker.database.read() as session:
        stuck = server_status(session, found, bench.now)["stuck"]
    assert [line for line in stuck if "database has failed" in line and "may not be written" in line]
    bench.worker.pulse()
    database_watch(found, lambda: bench.now).works(bench.worker.database, bench.worker.services)
    bench.close()
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as line:
        assert line.execute("SELECT count(*) FROM outbox").fetchone() == (0,)  # nobody had heard that it failed
