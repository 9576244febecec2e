"""What workers bring: letters that lie in the inbox, on one PostgreSQL, with 1, 2 and 4 workers; ratio to one.

Each letter passes three cards in a game of its own; robots play on from there, and the mails go out into a Maildir.
PostgreSQL flushes each commit. Everything is on this machine, so that workers beyond its cores bring nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, text

from pbem.db.database import open_database
from pbem.db.move import move
from pbem.mail.message.raw_message import RawMessage
from tests.bench.server import cpu_of
from tests.e2e.logs import rows
from tests.e2e.program import CHECKOUT, configure
from tests.servers.machine import short_folder, wait_until
from tests.servers.postgres import Postgres
from tests.table import START, Bench

LETTERS = 300
WORKERS = (1, 2, 4)
_REST = """
    SELECT (SELECT count(*) FROM inbox WHERE state = 'new'), count(*) FROM outbox WHERE state IN ('waiting', 'sending')
"""


def main() -> None:
    """Print a line for each number of workers."""
    with short_folder("pg") as root, tempfile.TemporaryDirectory() as place:
        postgres = Postgres(root)
        postgres.start(fsync=True)
        try:
            prepare(Path(place) / "house", postgres)
            alone = 0.0
            for count in WORKERS:
                rate, cpu = run(Path(place) / str(count), postgres, count)
                alone = alone or rate
                load = os.getloadavg()[0]
                print(f"{count} workers: {rate:6.1f} letters a second, {rate / alone:4.2f} times one's; "
                      f"{cpu * 1e3:5.2f} ms of their CPU a letter; load {load:.1f}")  # fmt: skip
        finally:
            postgres.stop()


def prepare(folder: Path, postgres: Postgres) -> None:
    """A house in which each of many games waits for one letter, which is there; in a database to copy from."""
    bench = Bench(folder, options={"security": {"unauthenticated": "trust"}})
    raws = []
    for number in range(LETTERS):
        person = f"p{number}@people.example"
        asked = bench.writes(person, "NEW american target=20 WITH 3 robots")
        assert asked is not None
        raws.append(bench.letter(person, " ".join(asked.hand[:3]), answering=asked))
    bench.worker.keep([RawMessage(raw, "smtp") for raw in raws])
    with bench.worker.database.begin() as session:
        session.execute(text("UPDATE inbox SET state = 'held' WHERE state = 'new'"))
        session.execute(text("UPDATE outbox SET state = 'sent'"))
    with there(postgres.url) as line:
        line.execute(text("CREATE DATABASE house"))
    target = open_database(url(postgres, "house"), START)
    move(bench.worker.database, target)
    target.close()
    bench.close()


def url(postgres: Postgres, name: str) -> str:
    return postgres.url.removesuffix("/postgres") + f"/{name}"


@contextmanager
def there(address: str) -> Iterator[Connection]:
    engine = create_engine(address, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as line:
        yield line


def run(folder: Path, postgres: Postgres, count: int) -> tuple[float, float]:
    """Letters a second, and CPU seconds of all workers a letter."""
    name = f"with_{count}"
    with there(postgres.url) as line:
        line.execute(text(f"CREATE DATABASE {name} TEMPLATE house"))
    folder.mkdir()
    address = url(postgres, name)
    config = configure(folder, database={"url": address, "workers": True}, games={"downtime_grace": "520w"})
    command = [sys.executable, "-m", "pbem", "--config", str(config), "serve"]
    with (folder / "log").open("w") as log:
        workers = [subprocess.Popen(command, stderr=log, cwd=CHECKOUT) for _ in range(count)]
    try:
        wait_until(lambda: rows(address, "SELECT count(*) FROM worker")[0][0] == count, "the workers")
        time.sleep(2.0)  # until they have read their templates, and seen that there is nothing
        before, began = sum(cpu_of(worker.pid) for worker in workers), time.monotonic()
        with there(address) as line:
            line.execute(text("UPDATE inbox SET state = 'new' WHERE state = 'held'"))
            line.execute(text("NOTIFY pbem, 'letters'"))
        wait_until(lambda: rows(address, _REST) == [(0, 0)], "the letters")
        seconds, cpu = time.monotonic() - began, sum(cpu_of(worker.pid) for worker in workers) - before
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(30)
    return LETTERS / seconds, cpu / LETTERS


if __name__ == "__main__":
    main()
