from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pbem.app.table import Table
from pbem.app.tables import substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms, people
from pbem.facts.notices import ReplacedNotice, ResignedNotice, SitsOutNotice, SleptNotice, SubstitutedNotice
from pbem.facts.play_refusals import SeatResigned
from pbem.facts.table_refusals import AlreadyThere, NotWanted
from pbem.hearts.refusal import GameOver, Refused
from pbem.ids import PlayerId
from pbem.table.options import TableOptions
from pbem.table.player import Player
from pbem.table.states import AlarmKind, GamePhase
from tests.app import memory


def table_of(uow: UnitOfWork, *names: str, **options: Any) -> Table:
    """These people play; the first of them writes."""
    people = [memory.person(uow, name) for name in names]
    table = memory.playing(uow, *people, options=TableOptions(**options))
    memory.writes(uow, people[0], table)
    return table


def named(uow: UnitOfWork, name: str) -> Player:
    found = uow.person_named(name)
    assert found is not None
    return found


@pytest.mark.parametrize(("limit", "gone"), [(1, True), (2, False)])
def test_so_many_turns_let_pass_and_a_robot_sits_down(uow: UnitOfWork, limit: int, gone: bool) -> None:
    table = table_of(uow, "Ann", "Ben", lapses=limit)
    substitutes.note_lapse(uow, table, table.seats[0])
    assert table.seats[0].resigned is gone
    assert [to for to, _ in memory.told(uow, SitsOutNotice)] == ["ann"] * gone
    assert [to for to, _ in memory.told(uow, ResignedNotice)] == ["ben"] * gone


@pytest.mark.parametrize(("rated", "sleeps"), [(False, True), (True, False)])
def test_a_table_that_all_have_left_sleeps_unless_its_result_counts(uow: UnitOfWork, rated: bool, sleeps: bool) -> None:
    table = table_of(uow, "Ann", rated=rated)
    substitutes.resign(uow, table, table.seats[0])
    due = alarms.when(uow.session, table.id, AlarmKind.SLEEP)
    assert due == (uow.now + timedelta(days=30) if sleeps else None)
    assert bool(table.entries) is not sleeps


def test_nobody_gives_a_seat_up_twice_or_after_the_end(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    substitutes.resign(uow, table, table.seats[0])
    with pytest.raises(Refused) as refused:
        substitutes.may_resign(table, table.seats[0])
    assert isinstance(refused.value.refusal, SeatResigned)
    substitutes.cancel_game(uow, table)
    with pytest.raises(Refused) as refused:
        substitutes.may_resign(table, table.seats[1])
    assert isinstance(refused.value.refusal, GameOver)


def test_who_comes_back_wakes_the_table_and_is_asked_again(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann")
    substitutes.resign(uow, table, table.seats[0])
    assert substitutes.given_up(uow, named(uow, "Ann")) == [table]
    substitutes.return_to_seat(uow, table, table.seats[0])
    assert (table.seats[0].joined, table.asked_before) == (True, set())
    assert alarms.when(uow.session, table.id, AlarmKind.SLEEP) is None
    assert substitutes.given_up(uow, named(uow, "Ann")) == []


def test_nobody_comes_back_to_a_game_that_is_over(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann")
    substitutes.resign(uow, table, table.seats[0])
    substitutes.cancel_game(uow, table)
    with pytest.raises(Refused) as refused:
        substitutes.return_to_seat(uow, table, table.seats[0])
    assert isinstance(refused.value.refusal, GameOver)


def test_a_seat_that_was_given_up_is_wanted_and_taken_with_its_hand(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    substitutes.resign(uow, table, table.seats[1])
    assert [(game.id, seat.number) for game, seat in substitutes.wanted(uow)] == [(table.id, 1)]
    hand = table.view(1).hand
    memory.writes(uow, memory.person(uow, "Cleo"))
    assert substitutes.substitute(uow, table.id) is table
    assert (table.seats[1].name, table.seats[1].joined, table.view(1).hand) == ("Cleo", True, hand)
    assert memory.told(uow, SubstitutedNotice) == [("ann", SubstitutedNotice(table.id, "Cleo"))]
    assert memory.told(uow, ReplacedNotice) == [("ben", ReplacedNotice(table.id, "Cleo"))]
    assert substitutes.wanted(uow) == []


def test_a_table_without_substitutes_offers_no_seat(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben", substitutes=False)
    substitutes.resign(uow, table, table.seats[1])
    assert substitutes.wanted(uow) == []
    memory.writes(uow, memory.person(uow, "Cleo"))
    with pytest.raises(Refused) as refused:
        substitutes.substitute(uow, table.id)
    assert refused.value.refusal == NotWanted(game=table.id)


def test_who_sits_or_sat_there_takes_no_other_seat(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    substitutes.resign(uow, table, table.seats[1])
    with pytest.raises(Refused) as refused:
        substitutes.substitute(uow, table.id)
    assert refused.value.refusal == AlreadyThere(name="Ann")


def test_who_blocks_the_host_is_not_wanted(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    substitutes.resign(uow, table, table.seats[1])
    cleo = memory.person(uow, "Cleo")
    people.block(uow.session, cleo.address, PlayerId(named(uow, "Ann").id), uow.now)
    memory.writes(uow, cleo)
    with pytest.raises(Refused) as refused:
        substitutes.substitute(uow, table.id)
    assert refused.value.refusal == NotWanted(game=table.id)


def test_a_table_to_which_nobody_came_back_is_closed_and_all_hear_it(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    for seat in table.seats[:2]:
        substitutes.resign(uow, table, seat)
    substitutes.close_abandoned(uow, table)
    assert memory.told(uow, SleptNotice) == [(name, SleptNotice(table.id, 30)) for name in ("ann", "ben")]
    assert table.phase is GamePhase.CANCELLED


def test_a_table_with_somebody_at_it_is_not_closed(uow: UnitOfWork) -> None:
    table = table_of(uow, "Ann", "Ben")
    substitutes.close_abandoned(uow, table)
    assert table.phase is GamePhase.PLAYING
