"""Dates and lengths of time as people write them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.dates import Days, days, length

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
TODAY = date(2026, 7, 20)
AUGUST = (date(2026, 8, 1), date(2026, 8, 14))


@pytest.mark.parametrize(
    "text",
    [
        "2026-08-01 2026-08-14",
        "from 2026-08-01 to 2026-08-14",
        "2026-08-01 - 2026-08-14",
        "2026-08-01, 2026-08-14",
        "1.8. - 14.8.",
        "1.8.–14.8.",
        "1.8.2026 14.8.2026",
        "1 August to 14 August",
        "1st Aug 2026 until 14th Aug 2026",
        "Aug 1 - Aug 14",
        "August 1, 2026 to August 14, 2026",
        "2026-08-01 14 days",
        "1 Aug for 2 weeks",
    ],
)
def test_two_days_are_read_in_many_ways(text: str) -> None:
    assert days(text, TODAY, MONTHS) == Days(*AUGUST)


def test_what_stands_behind_is_the_remark() -> None:
    assert days("2026-08-01 2026-08-14 sailing to Malmö", TODAY, MONTHS) == Days(*AUGUST, "sailing to Malmö")
    assert days("10 days no mail there", TODAY, MONTHS) == Days(TODAY, date(2026, 7, 29), "no mail there")


def test_a_day_without_a_year_is_the_next_of_its_name() -> None:
    assert days("20.12. 3.1.", TODAY, MONTHS) == Days(date(2026, 12, 20), date(2027, 1, 3))
    assert days("1 Feb 10 Feb", TODAY, MONTHS) == Days(date(2027, 2, 1), date(2027, 2, 10))


def test_the_29th_of_february_is_a_day_in_leap_years_only() -> None:
    assert days("2028-02-29 2028-03-01", TODAY, MONTHS) == Days(date(2028, 2, 29), date(2028, 3, 1))
    assert days("2027-02-29 2027-03-01", TODAY, MONTHS) is None
    assert days("29 Feb 1 Mar", date(2027, 7, 1), MONTHS) == Days(date(2028, 2, 29), date(2028, 3, 1))


@pytest.mark.parametrize(
    "text", ["", "soon", "1/8 14/8", "01/08/2026 14/08/2026", "2026-08-01", "32.8. 40.8.", "Ju 1 Ju 4"]
)
def test_what_could_mean_two_things_or_nothing_is_no_date(text: str) -> None:
    assert days(text, TODAY, MONTHS) is None


def test_lengths_are_read_in_words_and_letters() -> None:
    assert length("7d") == length("7 days") == length("1 week") == timedelta(days=7)
    assert length("36h") == length("36 hours") == timedelta(hours=36)
    assert length("a while") is None


@given(st.text(max_size=60))
def test_no_text_crashes_the_reading(text: str) -> None:
    found = days(text, TODAY, MONTHS)
    assert found is None or isinstance(found, Days)
