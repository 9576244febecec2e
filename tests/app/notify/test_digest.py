from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbem.app.notify import digest
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import digests
from pbem.table.options import TableOptions
from tests.app import memory
from tests.table import START

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("18:00", "18:00"),
        ("6pm", "18:00"),
        ("12am", "00:00"),
        ("12pm", "12:00"),
        ("8h", "08:00"),
        ("mon,thu 18:00", "mon,thu 18:00"),
        ("Thursday and Monday at 8 18:00", "mon,thu 08:00,18:00"),
        ("weekdays 8", "mon,tue,wed,thu,fri 08:00"),
        ("weekend 9:30", "sat,sun 09:30"),
        ("daily 1 2 3 4 5 6", "01:00,02:00,03:00,04:00,05:00,06:00"),
    ],
)
def test_hours_are_read_as_people_write_them(text: str, stored: str) -> None:
    assert digest.hours(text).text() == stored
    assert digest.hours(stored).text() == stored


@pytest.mark.parametrize(
    "text", ["", "mon", "noon", "25", "13pm", "0am", "8:60", "1 2 3 4 5 6 7", "someday 8", "m0n 8"]
)
def test_what_is_no_hour_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # its text is the word itself
        digest.hours(text)


@pytest.mark.parametrize(
    ("text", "zone", "then"),
    [
        ("18:00", "UTC", (2, 18)),
        ("09:00", "UTC", (3, 9)),
        ("08:00", "UTC", (3, 8)),
        ("09:30", "Europe/Berlin", (3, 8)),
        ("10:30", "Europe/Berlin", (2, 9)),
        ("mon 08:00", "UTC", (9, 8)),
        ("sun 08:00", "UTC", (8, 8)),
    ],
)
def test_the_next_digest_is_at_the_readers_own_next_hour(text: str, zone: str, then: tuple[int, int]) -> None:
    day, hour = then
    minute = 30 if "30" in text else 0
    assert digest.hours(text).next(START, zone) == datetime(2026, 3, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone", "start", "then"),
    [
        ("2:30 3:00", "Europe/Berlin", "2026-03-28T22:00", ["29T01:00", "29T01:30", "30T00:30", "30T01:00"]),
        ("2:30 3:00", "Europe/Berlin", "2026-10-24T22:00", ["25T00:30", "25T02:00", "26T01:30", "26T02:00"]),
        ("1:45 2:00 2:15", "Australia/Lord_Howe", "2026-10-03T12:00", ["03T15:15", "03T15:30", "03T15:45", "04T14:45"]),
        ("0:00 23:00", "Pacific/Apia", "2011-12-29T20:00", ["30T09:00", "30T10:00", "31T09:00", "31T10:00"]),
    ],
)
def test_where_clocks_change_digests_come_in_their_order_and_each_once(
    text: str, zone: str, start: str, then: list[str]
) -> None:
    now, came = datetime.fromisoformat(f"{start}+00:00"), []
    for _ in then:
        now = digest.hours(text).next(now, zone)
        came.append(f"{now:%dT%H:%M}")
    assert came == then


@pytest.mark.parametrize(("deadline", "due"), [(36_000, 5 * HOUR), (172_800, 9 * HOUR)])
def test_a_question_waits_for_the_hour_or_for_half_of_its_time(uow: UnitOfWork, deadline: int, due: timedelta) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann, options=TableOptions(deadline=deadline))
    digest.add_to_digest(uow, table, table.seats[0], ann)
    assert digests.due(uow.session, START + due - HOUR / 2) == []
    assert digests.due(uow.session, START + due) == [ann.id]


def test_what_was_collected_goes_out_once_and_to_nobody_who_is_paused(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    digest.add_to_digest(uow, table, table.seats[0], ann)
    ann.paused = "no such user"
    digest.send(uow, ann.id)
    assert uow.drafts == []
    assert digests.due(uow.session, START + 99 * HOUR) == []
