"""The test bench: a whole server without its sockets. Letters in, letters out; time and chance are the test's.

Nothing here stands in for our own code: it is the server's own wiring on an SQLite file, with a transport that keeps
what it is given.
"""

from __future__ import annotations

import email
import email.policy
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.cards import card
from pbem.mail.message.raw_message import RawMessage, Source
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.randomness import SeededRandomness
from pbem.server.bootstrap import build
from pbem.server.worker import Worker
from pbem.settings import Settings

SERVER = "hearts@example.net"
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Sent:
    """A mail that a person got: what a mail program shows of it."""

    to: str
    raw: bytes
    envelope: str

    @cached_property
    def message(self) -> EmailMessage:
        found = email.message_from_bytes(self.raw, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        return found

    def _part(self, kind: str) -> str:
        body = self.message.get_body((kind,))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    @cached_property
    def text(self) -> str:
        return self._part("plain")

    @cached_property
    def html(self) -> str:
        return self._part("html")

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def reply_to(self) -> str:
        return str(self.message["Reply-To"].addresses[0].addr_spec)

    @property
    def legal(self) -> list[str]:
        """The cards offered after `You may play:`, from the lowest club on."""
        found = re.search(r"^You may play:((?:\s*\[\w+\])+)", self.text, re.MULTILINE)
        return sorted(re.findall(r"\[(\w+)\]", found[1]), key=card) if found else []

    @property
    def to_pass(self) -> int:
        found = re.search(r"^To pass: (\d+) cards?, to ", self.text, re.MULTILINE)
        return int(found[1]) if found else 0

    @property
    def hand(self) -> list[str]:
        """The cards under `Your hand:`, as codes."""
        letters = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
        found = re.search(r"^Your hand:\n+((?:[♠♥♦♣].*\n?)+)", self.text, re.MULTILINE)
        if not found:
            return []
        lines = [line.split() for line in found[1].splitlines()]
        return [rank + letters[line[0][0]] for line in lines for rank in line[1:]]


class Post:
    """A transport that keeps what it is given."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.refusing: dict[str, Receipt] = {}

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        if recipient in self.refusing:
            return self.refusing[recipient]
        self.sent.append(Sent(recipient, message, sender))
        return Receipt(Fate.SENT, 250, "ok")

    def close(self) -> None: ...


@dataclass
class Bench:
    """A server on a folder. `writes` sends a letter in; `mail` is the last one a person got."""

    folder: Path
    seed: str = "bench"
    options: dict[str, object] = field(default_factory=dict)
    now: datetime = START

    def __post_init__(self) -> None:
        self.post = Post()
        self._ids: Iterator[int] = itertools.count(1)
        self.worker: Worker = self._build()

    def _build(self) -> Worker:
        raw: dict[str, Any] = {
            "server": {"address": SERVER, "operator": "op@example.net"},
            "courier": {"maildir": {"path": str(self.folder / "out")}},
            "security": {"authserv_id": "mx.example.net"},
        }
        raw.update(self.options)
        raw["games"] = {"veil": False, **raw.get("games", {})}  # cards come when the tests expect them
        raw["server"] = {"data": str(self.folder), **raw["server"]}
        settings = Settings.model_validate(raw, context={"folder": self.folder})
        return build(settings, lambda: self.now, SeededRandomness(self.seed), self.post)

    def restart(self) -> None:
        self.worker.close()
        self.worker = self._build()

    def close(self) -> None:
        self.worker.close()

    def letter(
        self,
        author: str,
        text: str,
        to: str = SERVER,
        subject: str = "",
        answering: Sent | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        """A plain letter as a mail program writes it."""
        message = EmailMessage()
        message["From"] = author
        message["To"] = answering.reply_to if answering is not None else to
        message["Subject"] = subject or (f"Re: {answering.subject}" if answering is not None else "hello")
        message["Date"] = self.now
        message["Message-ID"] = f"<letter{next(self._ids)}@people.example>"
        if answering is not None:
            message["In-Reply-To"] = str(answering.message["Message-ID"])
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        return message.as_bytes()

    def takes(
        self, raw: bytes, recipients: tuple[str, ...] = (), sender: str | None = None, source: Source = "smtp"
    ) -> None:
        """A mail arrives, is handled, and all that follows is sent."""
        self.worker.keep([RawMessage(raw, source, sender, recipients)])
        self.runs()

    def runs(self) -> None:
        """The server does all it has to do now."""
        self.worker.take_folders()
        while self.worker.work() + self.worker.think():
            pass
        while self.worker.delivery.round():
            pass

    def writes(
        self,
        author: str,
        text: str,
        answering: Sent | None = None,
        proven: bool = True,
        **more: object,
    ) -> Sent | None:
        """A person writes; returns the mail that this person got for it, if any."""
        before = len(self.post.sent)
        headers = dict(more.pop("headers", {}) or {})  # type: ignore[call-overload]
        address = author.rpartition("<")[2].rstrip(">")
        if proven:
            headers["Authentication-Results"] = f"mx.example.net; dmarc=pass header.from={address.partition('@')[2]}"
        self.takes(self.letter(author, text, answering=answering, headers=headers, **more))  # type: ignore[arg-type]
        mine = [m for m in self.post.sent[before:] if m.to == address]
        return mine[-1] if mine else None

    def mails(self, address: str) -> list[Sent]:
        """All mails that this address got."""
        return [m for m in self.post.sent if m.to == address]

    def mail(self, address: str) -> Sent:
        """The last mail that this address got."""
        return self.mails(address)[-1]

    def passes(self, length: timedelta) -> None:
        """Time passes in steps of a quarter of an hour while the server runs, as a daemon would see it."""
        until = self.now + length
        while self.now < until:
            self.now = min(until, self.now + timedelta(minutes=15))
            self.worker.pulse()
            self.runs()
