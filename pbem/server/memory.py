"""How much memory the unit or container that we run in allows, and how many robots may think in it."""

from __future__ import annotations

from pathlib import Path

SERVER_MB = 160
"""What the server takes while letters, mails and listeners are busy."""

ROBOT_MB = 110
"""What a process of the robots' pool takes while a hard robot searches."""

_GROUPS = Path("/sys/fs/cgroup")


def own_limit() -> int | None:
    """The limit in MB for this process; None if there is none, or nobody says."""
    try:
        text = Path("/proc/self/cgroup").read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return None
    names = [line.split(":", 2)[2] for line in text.splitlines() if line.startswith("0::")]
    return limit_of(_GROUPS / names[0].lstrip("/")) if names else None


def unit_limit(unit: str) -> int | None:
    """The same for a unit of systemd; None where it does not run."""
    return limit_of(_GROUPS / "system.slice" / unit)


def limit_of(group: Path) -> int | None:
    """The smallest limit of a control group and those above it, in MB; None if there is none."""
    found = [_megabytes(place / "memory.max") for place in (group, *group.parents)]
    return min((limit for limit in found if limit is not None), default=None)


def _megabytes(file: Path) -> int | None:
    try:
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return int(text) // 2**20 if text.isdigit() else None  # "max" is no limit


def robots_in(limit: int | None, most: int) -> int:
    """How many processes of the pool fit, of so many that there are cores for; one always may."""
    if limit is None:
        return max(1, most)
    return max(1, min(most, (limit - SERVER_MB) // ROBOT_MB))
