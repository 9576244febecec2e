"""Lengths of time as people write them: `48h`, `7d`, `1d12h`."""

from __future__ import annotations

import re
from datetime import timedelta

_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_WRITTEN = re.compile(r"\s*".join(rf"(?:(\d{{1,4}})\s*{unit})?" for unit in _UNITS), re.ASCII)


def duration(text: str) -> timedelta:
    """The length of time written with whole numbers and w, d, h, m or s, the largest first.

    ValueError for anything else, a bare number too: nobody can know whether `3` means hours or days.
    """
    found = _WRITTEN.fullmatch(text.strip().lower())
    if found is None or not any(found.groups()):
        raise ValueError(f"{text!r} is no length of time")
    return timedelta(**{name: int(n) for name, n in zip(_UNITS.values(), found.groups(), strict=True) if n})
