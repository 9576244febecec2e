"""The mailbox at a provider, as the settings name it."""

from __future__ import annotations

import math
import shlex
import ssl
import threading
import time
from collections.abc import Callable

from pbem.mail.inbound.imap_intake import ImapAccount, ImapIntake
from pbem.settings import Settings

_LONGEST_IDLE = 240
"""Seconds; providers drop a silent line after 5 to 29 minutes."""


_LOOK = 1.0
"""Seconds between two looks at who reads the mailbox."""


def imap_box(settings: Settings) -> ImapIntake:
    """The box of [intake.imap], to take mail from; nothing is connected yet."""
    return ImapIntake(mailbox(settings))


def mailbox(settings: Settings) -> ImapAccount:
    """Where the mail lies, and how to get in."""
    section = settings.intake.imap
    if section is None:
        raise ValueError("the settings name no mailbox")
    poll = max(1, int(section.poll.total_seconds()))
    password = section.password.get_secret_value() if section.password is not None else ""
    return ImapAccount(
        section.host,
        section.port,
        section.tls,
        section.user,
        password,
        shlex.join(section.oauth_token_command or ()),
        section.folder,
        section.done_folder,
        poll_seconds=poll,
        idle_seconds=min(poll, _LONGEST_IDLE),  # we ask as often with IDLE: a line can die unnoticed
        idle=section.idle,
        message_bytes=settings.limits.message_bytes,
        tls_context=ssl.create_default_context(cafile=section.ca_file) if section.ca_file is not None else None,
    )


class UnlessReading(threading.Event):
    """Set when the server stops, and while another worker reads this way in."""

    def __init__(self, stopping: threading.Event, reads: Callable[[], bool]) -> None:
        super().__init__()
        self._stopping, self._reads = stopping, reads

    def is_set(self) -> bool:
        """Whether to stop reading."""
        return self._stopping.is_set() or not self._reads()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for that, as `threading.Event` does."""
        until = time.monotonic() + timeout if timeout is not None else math.inf
        while not self.is_set() and time.monotonic() < until:
            self._stopping.wait(min(_LOOK, max(0.0, until - time.monotonic())))
        return self.is_set()
