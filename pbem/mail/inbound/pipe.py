"""One mail from a mail server's pipe, into the spool; `serve` or `tick` takes it from there.

The spool keeps the database to one writing process, and a mail safe while that one is away.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from pbem.clock import Clock, system_clock
from pbem.mail import maildir

log = logging.getLogger(__name__)


def receive(
    mail: BinaryIO,
    spool: Path,
    sender: str | None = None,
    recipients: Sequence[str] = (),
    *,
    original_recipient: str | None = None,
    message_bytes: int = 1_048_576,
    clock: Clock = system_clock,
) -> int:
    """Store the mail and return the exit code for the mail server (sysexits.h).

    0: it is on the disk. 75: not now (disk full, spool missing or locked), the server tries again. 65: an empty or too
    big mail, the server tells the sender. 64: an argument that is no address.
    """
    addresses = [address for address in (sender, original_recipient, *recipients) if address is not None]
    if not all(address.isprintable() for address in addresses):
        log.error("an address on the command line holds a control character")
        return os.EX_USAGE
    try:
        raw = mail.read(message_bytes + 1)
        if not raw.strip():
            log.error("the mail is empty")
            return os.EX_DATAERR
        if len(raw) > message_bytes:
            log.error("the mail is larger than %d bytes", message_bytes)
            return os.EX_DATAERR
        maildir.deliver(spool, _with_envelope(raw, sender, recipients, original_recipient), clock)
    except OSError as fault:
        log.error("the mail cannot be stored now: %s", fault)  # noqa: TRY400  # the fault says it all
        return os.EX_TEMPFAIL
    return os.EX_OK


def _with_envelope(raw: bytes, sender: str | None, recipients: Sequence[str], original: str | None) -> bytes:
    """The mail with its envelope on top, as header lines; an mbox `From ` line would cut the header there."""
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    lines = [f"Return-Path: <{sender}>"] if sender is not None else []
    lines += [f"Delivered-To: {address}" for address in recipients]
    lines += [f"X-Original-To: {original}"] if original is not None else []
    end = b"\r\n" if raw.partition(b"\n")[0].endswith(b"\r") else b"\n"
    return b"".join(line.encode() + end for line in lines) + raw
