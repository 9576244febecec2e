"""Moments and spans of time in words, in the reader's own zone."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.render.words import Words
from pbem.zones import zone


def moment(when: datetime, zone_name: str, words: Words, now: datetime | None = None) -> str:
    """`Tuesday 3 March, 19:07 (UTC+1)`, as that zone's clocks show it on that day; with the year if it is another."""
    local = when.astimezone(zone(zone_name))
    same_year = now is not None and now.astimezone(zone(zone_name)).year == local.year
    return (words.moment if same_year else words.moment_with_year).format(
        weekday=words.weekdays[local.weekday()],
        day=local.day,
        month=words.months[local.month - 1],
        year=local.year,
        hour=local.hour,
        minute=local.minute,
        zone=zone_text(local.utcoffset()),
    )


def zone_text(offset: timedelta | None) -> str:
    """`UTC`, `UTC+1`, `UTC-3:30`: what everybody understands, where the letters of a zone are known to few."""
    minutes = round((offset or timedelta(0)).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return "UTC"
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def span(length: timedelta | int, words: Words) -> str:
    """`2 days`, `1 day 3 hours`, `45 minutes`: the two largest units. A bare number is hours."""
    minutes = length * 60 if isinstance(length, int) else round(length.total_seconds() / 60)
    days, rest = divmod(max(minutes, 0), 24 * 60)
    parts = [(days, words.day), (rest // 60, words.hour), (rest % 60, words.minute)]
    told = [f"{n} {unit[n != 1]}" for n, unit in parts if n][:2]
    return " ".join(told) or f"0 {words.minute[1]}"
