from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbem.app.table import Table
from pbem.app.turns import timing_mask
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.db.queries import alarms
from pbem.hearts.entries import Played
from pbem.table.answer_times import AnswerTimes
from pbem.table.options import TableOptions
from pbem.table.states import AlarmKind
from tests.app import memory


def table_of(uow: UnitOfWork, *names: str, **options: Any) -> Table:
    pace = TableOptions(**{"veil": True} | options)
    return memory.playing(uow, *(memory.person(uow, name) for name in names), options=pace)


@pytest.mark.parametrize(("veil", "waits"), [(True, True), (False, False)])
def test_a_card_that_is_ready_waits_where_the_table_is_veiled(uow: UnitOfWork, veil: bool, waits: bool) -> None:
    table = table_of(uow, "Ann", "Ben", veil=veil)
    assert timing_mask.waits(uow, table) is waits
    assert (alarms.when(uow.session, table.id, AlarmKind.UNMASK) is not None) is waits
    assert table.masked is waits


def test_a_wait_is_drawn_once_a_turn(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    timing_mask.waits(uow, table)
    due = alarms.when(uow.session, table.id, AlarmKind.UNMASK)
    uow.now += timedelta(minutes=1)
    assert timing_mask.waits(uow, table)
    assert alarms.when(uow.session, table.id, AlarmKind.UNMASK) == due


def test_among_robots_nothing_waits(uow: UnitOfWork) -> None:
    assert not timing_mask.waits(uow, table_of(uow, "Ann"))


@pytest.mark.parametrize(("own", "from_own"), [(5, False), (6, True)])
def test_a_wait_is_one_of_the_tables_own_answers_once_there_are_enough(
    uow: UnitOfWork, own: int, from_own: bool
) -> None:
    table = table_of(uow, "Ann", "Ben")
    for _ in range(own):
        table.record.answer_times = table.record.answer_times.with_answer(True, 7)
    drawn = timing_mask.draw(uow, table)
    assert drawn == 7 if from_own else drawn in timing_mask.TYPICAL


def test_a_wait_is_shorter_than_the_time_for_an_answer(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben", deadline=300)
    assert timing_mask.draw(uow, table) == 270


def test_how_long_an_answer_took_is_kept_for_leads_and_others_apart(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    uow.now += timedelta(seconds=50)
    timing_mask.note_answer(uow, table)
    assert (table.record.answer_times.of(True), table.record.answer_times.of(False)) == ((50,), ())
    table.choose(Played(0, card("2C")), 0)
    timing_mask.note_answer(uow, table)
    assert table.record.answer_times.of(False) == (0,)


def test_an_open_table_keeps_no_times(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben", veil=False)
    timing_mask.note_answer(uow, table)
    assert table.record.answer_times == AnswerTimes()
