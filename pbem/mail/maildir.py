"""Maildir: mails as files, delivered so that neither a crash nor a reader ever sees half of one.

Written to `tmp`, made durable, renamed into `new`, and the folder made durable too (D. J. Bernstein's maildir(5),
with the two fsyncs that a power cut asks for). A mail that was dealt with lies in `cur` with the flag S.
"""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Iterator
from pathlib import Path

from pbem.clock import Clock, system_clock

_PARTS = ("tmp", "new", "cur")
_counter = itertools.count()


def create(folder: Path) -> None:
    """Make the Maildir if it is not there; only its owner may look inside."""
    for part in _PARTS:
        (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)


def deliver(folder: Path, raw: bytes, clock: Clock = system_clock) -> Path:
    """Put one mail into `new` and return its path. When this returns, the mail survives a power cut."""
    create(folder)
    name = _unique_name(clock)
    draft, place = folder / "tmp" / name, folder / "new" / name
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file:
            if os.geteuid() == 0:  # root delivers for the folder's owner, who must be able to take the mail away
                owner = folder.stat()
                os.fchown(handle, owner.st_uid, owner.st_gid)
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(place)
    except BaseException:
        draft.unlink(missing_ok=True)  # a full disk must not fill up further with halves
        raise
    _fsync_folder(folder / "new")
    return place


def waiting(folder: Path) -> list[Path]:
    """The mails not dealt with yet, oldest first: all of `new`, and of `cur` what is neither seen nor deleted.

    A mail program that only lists the box moves everything from `new` to `cur`; that must not lose a mail.
    """
    found = []
    for path in _files(folder):
        try:
            found.append((path.stat().st_mtime_ns, path.name, path))
        except FileNotFoundError:  # another pass took it in the meantime
            continue
    return [path for _, _, path in sorted(found)]


def mark_taken(folder: Path, path: Path) -> None:
    """Note that a mail was dealt with: it moves to `cur`, with the flag S. Gone already is as good."""
    base, _, flags = path.name.partition(":2,")
    try:
        path.rename(folder / "cur" / f"{base}:2,{''.join(sorted({*flags, 'S'}))}")
    except FileNotFoundError:
        return


def set_aside(folder: Path, path: Path) -> None:
    """Take a mail that cannot be read out of the queue, to `failed` beside it, where the operator finds it."""
    aside = folder / "failed"
    aside.mkdir(mode=0o700, exist_ok=True)
    path.rename(aside / path.name)


def _files(folder: Path) -> Iterator[Path]:
    for part in ("new", "cur"):
        try:
            paths = list((folder / part).iterdir())
        except FileNotFoundError:  # not made yet: nothing was delivered
            continue
        for path in paths:
            dealt_with = part == "cur" and not {"S", "T"}.isdisjoint(path.name.partition(":2,")[2])
            if not path.name.startswith(".") and not dealt_with:
                yield path


def _unique_name(clock: Clock) -> str:
    """A name that no other delivery has: time, process, count, host (as maildir(5) recommends)."""
    now = clock()
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    return f"{int(now.timestamp())}.M{now.microsecond:06d}P{os.getpid()}Q{next(_counter)}.{host}"


def _fsync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
