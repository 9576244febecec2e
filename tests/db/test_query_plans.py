"""No statement looks at every row of a table that grows, whatever the planner believes of the tables."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.dialects import sqlite

from pbem import db
from pbem.db.mapping import Mapping
from pbem.db.statements import Prepared
from pbem.server.status import server_status
from tests.bench.filling import Amounts, fill
from tests.bench.letters import OPTIONS, PEOPLE, Players
from tests.table import Bench

SMALL = {"job", "meta", "seek", "worker", "alembic_version"}
"""Tables that hold what waits to be done now, or notes of the server's: their rows go again."""


def prepared() -> Iterator[tuple[str, Prepared]]:
    """Every statement that the package keeps."""
    for info in pkgutil.walk_packages(db.__path__, "pbem.db."):
        if ".migrations" in info.name:
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            if isinstance(value, Prepared):
                yield f"{info.name.removeprefix('pbem.db.')}.{name}", value
            elif isinstance(value, Mapping):
                yield f"{info.name.removeprefix('pbem.db.')}.{name}.update", value.update


def scans(line: sqlite3.Connection, text: str, values: Any = ()) -> list[str]:
    """The tables that grow of which this statement reads every row."""
    steps = [row[3] for row in line.execute(f"EXPLAIN QUERY PLAN {text}", values)]
    found = [re.match(r"SCAN (?:TABLE )?(\w+)", step) for step in steps]
    known = {row[0] for row in line.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [f"{step}: {text}" for step, one in zip(steps, found, strict=True) if one and one[1] in known - SMALL]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A filled database, and what a server asks of it while people play."""
    folder = tmp_path_factory.mktemp("plans")
    bench = Bench(folder, options=OPTIONS)
    players = Players(bench)
    players.play(12)
    bench.worker.database.hang_up()
    fill(folder / "pbem.db", Amounts(2_000, logs=20))
    asked: list[str] = []
    event.listen(bench.worker.database.engine, "connect", lambda driver, _: driver.set_trace_callback(asked.append))
    players.play(8)
    live(bench)
    bench.close()
    return folder / "pbem.db", asked


def live(bench: Bench) -> None:
    """What else people and the server do in a day or two."""
    ann, ben = PEOPLE[:2]
    for text in ("GAMES", "STATS", "SAY hello", "TABLES", "NEW american WITH 3 robots", "EXPORT", "REMIND", "HISTORY"):
        bench.writes(ann, text)
    bench.writes(ben, "what is this", answering=bench.mails(ben)[-1])
    bench.writes("stranger@elsewhere.example", "REGISTER")
    for _ in range(4):
        bench.passes(timedelta(hours=13))
        bench.worker.pulse()
    bench.worker.clean()
    bench.writes(ben, "FORGET ME")
    with bench.worker.database.read() as session:
        server_status(session, bench.worker.settings, bench.now)


def test_no_statement_that_is_prepared_scans_a_table_that_grows(played: tuple[Path, list[str]]) -> None:
    with closing(sqlite3.connect(played[0])) as line:
        found = []
        for name, one in prepared():
            statement: Any = one.statement
            text = str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))
            found += [(name, wrong) for wrong in scans(line, text, dict.fromkeys(re.findall(r":(\w+)", text)))]
    assert len(list(prepared())) > 60
    assert found == []


def test_nothing_that_is_asked_while_people_play_scans_a_table_that_grows(played: tuple[Path, list[str]]) -> None:
    with closing(sqlite3.connect(played[0])) as line:
        asked = {re.sub(r"'[^']*'|\b\d+\b", "?", text): text for text in played[1] if text[:1] in "SUDI"}
        found = [wrong for text in asked.values() for wrong in scans(line, text)]
    assert len(asked) > 60
    assert found == []


def test_the_new_mail_finds_the_one_that_it_overtakes_whatever_is_known_of_the_tables(tmp_path: Path) -> None:
    for known in (("ix_outbox_about", "100000 50000 50000"), ("ix_outbox_due", "100000 2 1")):
        bench = Bench(tmp_path / known[0])
        bench.worker.database.hang_up()
        with closing(sqlite3.connect(tmp_path / known[0] / "pbem.db")) as line:
            line.execute("ANALYZE")
            line.execute("DELETE FROM sqlite_stat1")
            line.execute("INSERT INTO sqlite_stat1 VALUES ('outbox', ?, ?)", known)
            line.commit()
        bench.restart()  # forgets what was known
        bench.close()
        with closing(sqlite3.connect(tmp_path / known[0] / "pbem.db")) as line:
            text = "UPDATE outbox SET state = 'dropped' WHERE about = 'x' AND state = 'waiting'"
            (step,) = [row[3] for row in line.execute(f"EXPLAIN QUERY PLAN {text}")]
        assert "ix_outbox_about (about=? AND state=?)" in step
