"""Moments and spans of time in words, in the reader's own zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.render.vocabulary import Words


@lru_cache(maxsize=1024)
def zone(name: str) -> tzinfo:
    """The zone of an IANA name; UTC where this machine does not know it (the mail says which zone it speaks of)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def moment(when: datetime, zone_name: str, words: Words) -> str:
    """`Tuesday 3 March 2026, 19:07 CET`: date, time and zone, as that zone's clocks show it on that day."""
    local = when.astimezone(zone(zone_name))
    return words.moment.format(
        weekday=words.weekdays[local.weekday()],
        day=local.day,
        month=words.months[local.month - 1],
        year=local.year,
        hour=local.hour,
        minute=local.minute,
        zone=_zone_text(local),
    )


def _zone_text(local: datetime) -> str:
    # Zones without letters of their own call themselves "+0530": then the distance from UTC is clearer.
    text = local.tzname() or ""
    return f"UTC{text[:3]}:{text[3:] or '00'}" if text[:1] in "+-" and text else text


def span(length: timedelta | int, words: Words) -> str:
    """`2 days`, `1 day 3 hours`, `45 minutes`: the two largest units. A bare number is hours."""
    minutes = length * 60 if isinstance(length, int) else round(length.total_seconds() / 60)
    days, rest = divmod(max(minutes, 0), 24 * 60)
    parts = [(days, words.day), (rest // 60, words.hour), (rest % 60, words.minute)]
    told = [f"{n} {unit[n != 1]}" for n, unit in parts if n][:2]
    return " ".join(told) or f"0 {words.minute[1]}"
