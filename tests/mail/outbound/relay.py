"""A relay that answers as a test tells it to, and hangs up where it is told to."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

HANG_UP = ""
"""The answer of one that hangs up instead."""
NOTHING = "-"
"""The answer of one that says nothing and waits."""
DRIPS = "\0"
"""Before an answer that comes byte by byte, with a pause before each."""
DRIP_PAUSE = 0.05


class Relay:
    """Answers each step ("greeting", "mail", "rcpt", "data", "dot", …) from that step's list, else well."""

    def __init__(self, offers: tuple[str, ...] = ("SIZE 1000000", "8BITMIME", "SMTPUTF8")) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self.offers = offers
        self.answers: dict[str, deque[str]] = {}
        self.heard: list[str] = []
        self.mails: list[bytes] = []  # all that came to the dot, refused or not
        self.connections = 0
        self.tls: ssl.SSLContext | None = None
        self._open: list[socket.socket] = []

    def will(self, step: str, *answers: str) -> None:
        self.answers.setdefault(step, deque()).extend(answers)

    def serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:  # closed: the test is over
                return
            self.connections += 1
            self._open.append(line)
            try:
                self._converse(line)
            except OSError:  # the client went away, as some tests want
                pass
            finally:
                line.close()

    def close(self) -> None:
        for line in (self._listener, *self._open):
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:  # closed already
                pass
            finally:
                line.close()

    def _converse(self, line: socket.socket) -> None:
        if not self._answer(line, "greeting", "220 relay.test"):
            return
        file = line.makefile("rb")
        while words := file.readline().decode().rstrip("\r\n"):
            self.heard.append(words.lower())
            step = words.split()[0].lower()
            usual = {"ehlo": "\r\n".join([f"250-{offer}" for offer in ("relay.test", *self.offers)] + ["250 HELP"]),
                     "data": "354 go on", "quit": "221 bye"}.get(step, "250 fine")  # fmt: skip
            if not (answer := self._answer(line, step, usual)):
                break
            if step == "data" and answer.startswith("354") and not self._take(line, file):
                break
        file.close()

    def _take(self, line: socket.socket, file: object) -> bool:
        content = b""
        while not content.endswith(b"\r\n.\r\n") and content != b".\r\n":
            if not (some := file.readline()):  # type: ignore[attr-defined]
                return False
            content += some
        self.mails.append(content[:-3])  # before the answer: the test looks as soon as it has that
        return bool(self._answer(line, "dot", "250 queued as 4711"))

    def _answer(self, line: socket.socket, step: str, usual: str) -> str:
        planned = self.answers.get(step)
        answer = planned.popleft() if planned else usual
        if answer not in (HANG_UP, NOTHING):
            self._say(line, answer)
        return answer

    def _say(self, line: socket.socket, answer: str) -> None:
        drips, said = answer.startswith(DRIPS), answer.removeprefix(DRIPS).encode() + b"\r\n"
        for some in (said[i : i + 1] for i in range(len(said))) if drips else (said,):
            if drips:
                time.sleep(DRIP_PAUSE)
            line.sendall(some)


@contextmanager
def relaying(*offers: str) -> Iterator[Relay]:
    """A relay for the time of a test."""
    relay = Relay(offers) if offers else Relay()
    thread = threading.Thread(target=relay.serve, daemon=True)
    thread.start()
    try:
        yield relay
    finally:
        relay.close()
        thread.join(10)
