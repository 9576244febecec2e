"""Calendars: counted time over nights when the clocks change, leap days, days off and vacations."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.table.calendar import Calendar, awake, between, later, midnight

BERLIN, CHICAGO, SYDNEY = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Chicago"), ZoneInfo("Australia/Sydney")
CAIRO = ZoneInfo("Africa/Cairo")  # its clocks change at midnight, so that a day there begins at one
WEEKEND = frozenset({5, 6})
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def local(zone: ZoneInfo, year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=zone).astimezone(UTC)


def test_without_days_off_the_time_is_simply_over_after_so_many_hours() -> None:
    assert later(Calendar(), utc(2026, 3, 2, 9), 48 * HOUR) == utc(2026, 3, 4, 9)
    assert between(Calendar(), utc(2026, 3, 2, 9), utc(2026, 3, 4, 9)) == 48 * HOUR


@pytest.mark.parametrize(
    ("begins", "ends"),
    [((2026, 3, 28, 12), (2026, 3, 30, 13)), ((2026, 10, 24, 12), (2026, 10, 26, 11))],
    ids=["an hour is lost", "an hour is won"],
)
def test_48_hours_are_48_hours_when_the_clocks_change(begins: tuple[int, ...], ends: tuple[int, ...]) -> None:
    calendar = Calendar(BERLIN)
    assert later(calendar, local(BERLIN, *begins), 48 * HOUR) == local(BERLIN, *ends)


def test_a_day_off_is_a_whole_day_of_the_players_own_zone_whatever_its_length() -> None:
    for zone, friday, monday in (
        (BERLIN, (2026, 3, 27, 18), (2026, 3, 30, 6)),  # the sunday has 23 hours
        (BERLIN, (2026, 10, 23, 18), (2026, 10, 26, 6)),  # 25
        (CHICAGO, (2026, 3, 6, 18), (2026, 3, 9, 6)),
        (SYDNEY, (2026, 4, 3, 18), (2026, 4, 6, 6)),
    ):
        calendar = Calendar(zone, WEEKEND)
        assert later(calendar, local(zone, *friday), 12 * HOUR) == local(zone, *monday)
        assert between(calendar, local(zone, *friday), local(zone, *monday)) == 12 * HOUR


def test_a_day_that_begins_at_one_in_the_night_is_a_day() -> None:
    friday = date(2026, 4, 24)  # Egypt: 00:00 does not exist on this day
    assert midnight(friday, CAIRO) == utc(2026, 4, 23, 22)
    calendar = Calendar(CAIRO, frozenset({friday.weekday()}))
    assert later(calendar, utc(2026, 4, 23, 21), 2 * HOUR) == midnight(date(2026, 4, 25), CAIRO) + HOUR


def test_the_29th_of_february_counts_like_any_day() -> None:
    assert later(Calendar(BERLIN), local(BERLIN, 2028, 2, 28, 12), 2 * DAY) == local(BERLIN, 2028, 3, 1, 12)
    tuesday = Calendar(BERLIN, frozenset({1}))  # the 29th of February 2028 is one
    assert later(tuesday, local(BERLIN, 2028, 2, 28, 12), DAY) == local(BERLIN, 2028, 3, 1, 12)


def test_who_begins_on_a_day_off_begins_on_the_next_day_that_counts() -> None:
    assert later(Calendar(UTC, WEEKEND), utc(2026, 3, 7, 15), HOUR) == utc(2026, 3, 9, 1)


def test_a_vacation_does_not_count() -> None:
    away = ((utc(2026, 8, 1), utc(2026, 8, 15)),)
    assert later(Calendar(UTC, away=away), utc(2026, 7, 31, 12), DAY) == utc(2026, 8, 15, 12)
    assert between(Calendar(UTC, away=away), utc(2026, 7, 31, 12), utc(2026, 8, 20)) == 12 * HOUR + 5 * DAY


def test_a_vacation_that_ends_on_a_day_off_is_followed_by_it() -> None:
    away = ((utc(2026, 3, 4), utc(2026, 3, 7)),)  # to a saturday
    assert later(Calendar(UTC, WEEKEND, away), utc(2026, 3, 5), HOUR) == utc(2026, 3, 9, 1)


def test_a_reminder_that_falls_into_the_night_comes_in_the_morning() -> None:
    calendar = Calendar(BERLIN)
    late = local(BERLIN, 2026, 3, 29, 8)  # the morning after the night in which an hour is lost
    assert awake(calendar, local(BERLIN, 2026, 3, 28, 23), late + DAY) == late
    assert awake(calendar, local(BERLIN, 2026, 3, 29, 4), late + DAY) == late
    assert awake(calendar, late + 5 * HOUR, late + DAY) == late + 5 * HOUR


def test_a_reminder_never_comes_after_the_deadline_but_in_the_evening_before() -> None:
    assert awake(Calendar(), utc(2026, 3, 4, 2), utc(2026, 3, 4, 3)) == utc(2026, 3, 3, 21)
    assert awake(Calendar(), utc(2026, 3, 3, 23), utc(2026, 3, 4, 3)) == utc(2026, 3, 3, 21)


def test_no_reminder_comes_on_a_day_off() -> None:
    calendar = Calendar(UTC, WEEKEND)
    assert awake(calendar, utc(2026, 3, 6, 23), utc(2026, 3, 10)) == utc(2026, 3, 9, 8)
    assert awake(calendar, utc(2026, 3, 9, 2), utc(2026, 3, 9, 3)) is None


ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/St_Johns", "Africa/Cairo", "Australia/Lord_Howe"])
MOMENTS = st.integers(0, 4 * 366 * 24 * 60).map(lambda minutes: utc(2024, 1, 1) + timedelta(minutes=minutes))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    off = draw(st.sets(st.integers(0, 6), max_size=6))
    spans = draw(st.lists(st.tuples(MOMENTS, st.integers(1, 40 * 24)), max_size=2))
    away = tuple((start, start + hours * HOUR) for start, hours in spans)
    return Calendar(ZoneInfo(draw(ZONES)), frozenset(off), away)


@settings(max_examples=150)
@given(calendars(), MOMENTS, st.integers(0, 60 * 24 * 30))
def test_what_is_counted_between_a_start_and_its_end_is_the_time_that_was_given(
    calendar: Calendar, start: datetime, minutes: int
) -> None:
    length = timedelta(minutes=minutes)
    end = later(calendar, start, length)
    assert end >= start + length
    assert between(calendar, start, end) == length
    half = later(calendar, start, length / 2)
    assert later(calendar, half, length - length / 2) == end
