from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.accounts import reliability
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import punctuality
from pbem.facts.table_refusals import Unreliable
from pbem.hearts.refusal import Refused
from pbem.table.options import TableOptions
from tests.app import memory


def share(uow: UnitOfWork, turns: int, *lapses: timedelta) -> int | None:
    """The figure of a person with so many turns, who let some pass so long ago, after the others."""
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    table.seats[0].turns = turns - len(lapses)
    uow.flush()
    for ago in lapses:
        punctuality.note_lapse(uow.session, ann.id, uow.now - ago)
    return reliability.share(uow, ann.id)


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("turns", "lapses", "figure"),
    [
        (19, [], None),
        (20, [], 100),
        (20, [DAY], 95),
        (25, [DAY, DAY], 92),
        (100, [DAY], 99),
        (20, [61 * DAY], 100),
        (20, [59 * DAY], 95),
    ],
)
def test_the_figure_is_the_share_of_turns_in_time_and_forgives(
    uow: UnitOfWork, turns: int, lapses: list[timedelta], figure: int | None
) -> None:
    assert share(uow, turns, *lapses) == figure


@pytest.mark.parametrize(("least", "welcome"), [(0, True), (95, True), (96, False)])
def test_a_table_asks_for_as_much_as_it_says(uow: UnitOfWork, least: int, welcome: bool) -> None:
    share(uow, 20, DAY)
    ann = uow.person_named("Ann")
    assert ann is not None
    table = memory.gathering(uow, memory.person(uow, "Ben"), options=TableOptions(reliability=least))
    if welcome:
        reliability.require(uow, table, ann)
    else:
        with pytest.raises(Refused) as refused:
            reliability.require(uow, table, ann)
        assert refused.value.refusal == Unreliable(least=96, share=95)


def test_a_newcomer_is_welcome_and_has_no_figure(uow: UnitOfWork) -> None:
    table = memory.gathering(uow, memory.person(uow, "Ben"), options=TableOptions(reliability=100))
    reliability.require(uow, table, memory.person(uow, "Ann"))
    assert [one.reliability for one in reliability.with_reliability(uow, table, table.seat_facts(None))] == [None] * 4
