"""Time zones by their names, as players give them and letters tell them."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

OFFSET = re.compile(r"([+-])(\d\d)(\d\d)")
"""A zone of which only the distance from UTC is known, as a letter's Date tells it: `+0530`."""


@lru_cache(maxsize=1024)
def zone(name: str) -> tzinfo:
    """The zone of an IANA name or an offset; UTC where this machine does not know it (the mail says which zone it
    speaks of).
    """
    if found := OFFSET.fullmatch(name):
        away = timedelta(hours=int(found[2]), minutes=int(found[3]))
        return timezone(-away if found[1] == "-" else away)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC
