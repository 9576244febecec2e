from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbem.app.clock import seat_clocks
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.db.queries import alarms
from pbem.hearts.entries import Played
from pbem.table.options import TableOptions
from pbem.table.states import AlarmKind
from tests.app import memory
from tests.table import START

HOUR = timedelta(hours=1)


def begun(uow: UnitOfWork, **options: Any) -> Table:
    return memory.playing(
        uow, *(memory.person(uow, name) for name in ("Ann", "Ben", "Cleo", "Dan")), options=TableOptions(**options)
    )


def test_only_who_is_asked_has_a_clock_that_runs_and_the_table_has_its_deadline(uow: UnitOfWork) -> None:
    table = begun(uow, deadline=36_000)
    assert [seat.clock.runs for seat in table.seats] == [True, False, False, False]
    assert table.record.due_at == table.seats[0].clock.due_at == START + 10 * HOUR
    assert alarms.when(uow.session, table.id, AlarmKind.LAPSE) == START + 10 * HOUR


def test_an_answer_stops_the_own_clock_and_starts_the_next_one(uow: UnitOfWork) -> None:
    table = begun(uow)
    uow.now += HOUR
    table.choose(Played(0, card("2C")), 0)
    memory.saved(uow, table)
    assert [seat.clock.runs for seat in table.seats] == [False, True, False, False]
    assert (table.seats[0].turns, table.seats[1].clock.since) == (1, uow.now)


@pytest.mark.parametrize(("took", "bank"), [(0, 7_200), (1, 7_200), (2, 3_600), (3, 0)])
def test_an_answer_fills_the_bank_by_the_increment_and_takes_its_time(uow: UnitOfWork, took: int, bank: int) -> None:
    table = begun(uow, deadline=3_600, bank=7_200)
    assert table.seats[0].clock.due_at == START + 3 * HOUR
    uow.now += took * HOUR
    table.choose(Played(0, card("2C")), 0)
    memory.saved(uow, table)
    assert table.seats[0].clock.bank == bank


def test_a_lapse_empties_the_bank_and_is_no_turn_in_time(uow: UnitOfWork) -> None:
    table = begun(uow, deadline=3_600, bank=7_200)
    table.lapsed.add(0)
    table.choose(Played(0, card("2C")), 0)
    memory.saved(uow, table)
    assert (table.seats[0].clock.bank, table.seats[0].turns) == (0, 0)


def test_a_halt_keeps_what_is_left_and_going_on_runs_it(uow: UnitOfWork) -> None:
    table = begun(uow, deadline=36_000)
    uow.now += 4 * HOUR
    seat_clocks.halt(uow, table)
    assert (table.seats[0].clock.left, table.record.due_at) == (6 * 3_600, None)
    assert alarms.when(uow.session, table.id, AlarmKind.LAPSE) is None
    uow.now += 100 * HOUR
    seat_clocks.go_on(uow, table)
    assert table.seats[0].clock.due_at == uow.now + 6 * HOUR


def test_an_extension_counts_for_a_clock_that_runs_and_for_one_that_stands(uow: UnitOfWork) -> None:
    table = begun(uow, deadline=36_000)
    seat_clocks.extend(uow, table, HOUR)
    assert table.seats[0].clock.due_at == START + 11 * HOUR
    seat_clocks.halt(uow, table)
    seat_clocks.extend(uow, table, HOUR)
    assert table.seats[0].clock.left == 12 * 3_600


def test_a_restart_gives_the_whole_time_again(uow: UnitOfWork) -> None:
    table = begun(uow, deadline=36_000)
    uow.now += 9 * HOUR
    seat_clocks.restart(uow, table)
    assert table.seats[0].clock.due_at == uow.now + 10 * HOUR


@pytest.mark.parametrize(
    ("hours", "reminders"),
    [(2, [1]), (8, [4, 6]), (20, [10, 12]), (40, [23, 36])],
)
def test_a_reminder_comes_at_half_of_the_time_and_before_its_end_and_never_at_night(
    uow: UnitOfWork, hours: int, reminders: list[int]
) -> None:
    seat = begun(uow, deadline=hours * 3_600).seats[0]
    calendar = seat_clocks.calendar_of(None, TableOptions(), seat)
    found, after = [], START
    while (at := seat_clocks.next_reminder(seat.clock, calendar, after)) is not None:
        found.append((at - START) / HOUR)
        after = at
    assert found == reminders
