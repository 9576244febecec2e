from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.duration import duration, duration_text


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("48h", timedelta(hours=48)),
        ("7d", timedelta(days=7)),
        ("30m", timedelta(minutes=30)),
        ("90s", timedelta(seconds=90)),
        ("2w", timedelta(weeks=2)),
        ("1d12h", timedelta(hours=36)),
        (" 1D 12 H ", timedelta(hours=36)),
        ("0s", timedelta()),
    ],
)
def test_a_length_of_time_is_a_number_and_a_unit_or_several(text, length):
    assert duration(text) == length


@pytest.mark.parametrize("text", ["", " ", "3", "h", "12h1d", "1h1h", "-1h", "1.5h", "3 hours", "1 2h", "99999d", "٣h"])
def test_what_could_mean_two_things_is_refused(text):
    with pytest.raises(ValueError, match="length of time"):
        duration(text)


@given(st.integers(min_value=0, max_value=9999).map(lambda n: timedelta(minutes=n)))
def test_a_length_of_time_that_is_written_reads_back_the_same(length):
    assert duration(duration_text(length)) == length


def test_a_length_of_time_is_written_in_the_largest_unit_that_fits():
    assert duration_text(timedelta(hours=48)) == "2d"
    assert duration_text(timedelta(hours=36)) == "36h"
    assert duration_text(timedelta(seconds=90)) == "90s"
