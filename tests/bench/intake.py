"""The SMTP intake's acceptance rate, durable, beside aiosmtpd with a handler that does nothing.

Ours answers 250 after a transaction in SQLite (WAL, synchronous=FULL) has reached the disk; the other one throws the
mail away. Both run as a process of their own, in turn, and are fed by the same clients; goal: ratio at least 0.8.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import socket
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from aiosmtpd.smtp import SMTP

from pbem.mail.inbound.smtp_listener import SessionLimits, listen
from pbem.mail.message.raw_message import RawMessage

ROUNDS = 5
MAILS = 1_500  # a round
CLIENTS = (1, 10, 50)
_MAIL = (b"From: north@example.org\r\nSubject: Re: [Hearts 12] Deal 3\r\n\r\nQS\r\n\r\n" + b"> quoted\r\n" * 400)[
    :4_090
]
_SESSION = (
    b"MAIL FROM:<north@example.org>\r\n",
    b"RCPT TO:<hearts+k3v9@example.org>\r\n",
    b"DATA\r\n",
    _MAIL + b"\r\n.\r\n",
)


class Null:
    """aiosmtpd's handler that does nothing."""

    async def handle_DATA(self, *_: object) -> str:
        """Throw the mail away."""
        return "250 OK"


class Figures(NamedTuple):
    """What one round gave."""

    rate: float  # mails a second
    cpu: float  # microseconds of the server's processor time for each mail


def main() -> None:
    """Print the table."""
    out = sys.stdout.write
    out(f"SMTP intake, mails of 4 kB, median of {ROUNDS} rounds of {MAILS}; goal: ratio of rates at least 0.8\n")
    out(f"{'clients':>8} {'aiosmtpd, null':>22} {'pbem, durable':>22} {'ratio':>7}\n")
    for clients in CLIENTS:
        null, ours = [], []
        for _ in range(ROUNDS):  # in turn, so that a busy machine is busy for both
            null.append(_round(_null_server, clients))
            ours.append(_round(_our_server, clients))
        ratio = median(a.rate / b.rate for a, b in zip(ours, null, strict=True))
        out(f"{clients:>8} {_told(null):>22} {_told(ours):>22} {ratio:>7.2f}\n")


def _told(rounds: list[Figures]) -> str:
    return f"{median(r.rate for r in rounds):,.0f}/s {median(r.cpu for r in rounds):>6,.0f} µs CPU"


def _round(server: Callable[[Connection], None], clients: int) -> Figures:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=server, args=(there,))
    process.start()
    port = here.recv()
    _feed(port, 1, 100)  # warm
    here.send("begin")
    here.recv()
    began = perf_counter()
    _feed(port, clients, MAILS)
    took = perf_counter() - began
    here.send("end")
    cpu = here.recv()
    process.join()
    return Figures(MAILS / took, cpu / MAILS * 1e6)


def _feed(port: int, clients: int, mails: int) -> None:
    threads = [threading.Thread(target=_client, args=(port, mails // clients)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _client(port: int, mails: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.recv(1000)
        line.sendall(b"EHLO bench\r\n")
        while b"250 " not in line.recv(1000):
            pass
        for _ in range(mails):
            for step in _SESSION:
                line.sendall(step)
                answer = line.recv(1000)
                if answer[:1] not in (b"2", b"3"):
                    raise RuntimeError(answer)


def _null_server(pipe: Connection) -> None:
    async def start() -> int:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(Null(), hostname="bench", loop=loop), "127.0.0.1", 0)
        return int(server.sockets[0].getsockname()[1])

    asyncio.run(_serve(start, pipe))


def _our_server(pipe: Connection) -> None:
    with tempfile.TemporaryDirectory() as folder:
        base = _Inbox(Path(folder) / "inbox.db")

        async def start() -> int:
            return (await listen("smtp", "127.0.0.1", 0, base.keep, SessionLimits(), hostname="bench")).port

        asyncio.run(_serve(start, pipe))
        base.check()


class _Inbox:
    """As small as a durable inbox can be."""

    def __init__(self, path: Path) -> None:
        self._base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = FULL")
        self._base.execute("CREATE TABLE inbox (id INTEGER PRIMARY KEY, raw BLOB, sender TEXT, recipients TEXT)")

    def keep(self, raw_messages: Sequence[RawMessage]) -> None:
        self._base.execute("BEGIN IMMEDIATE")
        rows = [(raw_message.raw, raw_message.sender, " ".join(raw_message.recipients)) for raw_message in raw_messages]
        self._base.executemany("INSERT INTO inbox (raw, sender, recipients) VALUES (?, ?, ?)", rows)
        self._base.execute("COMMIT")

    def check(self) -> None:
        (count,) = self._base.execute("SELECT count(*) FROM inbox").fetchone()
        if count < MAILS:
            raise RuntimeError(f"{count} mails are in the inbox")
        self._base.close()


async def _serve(start: Callable[[], Awaitable[int]], pipe: Connection) -> None:
    """Tell the port; at "begin" note the processor time, at "end" tell what was used since."""
    pipe.send(await start())
    await asyncio.to_thread(pipe.recv)
    before = resource.getrusage(resource.RUSAGE_SELF)
    pipe.send("go")
    await asyncio.to_thread(pipe.recv)
    after = resource.getrusage(resource.RUSAGE_SELF)
    pipe.send(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    main()
