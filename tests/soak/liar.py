"""A relay that lies: an SMTP server before the real one, which does not always do what it says."""

from __future__ import annotations

import re
import smtplib
from collections import Counter
from queue import Empty, Queue

from tests.servers.receiver import Receiver

LIES = ("later", "never", "silence", "swallowed")
"""After the whole mail: it is refused for now, or for good, though nothing is wrong with it; it is carried, and nothing
is said; "250" is said, and it is thrown away.
"""
_ASKS = re.compile(rb"^(You may play:|To pass:)", re.MULTILINE)
_NAME = re.compile(rb"^message-id:\s*<([^>\r\n]+)>", re.IGNORECASE | re.MULTILINE)


class Liar(Receiver):
    """Carries every mail to the relay behind it, but for the mails of a turn that it is to lie about, one a lie."""

    def __init__(self, target: int) -> None:
        super().__init__()
        self._target = target
        self._due: Queue[str] = Queue()
        self.told: Counter[str] = Counter()
        self.lost: set[str] = set()  # Message-IDs of what was thrown away
        self.missing: Queue[tuple[str, bytes]] = Queue()  # to whom, and what; its reader will wonder

    def lie(self, kind: str) -> None:
        """About the next mail that asks somebody for cards."""
        self._due.put(kind)

    def take(self, sender: str, recipients: list[str], raw: bytes) -> str:
        (recipient,) = recipients  # our own courier sends a mail to one
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
