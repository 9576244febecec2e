from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.app.clock import downtime
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import questions, server
from pbem.db.queries.questions import Question, QuestionKind, QuestionState
from pbem.db.records import Records
from pbem.ids import GameId, QuestionId
from pbem.table.options import TableOptions
from tests.app import memory
from tests.table import START

HOUR = timedelta(hours=1)
GRACE = HOUR / 2


def pulse(uow: UnitOfWork, now: datetime) -> timedelta:
    """A sign of life, and what follows from it."""
    jump = downtime.pulse(uow.session, now, GRACE)
    while downtime.see_to(uow.session):
        pass
    return jump


@pytest.mark.parametrize(
    ("silent", "jump"), [(HOUR / 2, 0 * HOUR), (HOUR, HOUR), (-HOUR, -HOUR), (-HOUR / 2, 0 * HOUR)]
)
def test_a_silence_longer_than_the_grace_is_a_jump(uow: UnitOfWork, silent: timedelta, jump: timedelta) -> None:
    assert pulse(uow, START) == timedelta(0)
    assert pulse(uow, START + silent) == jump


@pytest.mark.parametrize(("jump", "due"), [(5 * HOUR, 15 * HOUR), (-5 * HOUR, 10 * HOUR)])
def test_what_was_slept_through_is_nobodys_time_and_no_told_deadline_comes_earlier(
    uow: UnitOfWork, jump: timedelta, due: timedelta
) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(deadline=36_000))
    pulse(uow, START)
    pulse(uow, START + jump)
    (_, seats) = Records(uow.session).in_play(GameId(0), 1)[0]
    assert seats[0].clock.due_at == START + due
    assert table.seats[0].clock.due_at == START + 10 * HOUR


@pytest.mark.parametrize("jump", [5 * HOUR, -5 * HOUR])
def test_a_silence_that_agrees_is_counted_in_the_servers_own_days(uow: UnitOfWork, jump: timedelta) -> None:
    memory.writes(uow, memory.person(uow, "Ann"))
    waits = [asked(uow, due_at=START + HOUR) for _ in range(2)]
    others = [asked(uow, due_at=at, state=said) for at, said in _LEFT_ALONE]
    pulse(uow, START)
    pulse(uow, START + jump)
    assert [due_at(uow, number) for number in waits] == [START + HOUR + jump] * 2
    assert [due_at(uow, number) for number in others] == [at for at, _ in _LEFT_ALONE]


_LEFT_ALONE = [(None, QuestionState.OPEN), (START + HOUR, QuestionState.NO)]
"""That has no time, and that has been answered."""


def asked(uow: UnitOfWork, due_at: datetime | None, state: QuestionState = QuestionState.OPEN) -> QuestionId:
    author, letter = memory.address("Ann"), uow.letter_id()
    question = Question(QuestionKind.CONSENT, author, author, letter, START, due_at=due_at, state=state)
    return questions.add(uow.session, question)


def due_at(uow: UnitOfWork, number: QuestionId) -> datetime | None:
    found = questions.question(uow.session, number)
    assert found is not None
    return found.due_at


def test_a_reminder_that_was_sent_is_not_sent_again_after_a_silence(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(deadline=36_000))
    table.seats[0].clock.remind_at = None
    uow.flush()
    pulse(uow, START)
    pulse(uow, START + 5 * HOUR)
    (_, seats) = Records(uow.session).in_play(GameId(0), 1)[0]
    assert seats[0].clock.remind_at is None


@pytest.mark.parametrize("jump", [5 * HOUR, -5 * HOUR])
def test_a_server_that_ends_between_two_parts_of_a_jump_moves_no_clock_twice_and_forgets_none(
    uow: UnitOfWork, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    monkeypatch.setattr(downtime, "AT_ONCE", 2)
    ann = memory.person(uow, "Ann")
    for _ in range(5):
        memory.playing(uow, ann, options=TableOptions(deadline=36_000))
    uow.flush()
    pulse(uow, START)
    assert downtime.pulse(uow.session, START + jump, GRACE) == jump
    moved = []
    while downtime.see_to(uow.session):  # each is a transaction of its own: after any of them all may be over
        games = Records(uow.session).in_play(GameId(0), 9)
        moved.append(sum(seats[0].told.moved != 0 for _, seats in games))
    assert sorted({*moved}) == [0, 2, 4, 5]
    dues = {seats[0].clock.due_at for _, seats in Records(uow.session).in_play(GameId(0), 9)}
    assert dues == {START + max(jump, timedelta(0)) + 10 * HOUR}
    assert server.get(uow.session, server.JUMP) is None
    assert not downtime.see_to(uow.session)


def test_the_next_silence_is_counted_from_where_the_one_before_ended(uow: UnitOfWork) -> None:
    memory.playing(uow, memory.person(uow, "Ann"), options=TableOptions(deadline=36_000))
    uow.flush()
    pulse(uow, START)
    downtime.pulse(uow.session, START + 5 * HOUR, GRACE)  # and the server ends before it has seen to that
    while downtime.see_to(uow.session):
        pass
    assert pulse(uow, START + 12 * HOUR) == 7 * HOUR
    (_, seats) = Records(uow.session).in_play(GameId(0), 1)[0]
    assert seats[0].clock.due_at == START + 22 * HOUR
    assert seats[0].told.moved == 12 * 3600
