"""`pbem check`: all games or some of them, here or shared among processes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.cli import checking
from tests.table import Bench


def games(bench: Bench, number: int) -> None:
    for host in range(number):
        bench.writes(f"host{host}@people.example", "NEW american WITH 3 robots")


@pytest.mark.parametrize("few", [0, 500], ids=["by processes", "here"])
def test_a_game_that_is_not_what_its_log_says_is_found(bench: Bench, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    games(bench, 3)
    monkeypatch.setattr(checking, "FEW", few)
    monkeypatch.setattr(checking, "AT_ONCE", 1)
    assert checking.check(bench.worker.settings) == {"games": 3, "faults": []}
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql("UPDATE game SET scores = '[1,2,3,4]' WHERE id = 2")
    (fault,) = checking.check(bench.worker.settings)["faults"]
    assert fault.startswith("game 2: scores stored")
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql("UPDATE game SET scores = '[0,0,0,0]' WHERE id = 2")


def test_some_are_chosen_and_those_that_ended_long_ago_are_left_out(bench: Bench) -> None:
    games(bench, 3)
    assert checking.check(bench.worker.settings, sample=2)["games"] == 2
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql("UPDATE game SET phase = 'cancelled' WHERE id = 3")
    lately = checking.check(bench.worker.settings, since=bench.now - timedelta(days=1))
    assert lately["games"] == 2
