"""A pass of cron: what it does, and how little it does where there is nothing to do."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.db.idle_check import nothing_to_do
from pbem.mail import maildir
from pbem.server.tick import tick
from pbem.settings import Settings
from tests.e2e.office import Person

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
GRACE = timedelta(minutes=30)


def settings(folder: Path, **more: Any) -> Settings:
    raw = {
        "server": {"address": "hearts@example.net", "data": str(folder / "data")},
        "courier": {"maildir": {"path": str(folder / "out")}},
        "security": {"unauthenticated": "trust"},
        "intake": {"maildir": {"path": str(folder / "in")}},
        **more,
    }
    return Settings.model_validate(raw)


def table(folder: Path) -> Person:
    """Ann asks for a table with robots."""
    ann = Person("ann@people.example")
    maildir.deliver(folder / "in", ann.letter("NEW american WITH 3 robots")[1])
    return ann


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of a server that has done all there was to do."""
    table(tmp_path)
    assert tick(settings(tmp_path), lambda: START) > 0
    return tmp_path / "data" / "pbem.db"


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as line, line:
        line.execute(statement)


def alive(database: Path) -> str:
    with closing(sqlite3.connect(database)) as line:
        return str(line.execute("SELECT value FROM meta WHERE key = 'alive'").fetchone()[0])


def test_with_nothing_to_do_a_glance_is_enough_and_notes_the_pulse(database: Path) -> None:
    later = START + timedelta(minutes=5)
    assert nothing_to_do(database, later, GRACE)
    assert alive(database) == later.isoformat()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE inbox SET state = 'new'",
        "UPDATE outbox SET state = 'sending'",
        "UPDATE outbox SET state = 'waiting', next_at = '2026-03-02 09:05:00.000000'",
        "UPDATE alarm SET due_at = '2026-03-02 09:05:00.000000'",
        "UPDATE alembic_version SET version_num = '0000'",
        "UPDATE meta SET value = '2026-03-02T08:00:00+00:00' WHERE key = 'alive'",
        "UPDATE meta SET value = 'long ago' WHERE key = 'alive'",
        "DELETE FROM meta",
        "DROP TABLE alarm",
    ],
)
def test_whatever_waits_or_is_odd_calls_for_the_whole_server(database: Path, statement: str) -> None:
    change(database, statement)
    assert not nothing_to_do(database, START + timedelta(minutes=5), GRACE)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE outbox SET state = 'waiting', next_at = '2026-03-02 09:05:00.000001'",
        "UPDATE alarm SET due_at = '2026-03-02 09:05:00.000001'",
        "UPDATE inbox SET state = 'quarantined'",
    ],
)
def test_what_is_not_due_yet_does_not(database: Path, statement: str) -> None:
    change(database, statement)
    assert nothing_to_do(database, START + timedelta(minutes=5), GRACE)


def test_no_database_and_no_sqlite_file_call_for_the_whole_server(tmp_path: Path) -> None:
    assert not nothing_to_do(tmp_path / "none.db", START, GRACE)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("no database")
    assert not nothing_to_do(tmp_path / "text.db", START, GRACE)


def test_an_idle_pass_loads_neither_the_orm_nor_the_templates(tmp_path: Path, database: Path) -> None:
    ask = """
import sys
from datetime import datetime
from pathlib import Path
from tests.server.test_tick import settings
from pbem.server.tick import tick
assert tick(settings(Path(sys.argv[1])), lambda: datetime.fromisoformat(sys.argv[2])) == 0
print([name for name in ("sqlalchemy", "jinja2", "alembic", "aiosmtpd", "asyncio", "flufl") if name in sys.modules])
"""
    ask = ask.replace("from tests.server.test_tick import settings", SETTINGS)
    now = (START + timedelta(minutes=1)).isoformat()
    done = subprocess.run([sys.executable, "-c", ask, str(tmp_path), now], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


SETTINGS = """
from pbem.settings import Settings
def settings(folder):
    return Settings.model_validate({
        "server": {"address": "hearts@example.net", "data": str(folder / "data")},
        "courier": {"maildir": {"path": str(folder / "out")}},
        "intake": {"maildir": {"path": str(folder / "in")}},
    })
"""


def lapses(database: Path) -> int:
    with closing(sqlite3.connect(database)) as line:
        return int(line.execute("SELECT sum(lapses) FROM seat").fetchone()[0])


def ticks(folder: Path, since: timedelta, until: timedelta, step: timedelta = timedelta(minutes=20)) -> None:
    """Cron, from one time to another."""
    at = since
    while at < until:
        at = min(until, at + step)
        tick(settings(folder), lambda: START + at)  # noqa: B023  # called at once


def test_deadlines_are_kept_by_ticks_alone_each_in_a_process_of_its_own_memory(tmp_path: Path, database: Path) -> None:
    ticks(tmp_path, timedelta(0), timedelta(hours=47, minutes=55), timedelta(minutes=29))
    assert lapses(database) == 0
    ticks(tmp_path, timedelta(hours=47, minutes=55), timedelta(hours=48))
    assert lapses(database) == 1


def test_the_servers_own_absence_moves_the_deadlines_by_its_length(tmp_path: Path, database: Path) -> None:
    away = timedelta(hours=60)
    tick(settings(tmp_path), lambda: START + away)
    assert lapses(database) == 0
    ticks(tmp_path, away, away + timedelta(hours=47, minutes=55), timedelta(minutes=29))
    assert lapses(database) == 0
    ticks(tmp_path, away + timedelta(hours=47, minutes=55), away + timedelta(hours=48))
    assert lapses(database) == 1
