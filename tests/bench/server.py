"""Letters through the whole server per second of CPU on one core, and where the time goes.

A real `pbem serve` in a process of its own takes letters by SMTP, commits, understands and applies them to real games,
renders and commits every mail that follows, and hands them to a sink by SMTP. Counted is that process's CPU alone; the
four correspondents of each game and the sink are the bench's. Once one letter waits at a time, once eight. Named beside
it: what the standard library's own parser and builder (`email` with `policy.default`) would take for one letter in and
one mail out, measured in the same run.

`python -m tests.bench.server FOLDER` measures the server of another checkout too, in turns with this one's.
"""

from __future__ import annotations

import asyncio
import email
import email.policy
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from statistics import median

from pbem.cli.correspondent import Correspondent, ReceivedMail, answer_to, read_mail
from pbem.mail.inbound.smtp_listener import listen
from pbem.mail.message.raw_message import RawMessage

SERVER = "hearts@bench.example"
GAMES = 12
LETTERS = 800
AT_ONCE = (1, 8)
ROUNDS = 3

_SERVE = """
import sys
from pathlib import Path
from pbem.settings import load
try:
    from pbem.server.daemon import serve
    from pbem.randomness import SeededRandomness
    chance = {"randomness": SeededRandomness("bench")}
except ImportError:  # b06bd5c, which the figures stand beside
    from pbem.daemon import serve
    from pbem.dice import SeededDice
    chance = {"dice": SeededDice("bench")}
serve(load(Path(sys.argv[1]), {}), ready=lambda ports, stop: print(ports["smtp"], flush=True), **chance)
"""


class Sink:
    """Takes every mail by SMTP and hands it to the correspondents."""

    def __init__(self) -> None:
        self.mails: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        opened = listen("smtp", "127.0.0.1", 0, self._take)
        self.port = asyncio.run_coroutine_threadsafe(opened, self._loop).result(10).port

    def _take(self, raw_messages: Sequence[RawMessage]) -> None:
        for raw_message in raw_messages:
            for recipient in raw_message.recipients:
                self.mails.put((recipient, raw_message.raw))


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """CPU seconds a letter, mails out a letter, and how many letters that stands on."""

    each: float
    out: float
    letters: int


def through_the_server(
    at_once: int, checkout: Path | None = None, database: str = "", letters: int = LETTERS, games: int = GAMES
) -> Cost:
    """What a letter costs where so many wait at once; by another checkout's server, on another database."""
    sink = Sink()
    folder = Path(tempfile.mkdtemp(prefix="pbem-bench-"))
    config = folder / "pbem.toml"
    old = checkout is not None and not (checkout / "pbem" / "server").is_dir()
    config.write_text(
        f'[server]\naddress = "{SERVER}"\ndata = "{folder}/data"\n'
        '[intake.smtp]\nlisten = "127.0.0.1:0"\n'
        f'[courier.smtp]\nhost = "127.0.0.1"\nport = {sink.port}\ntls = "none"\n'
        '[security]\nunauthenticated = "trust"\n[limits]\nmails_per_hour_per_sender = 1000000\n'
        + ("" if old else "[games]\nveil = false\n")
        + (f'[database]\nurl = "{database}"\n' if database else "")
    )
    log = folder / "log"
    with log.open("w") as err:
        server = subprocess.Popen(
            [sys.executable, "-c", _SERVE, str(config)], cwd=checkout, stdout=subprocess.PIPE, stderr=err, text=True
        )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        if not line:
            raise RuntimeError(log.read_text())
        return _Play(server.pid, int(line), sink, at_once).play(games, letters)
    finally:
        server.terminate()
        server.wait(20)


