"""Deadlines are told in the reader's own time, which the letters teach us, and with what is left of it."""

from __future__ import annotations

from datetime import timedelta, timezone

from tests.app.setting import NORTH, solo
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def at(bench: Bench, hours: float) -> None:
    """From now on letters are written where clocks are so far from UTC."""
    bench.now = bench.now.astimezone(timezone(timedelta(hours=hours)))


def test_the_deadline_is_a_day_an_hour_and_what_is_left(bench: Bench) -> None:
    assert "Please answer by Wednesday 4 March, 09:00 (UTC). You have 2 days." in flat(solo(bench))
    bench.passes(timedelta(hours=20))
    assert "09:00 (UTC). You have 1 day 4 hours." in flat(bench.writes(NORTH, "HAND"))


def test_the_zone_is_the_one_of_the_players_own_letters(bench: Bench) -> None:
    at(bench, 1)
    assert "by Wednesday 4 March, 10:00 (UTC+1). You have 2 days." in flat(solo(bench))
    assert "time zone is UTC+1, as your letters say" in flat(bench.writes(NORTH, "SET"))
    at(bench, 5.5)
    assert "14:30 (UTC+5:30)." in flat(bench.writes(NORTH, "HAND"))


def test_a_letter_that_says_utc_may_not_know(bench: Bench) -> None:
    at(bench, -8)
    solo(bench)
    at(bench, 0)
    assert "(UTC-8)" in flat(bench.writes(NORTH, "HAND"))


def test_a_zone_that_was_set_is_not_learned_over(bench: Bench) -> None:
    solo(bench)
    bench.writes(NORTH, "SET ZONE UTC")
    at(bench, 9)
    assert "09:00 (UTC)." in flat(bench.writes(NORTH, "HAND"))
    bench.writes(NORTH, "SET ZONE Europe/Berlin")
    assert "10:00 (UTC+1)." in flat(bench.writes(NORTH, "HAND"))


def test_a_letter_that_is_not_proven_teaches_nothing(bench: Bench) -> None:
    solo(bench)
    at(bench, 9)
    bench.writes(NORTH, "HAND", proven=False)
    at(bench, 0)
    assert "09:00 (UTC)." in flat(bench.writes(NORTH, "HAND"))
