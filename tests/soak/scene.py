"""The scene of the soak: a Dovecot, a Postfix, lines to both that can be cut, and our own server between them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import smtplib
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.e2e.logs import rows
from tests.e2e.office import Office
from tests.e2e.program import Server, configure
from tests.servers.cutter import Cutter, cutter
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.machine import greets, lives, need, run, short_folder, wait_until
from tests.servers.postfix import Postfix
from tests.servers.postgres import Postgres
from tests.soak.liar import Liar
from tests.table import SERVER

SPEED = 30
"""So much faster runs the server's clock: a route's pause of a minute takes two seconds."""
PATIENCE = 150.0
"""Seconds after which a letter that nobody takes, or a mail that does not come, is a failure."""
OUTSIDE = "*"
"""Wherever the players live, Postfix carries mail for them to the office."""

NOWHERE = "elsewhere.test"
"""Where the others are; Postfix carries mail for it to our own server, which refuses it: so it comes back."""


Servers = tuple[Dovecot, Postfix, Liar, Postgres | None]
"""Without the last one, games are kept in SQLite."""


class Scene:
    """All that runs, and the ways by which letters reach the server."""

    def __init__(self, folder: Path, servers: Servers, office: Office, lines: list[Cutter], seed: str, dead: float):
        self.dovecot, self.postfix, self.liar, self.postgres = servers
        self.office, self.dead = office, dead
        self.imap_line, self.smtp_line = lines
        database = {} if self.postgres is None else {"database": {"url": self.postgres.url}}
        self.config = configure(
            folder,
            intake_lmtp={"listen": f"127.0.0.1:{self.postfix.lmtp}"},
            intake_imap={
                "host": "127.0.0.1", "port": self.imap_line.port, "tls": "none", "user": SERVER, "password": PASSWORD,
                "poll": "20s",
            },
            courier_smtp={"host": "127.0.0.1", "port": self.smtp_line.port, "tls": "none"},
            server={"address": SERVER, "data": "data", "operator": f"op@{NOWHERE}"},
            **database,
        )  # fmt: skip
        self.database = folder / "data" / "pbem.db" if self.postgres is None else self.postgres.url
        words = ("tests.soak.fast", str(self.config), seed, str(time.time()), str(SPEED))
        self.server = Server(self.config, self.postfix.lmtp, *words)

    def by_postfix(self, sender: str, to: str, raw: bytes) -> None:
        """To our server as most mail servers do it: Postfix keeps the mail and hands it over by LMTP."""
        _until_taken(
            lambda: smtplib.SMTP("127.0.0.1", self.postfix.port, "client.example", timeout=20), sender, to, raw
        )

    def by_dovecot(self, sender: str, to: str, raw: bytes) -> None:
        """Into the mailbox at the provider, which our server reads by IMAP."""
        _until_taken(lambda: smtplib.LMTP("127.0.0.1", self.dovecot.lmtp, timeout=20), sender, to, raw)

    def settle(self) -> None:
        """Wait until no mail is on its way any more, in or out."""
        wait_until(self._at_rest, f"all mail to come to rest: {self._counts()}", PATIENCE)

    def tell_where_it_stands(self) -> None:
        """Into the log: what waits, and what each thread of the server is at. For a soak that stands still."""
        print(f"it stands still: {self._counts()}, queue of Postfix: {self.postfix.queue()}", flush=True)  # noqa: T201
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGUSR1)
        time.sleep(1)

    def _at_rest(self) -> bool:
        inbox = self.dovecot.folder(SERVER)
        if any((inbox / "new").glob("*")) or any((inbox / "cur").glob("*")) or self.postfix.queue():
            return False
        return not any(self._counts().values())

    def _counts(self) -> dict[str, int]:
        waiting = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
        return {
            "new letters": rows(self.database, "SELECT count(*) FROM inbox WHERE state = 'new'")[0][0],
            "waiting mails": rows(self.database, waiting)[0][0],
        }


def _until_taken(connect: Callable[[], smtplib.SMTP], sender: str, to: str, raw: bytes) -> None:
    """Again and again, the same bytes, until the letter is taken."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with connect() as line:
                line.sendmail(sender, [to], raw)
        except (OSError, smtplib.SMTPException):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


