from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.clock import downtime
from pbem.app.unit_of_work import UnitOfWork
from pbem.table.options import TableOptions
from tests.app import memory
from tests.table import START

HOUR = timedelta(hours=1)
GRACE = HOUR / 2


@pytest.mark.parametrize(
    ("silent", "jump"), [(HOUR / 2, 0 * HOUR), (HOUR, HOUR), (-HOUR, -HOUR), (-HOUR / 2, 0 * HOUR)]
)
def test_a_silence_longer_than_the_grace_is_a_jump(uow: UnitOfWork, silent: timedelta, jump: timedelta) -> None:
    assert downtime.pulse(uow.session, START, GRACE) == timedelta(0)
    assert downtime.pulse(uow.session, START + silent, GRACE) == jump


@pytest.mark.parametrize(("jump", "due"), [(5 * HOUR, 15 * HOUR), (-5 * HOUR, 10 * HOUR)])
def test_what_was_slept_through_is_nobodys_time_and_no_told_deadline_comes_earlier(
    uow: UnitOfWork, jump: timedelta, due: timedelta
) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(deadline=36_000))
    downtime.pulse(uow.session, START, GRACE)
    downtime.pulse(uow.session, START + jump, GRACE)
    again = uow.records.__class__(uow.session)
    (_, seats) = next(iter(again.ticking()))
    assert seats[0].clock.due_at == START + due
    assert table.seats[0].clock.due_at == START + 10 * HOUR


def test_a_reminder_that_was_sent_is_not_sent_again_after_a_silence(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(deadline=36_000))
    table.seats[0].clock.remind_at = None
    uow.flush()
    downtime.pulse(uow.session, START, GRACE)
    downtime.pulse(uow.session, START + 5 * HOUR, GRACE)
    (_, seats) = next(iter(uow.records.__class__(uow.session).ticking()))
    assert seats[0].clock.remind_at is None
