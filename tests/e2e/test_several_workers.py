"""`pbem serve --workers 2` as an operator runs it: who begins, who dies, who reads the mailbox next, how all end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.mail import maildir
from tests.e2e.logs import rows
from tests.e2e.office import Person, send
from tests.e2e.program import Server, as_json, configure, ok, pbem
from tests.servers.dovecot import PASSWORD, Dovecot, dovecot  # noqa: F401  # a fixture
from tests.servers.machine import free_port, lives, wait_until
from tests.servers.postgres import database_of, postgresql  # noqa: F401  # a fixture
from tests.table import SERVER

_READS = "SELECT pid, reads FROM worker WHERE until > now() ORDER BY id"
_DONE = "SELECT count(*) FROM inbox WHERE state = 'done'"


@pytest.fixture
def database(postgresql: str, request: pytest.FixtureRequest) -> str:  # noqa: F811
    """The URL of a database of this test's own."""
    return database_of(request.node.nodeid, postgresql)


class House:
    """Two workers that one command runs on one port."""

    def __init__(self, folder: Path, database: str, **sections: dict[str, Any]) -> None:
        self.port, self.database = free_port(), database
        self.config = configure(
            folder,
            intake_smtp={"listen": f"127.0.0.1:{self.port}"},
            database={"url": database, "workers": True, "lease": "10m"},
            **sections,
        )
        self.server = Server(self.config, self.port, "pbem", "--config", str(self.config), "serve", "--workers", "2")

    def reads(self) -> dict[int, str]:
        """The processes that are at work, and what each reads for all."""
        return {int(pid): reads for pid, reads in rows(self.database, _READS)}

    def reader(self, way: str) -> int:
        """The process that reads this way in."""
        found = [pid for pid, reads in self.reads().items() if way in reads and lives(pid)]
        return found[0] if found else 0

    def done(self) -> int:
        return int(rows(self.database, _DONE)[0][0])

    def wait(self) -> list[int]:
        """Until both serve; their processes."""
        wait_until(lambda: "2 workers serve" in self.server.log, f"two workers: {self.server.log}")
        return list(self.reads())


@contextmanager
def serving(folder: Path, database: str, **sections: dict[str, Any]) -> Iterator[House]:
    house = House(folder, database, **sections)
    house.server.start()
    with ExitStack() as stack:
        stack.callback(house.server.stop)
        house.wait()
        yield house


def doors(port: int) -> int:
    """How many sockets listen on a port of this machine."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(f":{port:04X}") and line[3] == "0A" for line in lines)


def test_one_of_several_workers_that_is_killed_is_begun_again_and_the_other_reads_on(
    tmp_path: Path,
    database: str,
    dovecot: Dovecot,  # noqa: F811
) -> None:
    box, ann = tmp_path / "box", Person("ann@people.example")
    maildir.create(box)
    dovecot.put(SERVER)
    imap = {"host": "127.0.0.1", "port": dovecot.imap, "tls": "none", "user": SERVER, "password": PASSWORD}
    metrics = tmp_path / "monitor.prom"
    with serving(
        tmp_path, database, intake_maildir={"path": str(box)}, intake_imap={**imap, "poll": "1s"},
        metrics={"file": str(metrics)},
    ) as house:  # fmt: skip
        before = set(house.reads())
        assert len(before) == 2
        assert doors(house.port) == 2
        send(house.port, ann.address, *ann.letter("HELP"))
        wait_until(lambda: house.done() == 1, "the letter by SMTP")
        wait_until(lambda: house.reader("/box") == house.reader(SERVER) != 0, "one to read both")
        dead = house.reader("/box")
        os.kill(dead, signal.SIGKILL)
        maildir.deliver(box, ann.letter("GAMES")[1])
        dovecot.put(SERVER, ann.letter("VARIANTS")[1])
        wait_until(lambda: house.done() == 3, "the letters in the Maildir and in the mailbox")
        wait_until(lambda: len(set(house.reads()) - {dead}) == 2, "another worker")
        assert f"worker {dead} ended with -9" in house.server.log
        at_work = {one["pid"]: one for one in as_json(house.config, "status")["workers"]}
        assert set(at_work) == set(house.reads())
        assert all(at_work[pid]["reads"] for pid in before - {dead})
        wait_until(lambda: metrics.read_text().count("pbem_worker_alive_timestamp_seconds{") == len(at_work), "metrics")
        found = ok(house.config, "doctor")
        assert all(f"process {pid} on" in found for pid in at_work)
        last = [pid for pid in at_work if lives(pid)]
    assert not any(lives(pid) for pid in last)
    assert not set(house.reads()) & set(last)


def test_several_workers_end_when_the_one_that_began_them_is_killed(tmp_path: Path, database: str) -> None:
    house = House(tmp_path, database)
    house.server.start()
    both = house.wait()
    house.server.kill()
    wait_until(lambda: not any(lives(pid) for pid in both), "both to end")
    assert house.reads() == {}


def test_all_workers_end_where_one_could_never_work(tmp_path: Path, database: str) -> None:
    house = House(tmp_path, f"{database}_elsewhere")
    done = pbem(house.config, "serve", "--workers", "2")
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.count("does not exist") == 1


def test_workers_on_sqlite_are_refused_with_78(tmp_path: Path) -> None:
    alone = configure(tmp_path)
    done = pbem(alone, "serve", "--workers", "2")
    assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1), done.stderr
    assert "[database] workers = true" in done.stderr
    file = f"sqlite:///{tmp_path}/pbem.db"
    done = pbem(configure(tmp_path, database={"url": file, "workers": True}), "serve")
    assert done.returncode == os.EX_CONFIG
    assert "database.workers: needs PostgreSQL" in done.stderr
