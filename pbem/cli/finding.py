"""What `pbem doctor` finds: one thing looked at, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `state`: "ok", "note" (good to know), "fault"; `mend` says what to do about it."""

    name: str
    state: str
    said: str
    mend: str = ""
