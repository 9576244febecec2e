"""What the tests of the intake share: real servers, and somebody who keeps mails."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.mail.message.raw_message import RawMessage
from tests.servers.dovecot import dovecot as dovecot
from tests.servers.dovecot import old_dovecot as old_dovecot
from tests.servers.dovecot import own_dovecot as own_dovecot
from tests.servers.machine import certificate, need
from tests.servers.postfix import postfix as postfix


class Shelf:
    """Keeps mails in memory; refuses those that hold `poison`, and all of them while `down`."""

    def __init__(self) -> None:
        self.kept: list[RawMessage] = []
        self.calls: list[int] = []
        self.poison: bytes | None = None
        self.down = False
        self.grew = threading.Condition()

    def __call__(self, raw_messages: Sequence[RawMessage]) -> None:
        self.calls.append(len(raw_messages))
        if self.down:
            raise OSError(28, "No space left on device")
        if self.poison is not None and any(self.poison in raw_message.raw for raw_message in raw_messages):
            raise ValueError("it cannot be stored")
        with self.grew:
            self.kept += raw_messages
            self.grew.notify_all()

    @property
    def raws(self) -> list[bytes]:
        return [raw_message.raw for raw_message in self.kept]

    def wait_for(self, count: int, seconds: float = 30) -> None:
        """Wait until so many mails are kept."""
        with self.grew:
            if not self.grew.wait_for(lambda: len(self.kept) >= count, seconds):
                raise TimeoutError(f"{len(self.kept)} of {count} mails")


class HeldShelf(Shelf):
    """Keeps what it is given only when it may, so that a test can do something meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go_on = threading.Event(), threading.Event()

    def __call__(self, raw_messages: Sequence[RawMessage]) -> None:
        self.asked.set()
        assert self.go_on.wait(20)
        super().__call__(raw_messages)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(scope="session")
def cert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost; its key lies beside it."""
    need("openssl")
    return certificate(tmp_path_factory.mktemp("certificate"))[0]


def mail(number: int, text: str = "QS", size: int = 0) -> bytes:
    """A small mail that can be told from the others."""
    head = f"From: north@example.org\r\nSubject: mail {number}\r\nMessage-ID: <{number}@example.org>\r\n\r\n{text}\r\n"
    return head.encode() + b"x" * size
