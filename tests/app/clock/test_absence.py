from __future__ import annotations

from datetime import date, timedelta

import pytest

from pbem.app.clock import absence
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.account_refusals import BadVacation
from pbem.hearts.refusal import Refused
from pbem.table.absence import Absence
from pbem.table.options import TableOptions
from tests.app import memory
from tests.table import START

DAY = timedelta(days=1)
TODAY = START.date()


def away(first: int, last: int, remark: str = "") -> Absence:
    """From so many days from now until so many."""
    return Absence(START + first * DAY, START + last * DAY, remark)


def test_a_vacation_is_whole_days_in_the_persons_own_zone_and_begins_now_at_the_earliest(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    ann.set_zone("Europe/Berlin")
    found = absence.announced(uow, ann, TODAY, TODAY + DAY, "  by   train ")
    assert (found.start, found.end.isoformat(), found.remark) == (START, "2026-03-03T23:00:00+00:00", "by train")
    assert absence.planned(uow, ann) == found


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (TODAY - 3 * DAY, TODAY - DAY),
        (TODAY + DAY, TODAY),
        (TODAY, TODAY + 367 * DAY),
        (TODAY + 367 * DAY, TODAY + 368 * DAY),
    ],
)
def test_what_is_over_runs_backwards_or_is_too_long_or_too_far_is_no_vacation(
    uow: UnitOfWork, first: date, last: date
) -> None:
    with pytest.raises(Refused) as refused:
        absence.announced(uow, memory.person(uow, "Ann"), first, last, "")
    assert isinstance(refused.value.refusal, BadVacation)


@pytest.mark.parametrize(("first", "last"), [(TODAY, TODAY), (TODAY - DAY, TODAY), (TODAY, TODAY + 366 * DAY)])
def test_the_bounds_themselves_are_granted(uow: UnitOfWork, first: date, last: date) -> None:
    assert absence.announced(uow, memory.person(uow, "Ann"), first, last, "").end > START


def test_a_vacation_that_is_over_is_planned_no_more(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    ann.vacation = away(-2, 0)
    assert absence.planned(uow, ann) is None


@pytest.mark.parametrize(("used", "wanted", "granted"), [(0, 10, 10), (0, 11, 10), (4, 10, 6), (10, 3, 0)])
def test_a_table_grants_what_its_cap_leaves(uow: UnitOfWork, used: int, wanted: int, granted: int) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(vacation=10))
    seat = table.seats[0]
    seat.absences = (away(-30, used - 30),) if used else ()
    assert absence.grant(uow, table, seat, away(0, wanted)).end == START + granted * DAY
    assert len(seat.absences) == bool(used) + bool(granted)


def test_a_new_vacation_takes_the_place_of_one_that_was_to_come(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"))
    absence.grant(uow, table, table.seats[0], away(5, 6))
    absence.grant(uow, table, table.seats[0], away(8, 9))
    assert table.seats[0].absences == (away(8, 9),)


@pytest.mark.parametrize(
    ("before", "after", "any_left"),
    [
        (away(-3, 2), [away(-3, 0)], True),
        (away(1, 2), [], True),
        (away(-3, -1), [away(-3, -1)], False),
    ],
)
def test_who_is_back_is_away_no_longer(uow: UnitOfWork, before: Absence, after: list[Absence], any_left: bool) -> None:
    seat = memory.playing(uow, memory.person(uow, "Ann")).seats[0]
    seat.absences = (before,)
    assert absence.end_now(uow, seat) is any_left
    assert list(seat.absences) == after


@pytest.mark.parametrize(
    ("when", "start", "end"),
    [
        (away(-1, 1, "ski"), None, START + DAY),
        (away(13, 15, "ski"), START + 13 * DAY, START + 15 * DAY),
        (away(14, 15), None, None),
        (away(-2, 0), None, None),
    ],
)
def test_the_others_see_what_runs_and_what_begins_within_two_weeks(
    uow: UnitOfWork, when: Absence, start: object, end: object
) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"))
    table.seats[0].absences = (when,)
    shown = absence.with_absences(table.seat_facts(None), table, START)[0]
    assert (shown.away_from, shown.away_until, shown.remark) == (start, end, when.remark)


def test_a_robot_in_the_seat_is_not_away(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"))
    table.seats[0].absences = (away(-1, 1),)
    table.seats[0].resign("easy", None)
    assert absence.with_absences(table.seat_facts(None), table, START)[0].away_until is None
