from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbem.app.table import Table
from pbem.app.tables import votes
from pbem.app.turns import claims
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.facts.mails import VoteMail
from pbem.facts.notices import VoteResultNotice
from pbem.facts.play_refusals import AlreadyPaused, BadLength, NothingAsked, NotPaused, Rated, SeatResigned, VoteOpen
from pbem.facts.table import RestFacts
from pbem.facts.table_answers import VoteAskedAnswer, VotedAnswer, VoteResultAnswer
from pbem.hearts.entries import Stopped
from pbem.hearts.refusal import Refusal, Refused
from pbem.table.options import TableOptions
from pbem.table.states import AlarmKind, GamePhase, RestKind, VoteKind
from tests.app import memory

DAY = timedelta(days=1)


def three(uow: UnitOfWork, **options: Any) -> Table:
    """Ann, Ben and Cleo with a robot; Ann writes."""
    people = [memory.person(uow, name) for name in ("Ann", "Ben", "Cleo")]
    table = memory.playing(uow, *people, options=TableOptions(**options))
    memory.writes(uow, people[0], table)
    return table


def says(uow: UnitOfWork, table: Table, name: str, yes: bool) -> None:
    player = uow.person_named(name)
    assert player is not None
    memory.writes(uow, player, table)
    votes.ballot(uow, yes)


def refusal(uow: UnitOfWork, kind: VoteKind, length: timedelta | None = None) -> Refusal:
    with pytest.raises(Refused) as refused:
        votes.ask(uow, kind, length)
    return refused.value.refusal


def test_the_others_are_asked_and_robots_are_not(uow: UnitOfWork) -> None:
    table = three(uow)
    assert not votes.ask(uow, VoteKind.PAUSE)
    assert [to for to, _ in memory.told(uow, VoteMail)] == ["ben", "cleo"]
    (answer,) = uow.answers
    assert isinstance(answer, VoteAskedAnswer)
    assert alarms.when(uow.session, table.id, AlarmKind.VOTE) == answer.until == uow.now + 2 * DAY


def test_who_plays_alone_decides_alone(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    memory.writes(uow, ann, table)
    assert votes.ask(uow, VoteKind.CANCEL)
    assert table.phase is GamePhase.CANCELLED


@pytest.mark.parametrize(
    ("kind", "words", "phase"),
    [
        (VoteKind.CANCEL, (True, True), GamePhase.CANCELLED),
        (VoteKind.CANCEL, (True, False), GamePhase.PLAYING),
        (VoteKind.CANCEL, (False,), GamePhase.PLAYING),
    ],
)
def test_one_no_keeps_the_game_going(
    uow: UnitOfWork, kind: VoteKind, words: tuple[bool, ...], phase: GamePhase
) -> None:
    table = three(uow)
    votes.ask(uow, kind)
    for name, yes in zip(("Ben", "Cleo"), words, strict=False):
        says(uow, table, name, yes)
    assert table.phase is phase


def test_an_end_that_all_agree_to_comes_with_this_deal(uow: UnitOfWork) -> None:
    table = three(uow)
    votes.ask(uow, VoteKind.END)
    votes.ring(uow, table)
    assert table.entries[0] == Stopped()
    claims.play_out(table, RestFacts(RestKind.SETTLED))
    assert table.playing().phase == "finished"


@pytest.mark.parametrize(("words", "paused"), [((True, True), True), ((False, True), True), ((False, False), False)])
def test_a_pause_needs_more_yes_than_no(uow: UnitOfWork, words: tuple[bool, bool], paused: bool) -> None:
    table = three(uow)
    votes.ask(uow, VoteKind.PAUSE, 3 * DAY)
    for name, yes in zip(("Ben", "Cleo"), words, strict=True):
        says(uow, table, name, yes)
    assert (table.record.pause is not None) is paused
    assert table.seats[0].clock.runs is not paused
    assert isinstance(uow.answers[-1], VoteResultAnswer)
    assert [to for to, _ in memory.told(uow, VoteResultNotice)] == ["ann", "ben"]
    assert alarms.when(uow.session, table.id, AlarmKind.RESUME) == (uow.now + 3 * DAY if paused else None)


def test_silence_is_a_yes(uow: UnitOfWork) -> None:
    table = three(uow)
    votes.ask(uow, VoteKind.PAUSE)
    says(uow, table, "Ben", yes=False)
    assert isinstance(uow.answers[-1], VotedAnswer)
    votes.ring(uow, table)
    assert table.record.pause is not None
    votes.ring(uow, table)
    assert alarms.when(uow.session, table.id, AlarmKind.VOTE) is None


def test_who_paused_alone_goes_on_alone(uow: UnitOfWork) -> None:
    table = three(uow)
    votes.ask(uow, VoteKind.PAUSE)
    votes.ring(uow, table)
    assert votes.ask(uow, VoteKind.RESUME)
    assert (table.record.pause, table.seats[0].clock.runs) == (None, True)


def test_a_pause_that_is_over_asks_again(uow: UnitOfWork) -> None:
    table = three(uow)
    votes.ask(uow, VoteKind.PAUSE)
    votes.ring(uow, table)
    votes.resume_now(uow, table)
    assert (table.record.pause, table.asked_before) == (None, set())


def test_an_extension_gives_the_time_of_one_answer_more(uow: UnitOfWork) -> None:
    table = three(uow)
    before = table.seats[0].clock.due_at
    assert before is not None
    votes.ask(uow, VoteKind.EXTEND)
    votes.ring(uow, table)
    assert table.seats[0].clock.due_at == before + 2 * DAY


@pytest.mark.parametrize(
    ("kind", "length", "most"),
    [(VoteKind.PAUSE, 61 * DAY, 60), (VoteKind.EXTEND, 31 * DAY, 30), (VoteKind.PAUSE, -DAY, 60)],
)
def test_a_length_has_its_bounds(uow: UnitOfWork, kind: VoteKind, length: timedelta, most: int) -> None:
    three(uow)
    assert refusal(uow, kind, length) == BadLength(days=most)


@pytest.mark.parametrize(("kind", "length"), [(VoteKind.PAUSE, 60 * DAY), (VoteKind.EXTEND, 30 * DAY)])
def test_the_longest_can_be_asked_for(uow: UnitOfWork, kind: VoteKind, length: timedelta) -> None:
    three(uow)
    assert not votes.ask(uow, kind, length)


def test_where_the_result_counts_no_vote_ends_the_game(uow: UnitOfWork) -> None:
    three(uow, rated=True)
    assert isinstance(refusal(uow, VoteKind.END), Rated)
    assert isinstance(refusal(uow, VoteKind.CANCEL), Rated)


def test_one_vote_at_a_time_and_only_what_can_be(uow: UnitOfWork) -> None:
    table = three(uow)
    assert isinstance(refusal(uow, VoteKind.RESUME), NotPaused)
    votes.ask(uow, VoteKind.PAUSE)
    assert isinstance(refusal(uow, VoteKind.EXTEND), VoteOpen)
    votes.ring(uow, table)
    assert isinstance(refusal(uow, VoteKind.PAUSE), AlreadyPaused)


def test_a_word_where_nothing_is_asked_is_refused(uow: UnitOfWork) -> None:
    three(uow)
    with pytest.raises(Refused) as refused:
        votes.ballot(uow, True)
    assert isinstance(refused.value.refusal, NothingAsked)


def test_who_has_given_up_the_seat_has_no_vote(uow: UnitOfWork) -> None:
    three(uow).seats[0].resign("easy", None)
    assert isinstance(refusal(uow, VoteKind.PAUSE), SeatResigned)
