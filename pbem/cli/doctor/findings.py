"""What `pbem doctor` finds: one thing looked at, and what to do about it."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `state`: "ok", "note" (good to know), "fault"; `mend` says what to do about it."""

    name: str
    state: str
    said: str
    mend: str = ""


def exposed(name: str, key_file: Path, harm: str) -> Finding | None:
    """The fault of a private key that others on this machine can read, with what they could do with it."""
    mode = stat.S_IMODE(key_file.stat().st_mode)
    if not mode & 0o027:
        return None
    said = f"{key_file} has mode {mode:o}: others could {harm}"
    return Finding(name, "fault", said, f"chmod 640 {key_file}; and the user that runs pbem as its group")
