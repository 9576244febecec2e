from __future__ import annotations

import pytest

from pbem.app.table import Table
from pbem.app.turns import claims, finished_deals
from pbem.app.turns.advance import advance
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.play_refusals import NoSuchDeal
from pbem.facts.table import RestFacts
from pbem.hearts.entries import Dealt, Opened
from pbem.hearts.refusal import Refused
from pbem.table.states import RestKind
from tests.app import memory

FIRST = memory.LED_BY_SEAT_0


def after_a_deal(uow: UnitOfWork) -> Table:
    """One deal is over, and the next one is dealt."""
    table = memory.playing(uow, memory.person(uow, "Ann"))
    claims.play_out(table, RestFacts(RestKind.REST, 0))
    advance(uow, table)
    memory.saved(uow, table)
    return table


def test_a_deal_that_is_over_is_read_again_from_its_part_of_the_log(uow: UnitOfWork) -> None:
    table = after_a_deal(uow)
    log = finished_deals.entries(uow.session, table, FIRST)
    assert (type(log[0]), type(log[1]), len(log)) == (Opened, Dealt, 2 + 52)
    record, _ = finished_deals.finished(uow.session, table, FIRST)
    assert (record.number, record.points) == (FIRST, (22, 4, 0, 0))


@pytest.mark.parametrize("number", [FIRST - 1, FIRST + 1, 99])
def test_a_deal_that_runs_or_never_was_is_refused(uow: UnitOfWork, number: int) -> None:
    table = after_a_deal(uow)
    with pytest.raises(Refused) as refused:
        finished_deals.finished(uow.session, table, number)
    assert refused.value.refusal == NoSuchDeal(deal=number)


def test_of_the_deals_asked_for_those_that_are_over_are_told(uow: UnitOfWork) -> None:
    table = after_a_deal(uow)
    missed = finished_deals.missed(uow.session, table, (FIRST, FIRST + 1))
    assert [one.number for one in missed] == [FIRST]


def test_who_asked_for_no_hint_has_had_none(uow: UnitOfWork) -> None:
    table = after_a_deal(uow)
    assert finished_deals.hints(uow.session, table, FIRST) == (0, 0, 0, 0)
