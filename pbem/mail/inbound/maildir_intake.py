"""Mail from a Maildir: the spool of `pbem receive`, or a box that a mail server or fetcher fills."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from pbem.mail import maildir
from pbem.mail.inbound.intake import IntakePass, Keep, envelope_sender
from pbem.mail.message.raw_message import RawMessage, Source

log = logging.getLogger(__name__)


def take(
    folder: Path, keep: Keep, batch: int = 32, *, message_bytes: int = 1_048_576, source: Source = "maildir"
) -> int:
    """Keep every mail that waits, and only then note it as dealt with; how many were kept.

    A mail that cannot be read or is too big is set aside in `failed` and logged. One that cannot be *kept* stays where
    it is, since the fault may be the database's, and is tried again by the next pass; if none can, the fault is raised.
    """
    maildir.create(folder)
    run: IntakePass[Path] = IntakePass(keep)
    for paths in _batches(maildir.waiting(folder), batch):
        read = {path: raw_message for path in paths if (raw_message := _read(folder, path, message_bytes, source))}
        for path in run.keep(read):
            maildir.mark_taken(folder, path)
        if run.store_is_down:
            break
    return run.result()


def _read(folder: Path, path: Path, message_bytes: int, source: Source) -> RawMessage | None:
    try:
        found = path.stat()
        if found.st_size > message_bytes:
            _set_aside(folder, path, f"larger than {message_bytes} bytes")
            return None
        raw = path.read_bytes()
    except FileNotFoundError:  # taken by another pass
        return None
    except OSError as fault:
        _set_aside(folder, path, f"unreadable: {fault}")
        return None
    arrived_at = datetime.fromtimestamp(found.st_mtime, UTC)
    return RawMessage(raw, source, envelope_sender(raw), arrived_at=arrived_at)


def _set_aside(folder: Path, path: Path, why: str) -> None:
    try:
        maildir.set_aside(folder, path)
        log.warning("%s set aside in failed: %s", path, why)
    except OSError as fault:  # then it stays, and is skipped by every pass
        log.error("%s is %s, and cannot be set aside: %s", path, why, fault)  # noqa: TRY400  # the fault says it all


def _batches(paths: Sequence[Path], size: int) -> Iterator[list[Path]]:
    rest = iter(paths)
    while some := list(islice(rest, size)):
        yield some
