"""The score sheet says "before" only of a deal that goes on; between deals it is the total."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.facts.table import DealLine
from pbem.render.sheets import score_rows
from tests.render import samples

VIEW = samples.table().table.view
BETWEEN = replace(VIEW, tricks=(), base=replace(VIEW.base, number=2))
DEALS = tuple(DealLine(number, (0, 0, 13, 13), VIEW.scores) for number in (1, 2))


@pytest.mark.parametrize("deals", [(), DEALS])
def test_between_deals_the_scores_are_the_total(deals: tuple[DealLine, ...]) -> None:
    assert [row.kind for row in score_rows(BETWEEN, deals)] == ["deal"] * len(deals) + ["sum"]


def test_during_a_deal_the_scores_are_those_before_it() -> None:
    assert [row.kind for row in score_rows(VIEW)] == ["before", "now"]
    assert [row.kind for row in score_rows(VIEW, DEALS)][2:] == ["before", "now", "sum"]
