"""SQLite's write-ahead log after a crash: whether transactions lie in it that SQLite drops without a word.

A damaged frame ends the log for SQLite, as the half frame of a power cut does; what was committed behind it is gone.
But each commit is flushed before the next begins: so a power cut leaves one whole commit behind a torn frame at most.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_HEADER, _FRAME = 32, 24
_MAGIC = (0x377F0682, 0x377F0683)


@dataclass(frozen=True, slots=True)
class Log:
    """What the file holds: for each frame of its present run whether it ends a transaction."""

    path: Path
    commits: tuple[bool, ...] = ()

    def dropped(self, line: Any) -> int:
        """How many commits SQLite has not read, on its first connection to this database; 0 if a power cut may do so.

        To be asked before anything is written.
        """
        if not self.commits:
            return 0
        busy, read, _ = line.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        behind = sum(self.commits[max(read, 0) :])
        return behind if behind > 1 and not busy else 0


def log_of(database: Path) -> Log:
    """The log beside a database that nobody has open."""
    path = database.with_name(f"{database.name}-wal")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
            if len(header) < _HEADER:
                return Log(path)
            page = struct.unpack(">I", header[8:12])[0]
            frames = []
            while len(frame := file.read(_FRAME)) == _FRAME:
                frames.append(frame)
                file.seek(page, 1)
    except OSError:
        return Log(path)
    if not frames:
        return Log(path)
    run = header[16:24] if _whole(header) else frames[0][8:16]
    return Log(path, tuple(one[4:8] != bytes(4) and one[8:16] == run for one in frames))


def _whole(header: bytes) -> bool:
    """Whether the header is as it was written: its checksum says so."""
    magic = struct.unpack(">I", header[:4])[0]
    if magic not in _MAGIC:
        return False
    order = ">" if magic & 1 else "<"
    one = two = 0
    for a, b in struct.iter_unpack(f"{order}II", header[:24]):
        one = (one + a + two) & 0xFFFFFFFF
        two = (two + b + one) & 0xFFFFFFFF
    return bool(struct.unpack(">II", header[24:]) == (one, two))
