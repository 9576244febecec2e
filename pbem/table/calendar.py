"""Calendars: what time counts for a seat. Pure arithmetic on aware moments, proof against changes of the clock.

A clock runs in real hours. What does not count are whole days of the player's own zone (a table's days off, a
vacation), be they 23, 24 or 25 hours long. Everything is compared in UTC: two local times of one zone would be
compared by their clock faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

NIGHT_FROM, NIGHT_TO, EVENING = 22, 8, 21
"""Between these hours of a person's own clock nobody is reminded; what fell there comes in the morning, or if that were
too late in the evening before."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
    """A person's time at a table: the zone, the table's days off (Monday is 0), and when the person is away."""

    zone: tzinfo = UTC
    off: frozenset[int] = frozenset()
    away: tuple[tuple[datetime, datetime], ...] = ()


def midnight(day: date, zone: tzinfo) -> datetime:
    """When this day begins there, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def later(calendar: Calendar, start: datetime, length: timedelta) -> datetime:
    """The moment when this much counted time has passed since `start`."""
    at, left = _counted_from(calendar, start), length
    while True:
        stop = _rest_after(calendar, at)
        if stop is None or at + left <= stop:
            return at + left
        left -= stop - at
        at = _counted_from(calendar, stop)


def between(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """How much counted time lies between two moments; none if the second is not later."""
    total, at = timedelta(0), _counted_from(calendar, start)
    while at < end:
        stop = _rest_after(calendar, at)
        until = end if stop is None else min(stop, end)
        total += until - at
        if until == end:
            break
        at = _counted_from(calendar, until)
    return total


def awake(calendar: Calendar, at: datetime, last: datetime) -> datetime | None:
    """The first moment from `at` on that is no night and no rest; if that is not before `last`, the evening before.

    None if that evening is a rest too. The caller sees to it that the moment is not over.
    """
    moved = _morning(calendar, at)
    if moved < last:
        return moved
    local = at.astimezone(calendar.zone)
    day = local.date() - (_DAY if local.hour < NIGHT_TO else timedelta(0))
    evening = datetime.combine(day, time(EVENING), calendar.zone).astimezone(UTC)
    return evening if evening < last and _morning(calendar, evening) == evening else None


def _morning(calendar: Calendar, at: datetime) -> datetime:
    """The same moment if the person may be up and at it, else the next morning that counts."""
    while True:
        at = _counted_from(calendar, at)
        local = at.astimezone(calendar.zone)
        if NIGHT_TO <= local.hour < NIGHT_FROM:
            return at
        day = local.date() + (_DAY if local.hour >= NIGHT_FROM else timedelta(0))
        at = datetime.combine(day, time(NIGHT_TO), calendar.zone).astimezone(UTC)


def _counted_from(calendar: Calendar, at: datetime) -> datetime:
    """The first moment from this one on that counts."""
    at = at.astimezone(UTC)
    while True:
        back = next((end for start, end in calendar.away if start <= at < end), None)
        if back is not None:
            at = back.astimezone(UTC)
            continue
        day = at.astimezone(calendar.zone).date()
        if day.weekday() not in calendar.off:
            return at
        at = midnight(day + _DAY, calendar.zone)


def _rest_after(calendar: Calendar, at: datetime) -> datetime | None:
    """When the next time that does not count begins; None if there is none."""
    starts = [start.astimezone(UTC) for start, end in calendar.away if start > at and end > start]
    if calendar.off:
        day = at.astimezone(calendar.zone).date()
        ahead = next(n for n in range(1, 8) if (day.weekday() + n) % 7 in calendar.off)
        starts.append(midnight(day + ahead * _DAY, calendar.zone))
    return min(starts, default=None)
