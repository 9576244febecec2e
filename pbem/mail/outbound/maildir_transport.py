"""Mails put into a Maildir instead of being sent: for the demo, for trying things out, and for other programs."""

from __future__ import annotations

from pathlib import Path

from pbem.clock import Clock, system_clock
from pbem.mail import maildir
from pbem.mail.outbound.transport import Fate, Receipt


class MaildirTransport:
    """Delivers every mail into one Maildir, with its envelope on top as `Return-Path:` and `Delivered-To:`."""

    def __init__(self, path: Path, clock: Clock = system_clock) -> None:
        self._path = path
        self._clock = clock

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        """Deliver one mail; a full disk or a missing right concerns them all."""
        if not (sender + recipient).isprintable():  # a line end here would be a header field of its own
            return Receipt(Fate.NEVER, 553, "5.1.3 Not an address")
        end = "\r\n" if message.partition(b"\n")[0].endswith(b"\r") else "\n"
        envelope = f"Return-Path: <{sender}>{end}Delivered-To: {recipient}{end}".encode()
        try:
            place = maildir.deliver(self._path, envelope + message, self._clock)
        except OSError as fault:
            return Receipt(Fate.LATER, 0, str(fault), whole=True)
        return Receipt(Fate.SENT, 250, place.name)

    def close(self) -> None:
        """Nothing is held open."""
