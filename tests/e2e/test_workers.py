"""Three workers on one PostgreSQL, killed, frozen and cut off: every game goes as if nothing had happened."""

from __future__ import annotations

import os
import random
import signal
import smtplib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty
from time import monotonic, sleep

import pytest

from pbem.mail import maildir
from tests.e2e.logs import rows
from tests.e2e.office import PATIENCE, Office, Person
from tests.e2e.program import Server, as_json, configure
from tests.servers.machine import free_port, short_folder, wait_until
from tests.servers.postgres import Postgres
from tests.soak.reckoning import Reckoning, games_alike, letters_accounted, mails_accounted, undisturbed

SEED, WORKERS, GAMES = "workers", 3, 3
EVERY = 12
"""So many mails after one trouble the next comes."""


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """A server of this test's own, which may restart it."""
    with short_folder("pg") as root:
        server = Postgres(root)
        server.start()
        try:
            yield server
        finally:
            server.stop()


class Scene:
    """Workers as on three machines: a data folder and a port each, and a Maildir that one of them reads."""

    def __init__(self, folder: Path, postgres: Postgres, office: Office, seed: int) -> None:
        self.postgres, self.office = postgres, office
        self.chance = random.Random(seed)
        self.box = folder / "box"
        self.workers: list[Server] = []
        for number in range(WORKERS):
            port, place = free_port(), folder / str(number)
            place.mkdir()
            config = configure(
                place,
                intake_smtp={"listen": f"127.0.0.1:{port}"},
                intake_maildir={"path": str(self.box)},
                courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"},
                database={"url": postgres.url, "workers": True, "lease": "3s"},
            )
            self.workers.append(Server(config, port, "tests.e2e.seeded", str(config), SEED))
        self.config = config
        self.frozen: set[int] = set()
        self.done: list[str] = []
        self.written: dict[str, tuple[str, ...]] = {}  # Message-IDs, and what may have come of the letters

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """By the Maildir, or to whichever worker takes it."""
        self.written[raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()] = ("done",)
        if sender.startswith("dan"):
            maildir.deliver(self.box, b"Return-Path: <%s>\r\n%s" % (sender.encode(), raw))
            return
        until = monotonic() + PATIENCE
        while True:
            number = self.chance.randrange(WORKERS)
            try:
                if number not in self.frozen:
                    with smtplib.SMTP("127.0.0.1", self.workers[number].port, timeout=20) as line:
                        line.sendmail(sender, [to], raw)
                    return
            except (OSError, smtplib.SMTPException):
                if monotonic() > until:
                    raise
            sleep(0.02)

    def kill(self) -> None:
        """As the power would, and on again."""
        worker = self.chance.choice([w for n, w in enumerate(self.workers) if n not in self.frozen])
        worker.kill()
        worker.start()
        worker.wait()

    def freeze(self) -> None:
        """So long that the others hold it for dead; then it wakes up."""
        number = self.chance.randrange(WORKERS)
        process = self.workers[number].process
        assert process is not None
        self.workers[number].wait()
        known = rows(self.postgres.url, "SELECT id FROM worker WHERE pid = :pid", pid=process.pid)
        self.frozen.add(number)
        process.send_signal(signal.SIGSTOP)

        def thaw() -> None:
            wait_until(lambda: not set(known) & set(rows(self.postgres.url, "SELECT id FROM worker")), "its burial")
            process.send_signal(signal.SIGCONT)
            self.frozen.discard(number)
            self.done.append("thaw")

        threading.Thread(target=thaw).start()

    def restart(self) -> None:
        """PostgreSQL crashes and recovers."""
        wait_until(lambda: not self.frozen, "the frozen one to wake up")
        self.postgres.stop()
        self.postgres.start()

    def troubles(self) -> list[Callable[[], None]]:
        return [self.kill, self.freeze, self.kill, self.restart, self.kill]

    def play(self, people: dict[str, Person]) -> None:
        """Everybody answers what comes, until all have read the final standings. Now and then there is trouble."""
        trouble, wanted = iter(self.troubles()), EVERY
        while any(person.final is None for person in people.values()):
            try:
                mail = self.office.arrived.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError("\n".join(worker.log[-2000:] for worker in self.workers)) from None
            letter = people[mail.to].reply(mail) if mail.to in people else None
            if letter is not None:
                self.send(mail.to, *letter)
            if len(self.office.mails) >= wanted and (step := next(trouble, None)) is not None:
                step()
                self.done.append(step.__name__)
                wanted = len(self.office.mails) + EVERY

    def open(self, people: list[Person], opening: str, number: int) -> None:
        """A game, which gets this number."""
        self.send(people[0].address, *people[0].letter(opening))
        wait_until(lambda: self.games() == number, "the table")

    def games(self) -> int:
        return int(rows(self.postgres.url, "SELECT count(*) FROM game")[0][0])

    def at_rest(self) -> bool:
        waiting = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
        new = "SELECT count(*) FROM inbox WHERE state = 'new'"
        return not rows(self.postgres.url, waiting)[0][0] and not rows(self.postgres.url, new)[0][0]


def test_workers_that_die_and_freeze_lose_and_double_nothing(tmp_path: Path, postgres: Postgres) -> None:
    seed = int(os.environ.get("CRASH_SEED", random.SystemRandom().randrange(10**6)))
    print(f"CRASH_SEED={seed}")  # noqa: T201  # shown when the test fails, so that it can be run again
    tables = [[Person(f"{name}{n}@people.example") for name in ("ann", "bob", "cleo", "dan")] for n in range(GAMES)]
    plays = [
        (people, f"NEW american target=10 ask=turn WITH {' '.join(p.address for p in people[1:])}") for people in tables
    ]
    calm = undisturbed(tmp_path / "calm", SEED, [([Person(p.address) for p in who], words) for who, words in plays])
    everybody = {person.address: person for people in tables for person in people}
    with Office() as office:
        scene = Scene(tmp_path, postgres, office, seed)
        for worker in scene.workers:
            worker.start()
        for worker in scene.workers:
            worker.wait()
        try:
            for number, (people, opening) in enumerate(plays, 1):
                scene.open(people, opening, number)
            scene.play(everybody)
            wait_until(scene.at_rest, "all mail to come to rest")
        finally:
            for worker in scene.workers:
                worker.stop()
    found = Reckoning()
    letters_accounted(found, postgres.url, scene.written)
    mails_accounted(found, postgres.url, office.mails)
    games_alike(found, postgres.url, calm, range(1, GAMES + 1))
    assert as_json(scene.config, "check") == {"games": GAMES, "faults": []}
    assert rows(postgres.url, "SELECT DISTINCT phase FROM game") == [("finished",)]
    assert found.faults == []
    assert sorted(scene.done) == ["freeze", "kill", "kill", "kill", "restart", "thaw"]