@dataclass
class _Play:
    """People who answer what comes, so many at once and not before what they wrote last has been heard."""

    pid: int
    port: int
    sink: Sink
    at_once: int
    mails: int = 0
    people: dict[str, Correspondent] = field(default_factory=dict)
    asked: list[tuple[str, str, ReceivedMail]] = field(default_factory=list)

    def play(self, games: int, letters: int) -> Cost:
        for game in range(games):
            names = [f"p{game}x{seat}@people.example" for seat in range(4)]
            self.people |= {name: Correspondent(name, self.port, SERVER) for name in names}
            self.people[names[0]].write(f"NEW american target=500 WITH {' '.join(names[1:])}")
        written = counted = counted_mails = 0
        started = 0.0
        with ThreadPoolExecutor(self.at_once) as pool:
            while written < letters:
                self._read()
                now = self._next()
                for sent in [pool.submit(self.people[name].write, text, mail) for name, text, mail in now]:
                    sent.result()
                written += len(now)
                if not started and written >= games * 8:  # the tables have gathered and begun: from here on it is play
                    started, counted, counted_mails = cpu_of(self.pid), written, self.mails
        time.sleep(1.0)
        cpu = cpu_of(self.pid) - started
        for person in self.people.values():
            person.close()
        return Cost(cpu / (written - counted), (self.mails - counted_mails) / (written - counted), written - counted)

    def _next(self) -> list[tuple[str, str, ReceivedMail]]:
        """So many answers, each of another person."""
        first = {name: (name, text, mail) for name, text, mail in reversed(self.asked)}
        now = list(first.values())[: self.at_once]
        for one in now:
            self.asked.remove(one)
        return now

    def _read(self) -> None:
        """What has come; at least one mail if nothing else is to be answered, and as long as one follows the other."""
        patience = 30.0 if not self.asked else 0.25
        while True:
            try:
                address, raw = self.sink.mails.get(timeout=patience)
            except queue.Empty:
                if not self.asked:
                    raise
                return
            self.mails += 1
            mail = read_mail(raw)
            if text := answer_to(mail):
                self.asked.append((address, text, mail))
            patience = 0.02 if self.asked else 30.0


def by_the_standard_library() -> float:
    """CPU seconds for reading one reply and building one mail with `email`'s `policy.default` alone."""
    body = "QS\n\nOn Monday, Hearts by mail <h@bench.example> wrote:\n" + "> a line of the mail that is quoted\n" * 25
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "A <a@people.example>", SERVER, "Re: [Hearts 12] Deal 3"
    letter.set_content(body)
    letter.add_alternative("<p>" + body.replace("\n", "<br>\n") + "</p>", subtype="html")
    raw = letter.as_bytes()
    best = 1.0
    for _ in range(5):
        begun = time.process_time()
        for _ in range(20):
            read = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(read, EmailMessage)
            part = read.get_body(("plain",))
            assert part is not None
            assert part.get_content()
            assert str(read["From"])
            built = EmailMessage(policy=email.policy.SMTP)
            built["From"], built["To"] = "H <h@bench.example>", "a@people.example"
            built["Subject"] = "[Hearts 12] Deal 3"
            built.set_content(body)
            built.add_alternative("<p>" + body.replace("\n", "<br>\n") + "</p>", subtype="html")
            assert built.as_bytes()
        best = min(best, (time.process_time() - begun) / 20)
    return best


def main() -> None:
    """Print the table."""
    other = Path(sys.argv[1]).resolve() if __name__ == "__main__" and len(sys.argv) > 1 else None
    costs: dict[tuple[bool, int], list[Cost]] = {}
    for _ in range(ROUNDS if other else 1):
        for at_once in AT_ONCE:
            for beside in (False, True) if other else (False,):
                costs.setdefault((beside, at_once), []).append(through_the_server(at_once, other if beside else None))
    for (beside, at_once), found in costs.items():
        each = median(one.each for one in found)
        ratio = median(one.each for one in costs[True, at_once]) / each if other else 0.0
        shown = (
            f"{'beside: ' if beside else ''}{at_once} waiting",
            f"{1 / each:6.0f} letters a CPU second",
            f"{each * 1e3:6.2f} ms",
            f"{found[0].out:5.2f} mails out a letter",
            f"{ratio:5.2f} times the other's" if ratio and not beside else "",
        )
        print(f"{shown[0]:20}" + "  ".join(shown[1:]))
    reference = by_the_standard_library()
    print(f"`email` policy.default, one in, one out {reference * 1e3:5.2f} ms")


if __name__ == "__main__":
    main()
