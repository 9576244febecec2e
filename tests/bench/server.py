"""Letters through the whole server per second of CPU on one core, and where the time goes.

A real `pbem serve` in a process of its own takes letters by SMTP, commits, understands and applies them to real games,
renders and commits every mail that follows, and hands them to a sink by SMTP. Counted is that process's CPU alone; the
four correspondents of each game and the sink are the bench's. Named beside it: what the standard library's own parser
and builder (`email` with `policy.default`) would take for one letter in and one mail out, measured in the same run.
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
from email.message import EmailMessage
from pathlib import Path

from pbem.cli.correspondent import Correspondent, ReceivedMail, answer_to, read_mail
from pbem.mail.inbound.smtp_listener import listen
from pbem.mail.message.raw_message import RawMessage

SERVER = "hearts@bench.example"
GAMES = 12
LETTERS = 800

_SERVE = """
import sys
from pathlib import Path
from pbem.server.daemon import serve
from pbem.randomness import SeededRandomness
from pbem.settings import load
settings, chance = load(Path(sys.argv[1]), {}), SeededRandomness("bench")
serve(settings, randomness=chance, ready=lambda ports, stop: print(ports["smtp"], flush=True))
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


def through_the_server(games: int = GAMES, letters: int = LETTERS) -> tuple[float, float, int]:
    """CPU seconds a letter, mails out a letter, and how many letters that stands on."""
    sink = Sink()
    folder = Path(tempfile.mkdtemp(prefix="pbem-bench-"))
    config = folder / "pbem.toml"
    config.write_text(
        f'[server]\naddress = "{SERVER}"\ndata = "{folder}/data"\n'
        '[intake.smtp]\nlisten = "127.0.0.1:0"\n'
        f'[courier.smtp]\nhost = "127.0.0.1"\nport = {sink.port}\ntls = "none"\n'
        '[security]\nunauthenticated = "trust"\n[limits]\nmails_per_hour_per_sender = 1000000\n'
        "[games]\nveil = false\n"
    )
    server = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(config)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        return _play(server.pid, port, sink, games, letters)
    finally:
        server.terminate()
        server.wait(20)


def _play(pid: int, port: int, sink: Sink, games: int, letters: int) -> tuple[float, float, int]:
    people: dict[str, Correspondent] = {}
    for game in range(games):
        names = [f"p{game}x{seat}@people.example" for seat in range(4)]
        people |= {name: Correspondent(name, port, SERVER) for name in names}
        people[names[0]].write(f"NEW american target=500 WITH {' '.join(names[1:])}")
    written = mails = 0
    started = cpu = 0.0
    counted = counted_mails = 0
    while written < letters:
        address, raw = sink.mails.get(timeout=30)
        mails += 1
        mail: ReceivedMail = read_mail(raw)
        if text := answer_to(mail):
            people[address].write(text, mail)
            written += 1
            if written == games * 8:  # the tables have gathered and begun: from here on it is play
                started, counted, counted_mails = cpu_of(pid), written, mails
    time.sleep(1.0)
    cpu = cpu_of(pid) - started
    for person in people.values():
        person.close()
    return cpu / (written - counted), (mails - counted_mails) / (written - counted), written - counted


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
    each, out, letters = through_the_server()
    reference = by_the_standard_library()
    print(
        f"letters through the whole server     {1 / each:8.0f} a CPU second  ({each * 1e3:.2f} ms, {letters} letters)"
    )
    print(f"mails out for each letter            {out:8.2f}")
    print(
        f"`email` policy.default, one in, one out {reference * 1e3:5.2f} ms  (the letter: {each / reference:.2f} of it)"
    )


if __name__ == "__main__":
    main()
