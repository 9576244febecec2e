from datetime import timedelta

import pytest

from pbem.timespan import duration


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
def test_a_length_of_time_is_a_number_and_a_unit_or_several(text: str, length: str) -> None:
    assert duration(text) == length


@pytest.mark.parametrize("text", ["", " ", "3", "h", "12h1d", "1h1h", "-1h", "1.5h", "3 hours", "1 2h", "99999d", "٣h"])
def test_what_could_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="length of time"):
        duration(text)
