"""Workers that are gone, that are of another version, that write much: what the others do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from socket import gethostname

import pytest
from sqlalchemy import Connection, NullPool, create_engine, text

from pbem.db.advisory_lock import ROW_WAIT
from pbem.db.database import open_database
from pbem.db.migrating import not_beside_workers
from pbem.db.outages import DatabaseFault
from pbem.db.queries import inbox, seekers, sending, workers
from pbem.db.queries.inbox import InboxState
from pbem.db.schema_version import HEAD
from pbem.db.session import ALONE
from pbem.server.folders import workers_folder
from pbem.server.worker import LETTERS_A_ROUND
from tests.db.two_workers import ANN, BEN, keeps
from tests.servers.machine import wait_until
from tests.table import START, Bench

GONE = 2**22 + 1
"""No process has this number: it is more than the system gives."""


def test_one_authors_many_letters_keep_no_worker_from_the_others(two: tuple[Bench, Bench]) -> None:
    one, other = two
    first = keeps(one, ANN, *["HELP"] * (LETTERS_A_ROUND + 3))[0]
    last = keeps(one, BEN, "HELP")[-1]
    with one.worker.database.begin() as mine:
        assert inbox.claim(mine, first, one.worker.services.clock()) is not None
        assert other.worker.letters() == 1
    with one.worker.database.read() as session:
        assert last not in inbox.in_state(session, InboxState.NEW)
    assert other.worker.letters() == LETTERS_A_ROUND + 3


def test_who_seeks_a_table_is_told_of_one_by_one_worker(two: tuple[Bench, Bench]) -> None:
    one, other = two
    one.writes(ANN, "SEEK")
    with one.worker.database.begin() as mine:
        (ann,) = seekers.seekers(mine, "american", one.now)
        assert seekers.stop_seeking(mine, ann)
    with other.worker.database.begin() as theirs:
        assert not seekers.stop_seeking(theirs, ann)


def test_what_a_worker_had_in_hand_whose_process_is_gone_waits_for_no_lease(two: tuple[Bench, Bench]) -> None:
    one, other = two
    keeps(one, ANN, "HELP")
    one.worker.letters()
    with one.worker.database.begin() as session:
        gone = workers.begin(session, gethostname(), GONE, workers.database_time(session), timedelta(hours=1))
        (mail,) = sending.claim(session, START + timedelta(hours=1), 1, gone)
    folder = workers_folder(other.worker.settings)
    (folder / str(gone)).write_text(str(GONE + 1))  # left from another database, where this number was another's
    wait_until(lambda: not (folder / str(gone)).exists(), "the other to look at it")
    assert gone in living(other)
    (folder / str(gone)).write_text(str(GONE))
    wait_until(lambda: gone not in living(other), "the other to see that it is gone")
    you = other.worker.delivery.me()
    assert you is not None
    with other.worker.database.begin() as theirs:
        assert [row.id for row in sending.claim(theirs, START + timedelta(hours=1), 32, you)] == [mail.id]
    assert [one.worker.delivery.me(), you] == living(other)  # and those that live are let live


def living(bench: Bench) -> list[int]:
    with bench.worker.database.read() as session:
        return [worker.id for worker in workers.living(session)]


def test_tables_are_not_changed_under_workers_of_the_version_before(database: str, two: tuple[Bench, Bench]) -> None:
    be_of(two[0], "0009")
    with pytest.raises(DatabaseFault, match="version 0009, and workers of that version are at work: process") as told:
        open_database(database, START, lease=timedelta(minutes=1))
    assert told.value.status == os.EX_TEMPFAIL
    assert "Stop them all" in str(told.value)
    be_of(two[0], HEAD)  # another has brought them up to date meanwhile
    with looking(database) as line:
        not_beside_workers(line)
    be_of(two[0], "0009")
    for bench in two:
        bench.close()
    with looking(database) as line:
        not_beside_workers(line)


def test_a_worker_that_begins_while_another_makes_the_tables_waits_for_that(database: str) -> None:
    with looking(database) as first, first.begin(), ThreadPoolExecutor(1) as pool:
        first.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, 0)", (ALONE,))
        other = pool.submit(open_database, database, START, lease=timedelta(minutes=1))
        with pytest.raises(TimeoutError):
            other.result(2 * ROW_WAIT.total_seconds())
        first.rollback()
        other.result(60).close()


@contextmanager
def looking(database: str) -> Iterator[Connection]:
    engine = create_engine(database, poolclass=NullPool, execution_options={"shared": True})
    with engine.connect() as line:
        yield line


def be_of(bench: Bench, version: str) -> None:
    with bench.worker.database.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
