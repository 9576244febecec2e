"""A mail as it came in: its bytes, and what the transport knew of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RawMessage:
    """Raw bytes with their envelope. `sender` is None where no envelope was known, "" for the null sender `<>`;
    `arrived_at`: when it reached its mailbox, where that knows.
    """

    raw: bytes
    source: str  # "smtp", "lmtp", "imap", "maildir", "pipe", "operator"
    sender: str | None = None
    recipients: tuple[str, ...] = ()
    arrived_at: datetime | None = None
