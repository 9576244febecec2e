from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.clock import reminders
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.mails import ReminderMail
from pbem.facts.play_refusals import AlreadyReminded, NobodyWaitedFor
from pbem.hearts.refusal import Refused
from tests.app import memory

HOUR = timedelta(hours=1)


def two(uow: UnitOfWork) -> tuple[Table, Table]:
    """Two tables that wait for Ann, at which Ben sits too."""
    ann, ben = memory.person(uow, "Ann"), memory.person(uow, "Ben")
    return memory.playing(uow, ann, ben), memory.playing(uow, ann, ben)


def nudged(uow: UnitOfWork, table: Table, name: str = "") -> tuple[str, ...]:
    ben = uow.person_named("Ben")
    assert ben is not None
    memory.writes(uow, ben, table)
    return reminders.nudge(uow, name)


def test_games_that_would_be_reminded_of_soon_are_told_in_one_mail(uow: UnitOfWork) -> None:
    first, second = two(uow)
    for table, ahead in ((first, 0), (second, 11)):
        table.seats[0].clock.remind_at = uow.now + ahead * HOUR
    reminders.ring(uow, first)
    ((to, mail),) = memory.told(uow, ReminderMail)
    assert (to, len(mail.games)) == ("ann", 2)
    assert all(table.seats[0].clock.remind_at != uow.now for table in (first, second))


def test_a_game_that_is_not_due_for_long_is_not_told_of(uow: UnitOfWork) -> None:
    first, second = two(uow)
    for table, ahead in ((first, 0), (second, 13)):
        table.seats[0].clock.remind_at = uow.now + ahead * HOUR
    reminders.ring(uow, first)
    assert memory.told(uow, ReminderMail) == []
    assert second.seats[0].clock.remind_at == uow.now + 13 * HOUR


def test_before_its_time_nobody_is_reminded(uow: UnitOfWork) -> None:
    first, _ = two(uow)
    reminders.ring(uow, first)
    assert uow.drafts == []


def test_who_wants_no_reminders_gets_none(uow: UnitOfWork) -> None:
    first, _ = two(uow)
    ann = uow.person_named("Ann")
    assert ann is not None
    ann.prefer("remind", "off")
    first.seats[0].clock.remind_at = uow.now
    reminders.ring(uow, first)
    assert uow.drafts == []


def test_a_fellow_player_reminds_once_a_day(uow: UnitOfWork) -> None:
    table, _ = two(uow)
    assert nudged(uow, table, "ann") == ("Ann",)
    uow.now += 23 * HOUR
    with pytest.raises(Refused) as refused:
        nudged(uow, table)
    assert refused.value.refusal == AlreadyReminded(name="Ann")
    uow.now += HOUR
    assert nudged(uow, table) == ("Ann",)


def test_who_is_not_waited_for_cannot_be_reminded(uow: UnitOfWork) -> None:
    table, _ = two(uow)
    with pytest.raises(Refused) as refused:
        nudged(uow, table, "Robot 1")
    assert refused.value.refusal == NobodyWaitedFor(name="Robot 1")
