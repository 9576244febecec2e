"""A mail as it came in: its bytes, and what the transport knew of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Source = Literal["smtp", "lmtp", "imap", "maildir", "pipe", "operator", "outbox"]
"""Where a mail comes from: a way in, the operator's own folder, or our own outbox, looked at again."""


@dataclass(frozen=True, slots=True)
class RawMessage:
    """Raw bytes with their envelope. `sender` is None where no envelope was known, "" for the null sender `<>`;
    `arrived_at`: when it reached its mailbox, where that knows.
    """

    raw: bytes
    source: Source
    sender: str | None = None
    recipients: tuple[str, ...] = ()
    arrived_at: datetime | None = None
