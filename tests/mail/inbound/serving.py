"""Our listeners in a loop of their own, and a client that says exactly what it is told to."""

from __future__ import annotations

import asyncio
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.mail.inbound.intake import Keep
from pbem.mail.inbound.smtp_listener import MailListener, MailProtocol, SessionLimits, listen

EHLO = "EHLO client.example"


@contextmanager
def serving(
    kind: MailProtocol,
    keep: Keep,
    limits: SessionLimits | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    **more: Any,
) -> Iterator[Serving]:
    """A listener for the time of a test; it must end with no task broken."""
    serving = Serving()
    thread = threading.Thread(target=serving.run, args=(lambda: listen(kind, host, port, keep, limits, **more),))
    thread.start()
    serving.ready.wait(10)
    try:
        yield serving
    finally:
        serving.close()
        thread.join(40)
    assert not thread.is_alive()
    assert serving.complaints == []


class Serving:
    """The listener, seen from the test's thread."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.complaints: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda _, context: self.complaints.append(str(context)))
        self._closing = asyncio.Event()
        self.listener: MailListener

    @property
    def port(self) -> int:
        return self.listener.port

    def run(self, start: Callable[[], Any]) -> None:
        async def live() -> None:
            self.listener = await start()
            self.ready.set()
            await self._closing.wait()
            await self.listener.wait_closed(10)

        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(live())

    def close(self) -> None:
        """Stop listening; what is in hand goes on."""

        def begin() -> None:
            self.listener.close()
            self._closing.set()

        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(begin)

    def client(self, greeting: str = "") -> Client:
        return Client(socket.create_connection(("127.0.0.1", self.port), timeout=20), greeting)


class Client:
    """A line to a server, byte for byte."""

    def __init__(self, line: socket.socket, greeting: str = "") -> None:
        self.line = line
        self._file = line.makefile("rb")
        if greeting:
            assert self.reply().startswith("220")
            self.say(greeting)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self.line.close()

    def send(self, data: bytes) -> None:
        self.line.sendall(data)

    def reply(self) -> str:
        """The next reply with all its lines; "" when the server has closed the line."""
        lines = []
        while line := self._file.readline().decode():
            lines.append(line.rstrip("\r\n"))
            if line[3:4] != "-":
                break
        return "\n".join(lines)

    def say(self, command: str) -> str:
        self.send(command.encode("utf-8", "surrogateescape") + b"\r\n")
        return self.reply()

    def envelope(self, sender: str, *recipients: str) -> list[str]:
        """MAIL and RCPT; the replies."""
        return [self.say(f"MAIL FROM:<{sender}>"), *(self.say(f"RCPT TO:<{address}>") for address in recipients)]

    def data(self, content: bytes) -> str:
        """DATA and the content as it is, dot and all; the first reply."""
        assert self.say("DATA").startswith("354")
        self.send(content)
        return self.reply()

    def encrypted(self, cert: Path) -> Client:
        """The line in TLS, for which the server must be ready; it must show a certificate that `cert` vouches for."""
        context = ssl.create_default_context(cafile=str(cert))
        return Client(context.wrap_socket(self.line, server_hostname="127.0.0.1"))

    def rest(self) -> bytes:
        """All that still comes, until the server closes the line."""
        try:
            return self._file.read()
        except ConnectionResetError:
            return b""

    def silence(self) -> bool:
        """True if the server has closed the line."""
        return self._file.read() == b""


def send_all(port: int, *mails: bytes) -> None:
    """Send mails over one connection, as the standard library does it."""
    with smtplib.SMTP("127.0.0.1", port, "client.example", timeout=20) as client:
        for content in mails:
            client.sendmail("north@example.org", ["hearts@example.org"], content)
