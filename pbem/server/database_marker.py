"""A note in the data folder that a database was made, so that one that vanished is not replaced by an empty one."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from pbem.settings import Settings


def expects_database(settings: Settings) -> bool:
    """Whether a database was here before: by the note, or by the copies that a migration or `restore` has left."""
    data = settings.server.data
    return _marker(settings).exists() or any(next(data.glob(f"*.{end}-*"), None) for end in ("before", "replaced"))


def note_database(settings: Settings, now: datetime) -> None:
    """Write the note, once."""
    marker = _marker(settings)
    if not marker.exists():
        marker.parent.mkdir(parents=True, exist_ok=True)  # with PostgreSQL nothing else may be kept here yet
        with marker.open("w", encoding="utf-8") as file:
            file.write(f"A database was made here on {now:%Y-%m-%d}. pbem does not start without it.\n")
            file.flush()
            os.fsync(file.fileno())  # it is for the day after a power cut


def _marker(settings: Settings) -> Path:
    return settings.server.data / "database-made"
