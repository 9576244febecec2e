"""An SMTP server that takes every mail to the dot, in the least words; what happens then is another's to say."""

from __future__ import annotations

import contextlib
import socketserver
import threading
from typing import Self


class _Session(socketserver.StreamRequestHandler):
    """SMTP as a relay speaks it (RFC 5321)."""

    server: _Listener

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            self._say("220 receiver.example")
            self._talk()

    def _talk(self) -> None:
        sender = ""
        recipients: list[str] = []
        while line := self.rfile.readline().decode("utf-8", "replace").strip():
            verb = line[:4].upper()
            if verb == "QUIT":
                self._say("221 bye")
                return
            if verb == "MAIL":
                sender, recipients = _address(line), []
            if verb == "RCPT":
                recipients.append(_address(line))
            if verb != "DATA":
                self._say("250 ok")
                continue
            self._say("354 go on")
            said = self.server.receiver.take(sender, recipients, self._data())
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
    receiver: Receiver


def _address(line: str) -> str:
    return line.partition("<")[2].partition(">")[0]


class Receiver:
    """Listens on a port of this machine while it is entered."""

    def __init__(self, port: int = 0) -> None:
        self._listener = _Listener(("127.0.0.1", port), _Session)
        self._listener.receiver = self
        self.port = int(self._listener.server_address[1])
        self._thread = threading.Thread(
            target=self._listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown()
        self._thread.join()
        self._listener.server_close()

    def take(self, sender: str, recipients: list[str], raw: bytes) -> str:
        """What is answered to the dot of this mail; "" hangs up without a word."""
        raise NotImplementedError