@contextmanager
def scene(folder: Path, seed: str, postgresql: bool = False, dead: float = 20) -> Iterator[Scene]:
    """Everything started, and stopped in the end. `dead`: seconds for which a mailbox is away now and then."""
    need("dovecot", "openssl", "postfix", "postqueue", "postconf", root=True)
    with ExitStack() as stack:
        dovecot = Dovecot(stack.enter_context(short_folder("dovecot")))
        postfix = Postfix(stack.enter_context(short_folder("postfix")))
        office = stack.enter_context(Office())
        ours = f"lmtp:inet:127.0.0.1:{postfix.lmtp}"
        ways = {SERVER.partition("@")[2]: ours, OUTSIDE: f"smtp:[127.0.0.1]:{office.port}", NOWHERE: ours}
        transports = ", ".join(f"{{ {domain} = {way} }}" for domain, way in ways.items())
        run("postconf", "-c", str(postfix.root / "etc"), "-e", f"transport_maps=inline:{{ {transports} }}")
        dovecot.start()
        stack.callback(dovecot.stop)
        postfix.start()
        stack.callback(postfix.stop)
        relay = stack.enter_context(Liar(postfix.port))
        lines = [stack.enter_context(cutter(port)) for port in (dovecot.imap, relay.port)]
        database = Postgres(stack.enter_context(short_folder("pg"))) if postgresql else None
        if database is not None:
            database.start()
            stack.callback(database.stop)
        found = Scene(folder, (dovecot, postfix, relay, database), office, lines, seed, dead)
        found.server.start()
        stack.callback(found.server.stop)
        found.server.wait()
        yield found


class Trouble(threading.Thread):
    """Cuts, at moments drawn from a seed: a server killed and started again after a while, a line cut, a mailbox away
    for long, a relay that lies. Each kind once, and then as chance will have it.
    """

    def __init__(self, scene: Scene, seed: str, least: float, most: float) -> None:
        super().__init__(name="trouble")
        self._scene = scene
        self._chance = random.Random(seed)
        self._pause = (least, most)
        self._over = threading.Event()
        self.cuts: Counter[str] = Counter()
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            kinds = self._kinds()
            first = self._chance.sample(kinds, len(kinds))
            while not self._over.wait(self._chance.uniform(*self._pause)):
                kind = first.pop() if first else self._chance.choice(kinds)
                kind()
                self.cuts[kind.__name__.replace("_", " ")] += 1
        except Exception as fault:  # noqa: BLE001  # a server that does not come back fails the soak, not only this thread
            self.fault = fault

    def end(self) -> None:
        """No more of it; whatever was down is up again when this returns."""
        self._over.set()
        self.join()
        if self.fault is not None:
            raise self.fault

    def _kinds(self) -> list[Callable[[], None]]:
        kinds = [self.pbem, self.dovecot, self.postfix, self.imap_line, self.smtp_line, self.dead_mailbox]
        kinds += [self.postgresql] if self._scene.postgres is not None else []
        return [*kinds, self.late_no, self.flat_no, self.no_word, self.false_yes]

    def pbem(self) -> None:
        self._scene.server.kill()
        self._away()
        self._scene.server.start()
        self._scene.server.wait()

    def dovecot(self) -> None:
        self._scene.dovecot.stop()  # by SIGKILL, and its sessions with it
        self._away()
        self._scene.dovecot.start()

    def dead_mailbox(self) -> None:
        """So long that the operator hears of it."""
        self._scene.dovecot.stop()
        time.sleep(self._scene.dead)
        self._scene.dovecot.start()

    def postgresql(self) -> None:
        assert self._scene.postgres is not None
        self._scene.postgres.stop()
        self._away()
        self._scene.postgres.start()
        server = self._scene.server.process
        with contextlib.suppress(subprocess.TimeoutExpired):  # it may give up its place; systemd starts it again
            assert server is not None
            server.wait(3)
            self._scene.server.start()
            self._scene.server.wait()

    def late_no(self) -> None:
        self._scene.liar.lie("later")

    def flat_no(self) -> None:
        self._scene.liar.lie("never")

    def no_word(self) -> None:
        self._scene.liar.lie("silence")

    def false_yes(self) -> None:
        self._scene.liar.lie("swallowed")

    def postfix(self) -> None:
        postfix = self._scene.postfix
        pid = int((postfix.root / "queue/pid/master.pid").read_text())
        os.killpg(pid, signal.SIGKILL)
        wait_until(lambda: not lives(pid) and not greets(postfix.port), "Postfix to end")
        self._away()
        with contextlib.suppress(RuntimeError):  # it may hold one of its processes for alive a moment longer
            postfix.start()
        if not greets(postfix.port):
            postfix.start()

    def imap_line(self) -> None:
        self._scene.imap_line.cut_all()

    def smtp_line(self) -> None:
        self._scene.smtp_line.cut_all()

    def _away(self) -> None:
        time.sleep(self._chance.choice((0.0, 0.5, 2.0)))
