from __future__ import annotations

from pbem.app.turns.advance import advance, robot_acts
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.hearts.entries import Played
from pbem.table.options import TableOptions
from tests.app import memory

ONE_CLUB_EACH = "AKQ2.KQ32.AKQ2.2 | JT9.AJT9.JT987.Q | 876.8765.6543.98 | 543.4..AKJT76543"


def test_a_wait_that_is_over_lets_one_card_through_and_no_more(uow: UnitOfWork) -> None:
    people = [memory.person(uow, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    table = memory.playing(uow, *people, options=TableOptions(veil=True), hands=ONE_CLUB_EACH)
    advance(uow, table, unmasked=True)
    trick = table.view(0).trick
    assert trick is not None
    assert trick.cards == (card("2C"),)


def test_a_robot_that_searches_is_asked_to_think_and_plays_nothing_yet(uow: UnitOfWork) -> None:
    table = memory.playing(uow, memory.person(uow, "Ann"))
    table.seats[1].seat_robot("hard", "Hal")
    table.choose(Played(0, card("2C")), 0)
    assert not robot_acts(uow.services, table, 1)
    assert table.thinks == {1: False}
