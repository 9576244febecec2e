"""When the disk is full, or the database locked by another program, no letter is acknowledged that is not kept."""

from __future__ import annotations

import resource
import smtplib
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.office import Person, send
from tests.e2e.program import Server, configure
from tests.servers.machine import free_port, wait_until
from tests.table import SERVER

FULL_AT = 1_500_000
"""No file of the server's grows past so many bytes: what it then hears is what a full disk says to it."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    port = free_port()
    running = Server(configure(tmp_path, intake_smtp={"listen": f"127.0.0.1:{port}"}), port)
    running.start()
    try:
        running.wait()
        yield running
    finally:
        running.stop()


def letters() -> Iterator[tuple[str, bytes]]:
    """Long ones, each from another person."""
    number = 0
    while True:
        number += 1
        person = Person(f"person{number}@people.example")
        yield person.address, person.letter("REGISTER\n\n" + "> quoted\n" * 15_000)[1]


def offer(port: int, sender: str, raw: bytes) -> int:
    """Hand one letter over once; the reply's code."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as line:
        try:
            line.sendmail(sender, [SERVER], raw)
        except smtplib.SMTPDataError as refusal:
            return refusal.smtp_code
    return 250


def kept(folder: Path) -> set[str]:
    """The envelope senders of all letters in the inbox."""
    with closing(sqlite3.connect(folder / "data" / "pbem.db")) as line:
        assert line.execute("PRAGMA quick_check").fetchone()[0] == "ok"
        return {row[0] for row in line.execute("SELECT sender FROM inbox")}


def limit(server: Server, size: int) -> None:
    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_a_full_disk_refuses_mail_for_now_and_goes_on_when_there_is_room(server: Server, tmp_path: Path) -> None:
    limit(server, FULL_AT)
    taken, refused = set(), []
    for sender, raw in letters():
        code = offer(server.port, sender, raw)
        if code != 250:
            refused.append((sender, raw, code))
            if len(refused) == 3:
                break
        else:
            taken.add(sender)
    assert taken, (refused[0][2], server.log[-3000:])
    assert {code for *_, code in refused} <= {451, 452}
    limit(server, resource.RLIM_INFINITY)
    for sender, raw, _ in refused:
        send(server.port, sender, SERVER, raw)
        taken.add(sender)
    assert kept(tmp_path) == taken


def test_while_another_program_locks_the_database_a_letter_waits_for_its_yes(server: Server, tmp_path: Path) -> None:
    ann = Person("ann@people.example")
    with ThreadPoolExecutor(1) as pool, closing(sqlite3.connect(tmp_path / "data" / "pbem.db")) as other:
        other.isolation_level = None
        wait_until(lambda: kept(tmp_path) == set(), "an empty inbox")
        other.execute("BEGIN IMMEDIATE")
        reply = pool.submit(offer, server.port, ann.address, ann.letter("REGISTER")[1])
        assert not wait_for([reply], timeout=1.5).done
        other.execute("ROLLBACK")
        assert reply.result(60) == 250
    assert kept(tmp_path) == {ann.address}
