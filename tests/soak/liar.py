"""A relay that lies: an SMTP server before the real one, which does not always do what it says."""

from __future__ import annotations

import contextlib
import re
import smtplib
import socketserver
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, Queue

LIES = ("later", "never", "silence", "swallowed")
"""After the whole mail: it is refused for now, or for good, though nothing is wrong with it; it is carried, and nothing
is said; "250" is said, and it is thrown away.
"""
_ASKS = re.compile(rb"^(You may play:|To pass:)", re.MULTILINE)
_NAME = re.compile(rb"^message-id:\s*<([^>\r\n]+)>", re.IGNORECASE | re.MULTILINE)


class _Session(socketserver.StreamRequestHandler):
    """As much SMTP as our own courier speaks."""

    server: _Listener

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            self._say("220 liar.example")
            self._talk()

    def _talk(self) -> None:
        sender = recipient = ""
        while line := self.rfile.readline().decode("utf-8", "replace").strip():
            verb = line[:4].upper()
            if verb == "QUIT":
                self._say("221 bye")
                return
            if verb == "MAIL":
                sender = _address(line)
            if verb == "RCPT":
                recipient = _address(line)
            if verb != "DATA":
                self._say("250 ok")
                continue
            self._say("354 go on")
            said = self.server.liar.take(sender, recipient, self._data())
            if not said:  # as a line does on which nothing is heard any more
                return
            self._say(said)

    def _data(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                raise ConnectionError
            lines.append(line.removeprefix(b"."))
        return b"".join(lines)

    def _say(self, reply: str) -> None:
        self.wfile.write(reply.encode() + b"\r\n")


class _Listener(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    liar: Liar


def _address(line: str) -> str:
    return line.partition("<")[2].partition(">")[0]


class Liar:
    """Carries every mail to the relay behind it, but for the mails of a turn that it is to lie about, one a lie."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._due: Queue[str] = Queue()
        self.told: Counter[str] = Counter()
        self.lost: set[str] = set()  # Message-IDs of what was thrown away
        self.missing: Queue[tuple[str, bytes]] = Queue()  # to whom, and what; its reader will wonder
        self.listener = _Listener(("127.0.0.1", 0), _Session)
        self.listener.liar = self
        self.port = int(self.listener.server_address[1])

    def lie(self, kind: str) -> None:
        """About the next mail that asks somebody for cards."""
        self._due.put(kind)

    def take(self, sender: str, recipient: str, raw: bytes) -> str:
        """What is answered to the dot; "" to say nothing."""
        lie = self._lie_about(raw)
        if lie == "later":
            return "451 4.3.0 something went wrong after all"
        if lie == "never":
            return "554 5.7.1 we do not like this"
        if lie == "swallowed":
            name = _NAME.search(raw)
            assert name is not None
            self.lost.add(name[1].decode())
            self.missing.put((recipient, raw))
            return "250 2.0.0 of course"
        try:
            with smtplib.SMTP("127.0.0.1", self._target, "liar.example", timeout=20) as line:
                line.sendmail(sender, [recipient], raw)
        except (OSError, smtplib.SMTPException):
            return "451 4.4.1 nobody is there"
        return "" if lie == "silence" else "250 2.0.0 ok"

    def _lie_about(self, raw: bytes) -> str:
        if not _ASKS.search(raw):
            return ""
        try:
            lie = self._due.get_nowait()
        except Empty:
            return ""
        self.told[lie] += 1
        return lie


@contextmanager
def liar(target: int) -> Iterator[Liar]:
    """One before the relay on that port of this machine."""
    relay = Liar(target)
    thread = threading.Thread(target=relay.listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield relay
    finally:
        relay.listener.shutdown()
        thread.join()
        relay.listener.server_close()
