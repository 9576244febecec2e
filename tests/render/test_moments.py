"""Moments in the reader's zone, and spans of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbem.render import moments, words
from tests.render import samples

ENGLISH = words.load([samples.PACKAGED / "en"])


@pytest.mark.parametrize(
    ("when", "zone", "told"),
    [
        ("2026-03-03T18:07", "Europe/Berlin", "Tuesday 3 March 2026, 19:07 (UTC+1)"),
        ("2026-07-03T18:07", "Europe/Berlin", "Friday 3 July 2026, 20:07 (UTC+2)"),
        (
            "2026-03-29T00:59",
            "Europe/Berlin",
            "Sunday 29 March 2026, 01:59 (UTC+1)",
        ),  # the last minute before summer time
        ("2026-03-29T01:00", "Europe/Berlin", "Sunday 29 March 2026, 03:00 (UTC+2)"),
        ("2026-10-25T00:30", "Europe/Berlin", "Sunday 25 October 2026, 02:30 (UTC+2)"),  # this hour comes twice:
        (
            "2026-10-25T01:30",
            "Europe/Berlin",
            "Sunday 25 October 2026, 02:30 (UTC+1)",
        ),  # the distance from UTC tells which
        ("2026-03-03T02:00", "America/New_York", "Monday 2 March 2026, 21:00 (UTC-5)"),
        ("2028-02-29T12:00", "UTC", "Tuesday 29 February 2028, 12:00 (UTC)"),
        ("2026-03-03T18:07", "Asia/Kathmandu", "Tuesday 3 March 2026, 23:52 (UTC+5:45)"),
        ("2026-03-03T18:07", "America/Sao_Paulo", "Tuesday 3 March 2026, 15:07 (UTC-3)"),
        ("2026-03-03T18:07", "Middle/Earth", "Tuesday 3 March 2026, 18:07 (UTC)"),
        ("2026-03-03T18:07", "../../etc/passwd", "Tuesday 3 March 2026, 18:07 (UTC)"),
        ("2026-03-03T18:07", "+0530", "Tuesday 3 March 2026, 23:37 (UTC+5:30)"),
        ("2026-03-03T18:07", "-0800", "Tuesday 3 March 2026, 10:07 (UTC-8)"),
        ("2026-03-03T18:07", "", "Tuesday 3 March 2026, 18:07 (UTC)"),
    ],
)
def test_a_moment_is_told_as_the_readers_clock_shows_it(when: str, zone: str, told: str) -> None:
    assert moments.moment(datetime.fromisoformat(when).replace(tzinfo=UTC), zone, ENGLISH) == told


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("2026-12-31T22:00", "Friday 1 January 2027, 00:30 (UTC+1)"),
        ("2026-12-31T23:10", "Friday 1 January, 00:30 (UTC+1)"),
    ],
)
def test_the_year_is_told_where_it_is_not_the_readers_own(now: str, told: str) -> None:
    when = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert moments.moment(when, "Europe/Berlin", ENGLISH, at) == told


@pytest.mark.parametrize(
    ("length", "told"),
    [
        (48, "2 days"),
        (24, "1 day"),
        (36, "1 day 12 hours"),
        (1, "1 hour"),
        (timedelta(minutes=90), "1 hour 30 minutes"),
        (timedelta(days=3, hours=1, minutes=5), "3 days 1 hour"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(seconds=20), "0 minutes"),
        (timedelta(days=-1), "0 minutes"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units(length: timedelta | int, told: str) -> None:
    assert moments.span(length, ENGLISH) == told
