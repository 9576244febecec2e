from __future__ import annotations

import pytest

from pbem.app.notify import news_levels
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import card
from pbem.hearts.entries import Played
from pbem.server.processor import finish
from pbem.table.options import TableOptions
from pbem.table.preferences import NewsLevel
from tests.app import memory

TRICK = ("2C", "JC", "9C", "5C")


def played(uow: UnitOfWork, count: int, ask: str = "turn") -> Table:
    """Four people, of whom the first have just played a card each."""
    people = [memory.person(uow, name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    table = memory.playing(uow, *people, options=TableOptions(ask=ask))
    for seat, text in enumerate(TRICK[:count]):
        table.choose(Played(seat, card(text)), seat)
    return table


def hears(uow: UnitOfWork, table: Table, level: str) -> list[int]:
    return [seat.number for seat in table.seats if news_levels.concerns(uow, table, seat, NewsLevel(level))]


@pytest.mark.parametrize(
    ("level", "cards", "seats"),
    [
        ("turn", 1, [1]),
        ("deal", 1, [1]),
        ("trick", 1, [1]),
        ("every", 1, [0, 1, 2, 3]),
        ("turn", 4, [1]),
        ("trick", 4, [0, 1, 2, 3]),
        ("deal", 4, [1]),
    ],
)
def test_each_level_hears_as_much_as_it_says(uow: UnitOfWork, level: str, cards: int, seats: list[int]) -> None:
    assert hears(uow, played(uow, cards), level) == seats


@pytest.mark.parametrize(("level", "seats"), [("turn", [1, 2, 3]), ("deal", [1])])
def test_who_follows_is_asked_early_unless_it_is_only_for_the_turn(
    uow: UnitOfWork, level: str, seats: list[int]
) -> None:
    assert hears(uow, played(uow, 1, ask="early"), level) == seats


@pytest.mark.parametrize(("level", "told"), [("turn", True), ("deal", False)])
def test_who_let_a_turn_pass_hears_of_it(uow: UnitOfWork, level: str, told: bool) -> None:
    table = played(uow, 1)
    table.lapsed.add(0)
    assert (0 in hears(uow, table, level)) is told


def test_a_turn_whose_card_is_ready_and_waits_asks_nobody(uow: UnitOfWork) -> None:
    table = played(uow, 1)
    table.masked = True
    assert hears(uow, table, "turn") == []


def test_who_has_been_asked_is_not_asked_again(uow: UnitOfWork) -> None:
    assert hears(uow, played(uow, 0), "turn") == []


def test_each_hears_as_much_as_the_person_has_said(uow: UnitOfWork) -> None:
    table = played(uow, 0)
    ben = uow.player_of(table.seats[1])
    assert ben is not None
    ben.prefer("news", "every")
    assert [news_levels.news_level(uow, table, seat) for seat in table.seats] == ["turn", "every", "turn", "turn"]


def test_what_a_withdrawn_question_told_is_told_again(uow: UnitOfWork) -> None:
    table = played(uow, 1)
    ben = table.seats[1]
    before = ben.told.mark
    finish(uow)
    assert ben.told.mark != before
    memory.saved(uow, table)
    table.choose(Played(1, card("JC")), 1)
    news_levels.withdraw(uow, table, ben)
    assert ben.told.mark == before
