from __future__ import annotations

from datetime import timedelta

from pbem.app.clock import seat_clocks, vacations
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.table import ShortenedAbsence
from pbem.table.options import TableOptions
from tests.app import memory
from tests.table import START

DAY = timedelta(days=1)
TODAY = START.date()


def test_a_clock_that_runs_keeps_what_is_left_until_its_player_is_back(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    memory.writes(uow, ann)
    before = table.seats[0].clock.due_at
    away, short = vacations.go(uow, TODAY, TODAY + 2 * DAY, "")
    assert before == START + timedelta(hours=48)
    assert (away.end, short) == (START + timedelta(days=2, hours=15), ())
    assert table.seats[0].clock.due_at == away.end + timedelta(hours=48)
    assert seat_clocks.time_left(uow, table, table.seats[0]) == timedelta(hours=48)


def test_a_table_that_grants_less_is_named(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann, options=TableOptions(vacation=1))
    memory.writes(uow, ann)
    _, short = vacations.go(uow, TODAY, TODAY + 2 * DAY, "")
    assert short == (ShortenedAbsence(table.id, START + DAY, 1),)


def test_coming_back_starts_the_clock_with_what_was_left(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    memory.writes(uow, ann)
    vacations.go(uow, TODAY, TODAY + 2 * DAY, "")
    assert vacations.end(uow)
    assert table.seats[0].clock.due_at == START + timedelta(hours=48)
    assert not vacations.end(uow)


def test_who_sits_down_takes_along_what_was_said_before(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    memory.writes(uow, ann)
    away, _ = vacations.go(uow, TODAY, TODAY + DAY, "")
    table = memory.gathering(uow, ann)
    vacations.carry(uow, table, table.seats[0], ann)
    assert table.seats[0].absences == (away,)
