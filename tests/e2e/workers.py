"""Workers as on several machines, and what may happen to them: for tests and soaks that play while it does."""

from __future__ import annotations

import random
import signal
import smtplib
import threading
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

from pbem.mail import maildir
from tests.e2e.logs import rows
from tests.e2e.office import PATIENCE, Office
from tests.e2e.program import Server, configure
from tests.servers.machine import free_port, wait_until
from tests.servers.postgres import Postgres


class Scene:
    """Workers as on three machines: a data folder and a port each, and a Maildir that one of them reads."""

    def __init__(
        self, folder: Path, postgres: Postgres, office: Office, seeds: tuple[str, str], count: int = 3,
        outcomes: tuple[str, ...] = ("done",),
    ) -> None:  # fmt: skip
        """`seeds`: of the cards, and of the troubles. `outcomes`: what may come of a player's letter."""
        self.postgres, self.office, self._outcomes = postgres, office, outcomes
        cards, troubles = seeds
        self.chance = random.Random(troubles)
        self.box = folder / "box"
        self.workers: list[Server] = []
        for number in range(count):
            port, place = free_port(), folder / str(number)
            place.mkdir()
            config = configure(
                place,
                intake_smtp={"listen": f"127.0.0.1:{port}"},
                intake_maildir={"path": str(self.box)},
                courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"},
                database={"url": postgres.url, "workers": True, "lease": "3s"},
            )
            self.workers.append(Server(config, port, "tests.e2e.seeded", str(config), cards))
        self.config = config
        self.frozen: set[int] = set()
        self.done: list[str] = []
        self.written: dict[str, tuple[str, ...]] = {}  # Message-IDs, and what may have come of the letters

    def start(self) -> None:
        """All, and wait until each takes mail."""
        for worker in self.workers:
            worker.start()
        for worker in self.workers:
            worker.wait()

    def stop(self) -> None:
        """All; each must end well."""
        with ExitStack() as stack:  # one that has not, leaves none of the others running
            for worker in self.workers:
                stack.callback(worker.stop)

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """By the Maildir, or to whichever worker takes it."""
        self.written[raw.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()] = self._outcomes
        if sender.startswith("dan"):
            maildir.deliver(self.box, b"Return-Path: <%s>\r\n%s" % (sender.encode(), raw))
            return
        until = monotonic() + PATIENCE
        while True:
            number = self.chance.randrange(len(self.workers))
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
        number = self.chance.randrange(len(self.workers))
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

    def at_rest(self) -> bool:
        """Whether no letter and no mail waits."""
        waiting = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
        new = "SELECT count(*) FROM inbox WHERE state = 'new'"
        return not rows(self.postgres.url, waiting)[0][0] and not rows(self.postgres.url, new)[0][0]
