"""Vacations: the clock of who is away waits, the others see it, each table has its cap, and BACK ends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.app.setting import EAST, NORTH, SOUTH, WEST, begun, gather, solo
from tests.app.test_clocks import due, goes_by, lapsed, seat
from tests.table import Bench, Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def test_the_clock_of_who_is_away_waits_from_the_first_to_the_last_day(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    noted = bench.writes(NORTH, "VACATION 2026-03-03 2026-03-10 sailing", answering=asked)
    assert "you are away until Wednesday 11 March, 00:00 (UTC)" in flat(noted)
    assert due(bench) == datetime(2026, 3, 11, 9, tzinfo=UTC)  # fifteen hours of the second of March had counted
    goes_by(bench, 8 * DAY, 5 * HOUR)
    assert lapsed(bench) == 0
    goes_by(bench, 2 * DAY, 5 * HOUR)
    assert lapsed(bench) > 0


def test_vacation_days_are_days_of_the_players_own_zone(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", "REGISTER North\nSET ZONE America/Los_Angeles")
    solo(bench)
    noted = bench.writes(NORTH, "VACATION 7 March - 8 March")
    assert "beginning on Saturday 7 March, 00:00 (UTC-8)" in flat(noted)
    assert "until Monday 9 March, 00:00 (UTC-7)" in flat(noted)  # the clocks go forward in that night


def test_the_others_see_who_is_away_until_when_and_why(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "VACATION 2026-03-02 2026-03-09 gone fishing")
    for who in (NORTH, SOUTH):
        told = flat(bench.writes(who, "HAND"))
        assert 'Until Tuesday 10 March, 00:00 (UTC) East is away, and says: "gone fishing".' in told
    assert "East is away" not in flat(bench.writes(EAST, "HAND"))


def test_a_vacation_that_is_to_come_is_shown_before_it_begins(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "VACATION 2026-03-09 2026-03-12")
    told = flat(bench.writes(NORTH, "HAND"))
    assert "From Monday 9 March, 00:00 (UTC) until Friday 13 March, 00:00 (UTC) East will be away" in told


def test_each_table_grants_as_many_days_as_its_cap(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=24h vacation=3d WITH 3 ROBOTS")
    noted = bench.writes(NORTH, "VACATION 2026-03-03 2026-03-10", answering=asked)
    assert "In game 1 the table grants 3 days for each seat" in flat(noted)
    assert due(bench) == datetime(2026, 3, 6, 9, tzinfo=UTC)
    goes_by(bench, 5 * DAY, 5 * HOUR)
    assert lapsed(bench) > 0


def test_the_cap_counts_all_vacations_of_a_game(bench: Bench) -> None:
    solo(bench, "NEW clock=24h vacation=4d WITH 3 ROBOTS")
    bench.writes(NORTH, "VACATION 2026-03-02 2026-03-04")
    goes_by(bench, 3 * DAY, 5 * HOUR)
    noted = bench.writes(NORTH, "VACATION 2026-03-05 2026-03-10")
    assert "grants 4 days" in flat(noted)
    assert due(bench) == datetime(2026, 3, 7, 9, tzinfo=UTC)  # nine hours of the fifth counted


def test_a_table_without_vacations_grants_none(bench: Bench) -> None:
    solo(bench, "NEW clock=24h vacation=0d WITH 3 ROBOTS")
    before = due(bench)
    bench.writes(NORTH, "VACATION 10 days")
    assert due(bench) == before


def test_back_ends_a_vacation_and_the_clock_runs_on_with_what_was_left(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    goes_by(bench, 6 * HOUR)
    bench.writes(NORTH, "VACATION 10 days", answering=asked)
    goes_by(bench, 2 * DAY, 5 * HOUR)
    answer = bench.writes(NORTH, "BACK")
    assert "Your vacation is over" in flat(answer)
    assert due(bench) == bench.now + 18 * HOUR
    assert "no vacation planned" in flat(bench.writes(NORTH, "VACATION"))


def test_a_new_vacation_takes_the_place_of_the_one_before(bench: Bench) -> None:
    solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    before = due(bench)
    bench.writes(NORTH, "VACATION 2026-03-20 2026-03-25")
    bench.writes(NORTH, "VACATION 2026-04-20 2026-04-25")
    assert due(bench) == before
    shown = flat(bench.writes(NORTH, "VACATION"))
    assert "beginning on Monday 20 April" in shown


def test_who_sits_down_while_away_takes_the_vacation_along(bench: Bench) -> None:
    bench.writes(f"East <{EAST}>", "REGISTER East")
    bench.writes(EAST, "VACATION 5 days")
    gather(bench, EAST, "2 ROBOTS", order="NEW clock=24h")
    east, north = due(bench, 1), due(bench, 0)
    assert east - north > 4 * DAY


def test_who_is_away_may_answer_all_the_same(bench: Bench) -> None:
    asked = begun(bench)
    bench.writes(NORTH, "VACATION 5 days")
    answer = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert answer is not None
    assert seat(bench).lapses == 0


@pytest.mark.parametrize(
    "text", ["2026-01-01 2026-01-05", "2026-03-20 2026-03-10", "2026-03-10", "5/3 6/3", "2030-01-01 2030-02-01"]
)
def test_days_that_cannot_be_are_refused_with_an_example(bench: Bench, text: str) -> None:
    solo(bench)
    answer = bench.writes(NORTH, f"VACATION {text}")
    assert "Write for example [VACATION 2026-08-01 2026-08-14]" in flat(answer)


def test_a_vacation_over_the_29th_of_february_has_the_day_that_it_has(bench: Bench) -> None:
    bench.now = datetime(2028, 2, 27, 0, 0, tzinfo=UTC)
    solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    bench.writes(NORTH, "VACATION 28 Feb - 1 March")
    assert due(bench) == datetime(2028, 2, 28, tzinfo=UTC)
    bench.writes(NORTH, "BACK\nVACATION 27 Feb - 1 March")
    assert due(bench) == datetime(2028, 3, 3, tzinfo=UTC)


def test_talk_of_a_vacation_is_no_order(bench: Bench) -> None:
    asked = begun(bench)
    bench.writes(NORTH, f"{asked.legal[0]}\nvacation was great, thank you", answering=asked)
    assert seat(bench).absences == ()
