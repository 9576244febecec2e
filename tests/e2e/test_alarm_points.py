"""Alarms in flight: the process dies at every point while a turn lapses and a vote ends; it ends as it would have."""

from __future__ import annotations

import gc
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.logs import game_log
from tests.e2e.test_crash_points import Death, FragileBench
from tests.table import START, Bench

ANN, BEN = "ann@people.example", "ben@people.example"
DUE = START + timedelta(hours=48)
"""When the turns of the table lapse, and silence agrees in the vote."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of two people who are silent, a minute before their time is up, with a vote that ends then too."""
    folder = tmp_path_factory.mktemp("alarms")
    bench = Bench(folder)
    bench.writes(ANN, f"NEW american deadline=48h WITH {BEN} 2 robots")
    bench.writes(BEN, "yes", answering=bench.mail(BEN))
    bench.writes(ANN, "VOTE END")
    bench.passes(DUE - timedelta(minutes=1) - bench.now)
    bench.close()
    return folder


def life(prepared: Path, folder: Path, fatal: int | None) -> FragileBench:
    """The time comes on a copy of the table, and the process dies once on the way."""
    shutil.copytree(prepared, folder)
    bench = FragileBench(folder, now=DUE + timedelta(minutes=1))
    died = False
    try:
        bench.dies_at(fatal, bench.runs)
    except Death:
        died = True
    if died:  # not before the exception is gone: its frames hold cursors open
        gc.collect()
        bench.restart()
    bench.now += timedelta(minutes=2)
    bench.runs()
    return bench


def end_state(bench: FragileBench) -> tuple[Any, ...]:
    database = bench.folder / "pbem.db"
    with closing(sqlite3.connect(database)) as line:
        seats = line.execute("SELECT seat, state, lapses FROM seat ORDER BY seat").fetchall()
        votes = line.execute("SELECT count(*) FROM vote").fetchone()
        states = line.execute("SELECT DISTINCT state FROM outbox").fetchall()
        mails = line.execute("SELECT recipient, template FROM outbox ORDER BY id").fetchall()
    assert set(states) <= {("sent",), ("dropped",)}
    sent: dict[str, set[bytes]] = {}
    for mail in bench.post.sent:
        sent.setdefault(str(mail.message["Message-ID"]), set()).add(mail.raw)
    assert all(len(copies) == 1 for copies in sent.values())
    return game_log(database), seats, votes, mails


def test_whenever_the_process_dies_a_lapse_costs_one_move_and_a_vote_ends_once(prepared: Path, tmp_path: Path) -> None:
    calm = life(prepared, tmp_path / "calm", None)
    points, wanted = calm.points, end_state(calm)
    calm.close()
    stand_ins = [body for _, body in wanted[0] if body.get("stand_in")]
    assert len(stand_ins) == 2, "each of the two silent people lost one move"
    assert points > 30
    for fatal in range(1, points + 1, 2):
        bench = life(prepared, tmp_path / str(fatal), fatal)
        assert end_state(bench) == wanted, f"died at point {fatal} of {points}"
        bench.close()


def test_an_alarm_that_was_due_while_the_server_was_away_is_not_rung_at_once(prepared: Path, tmp_path: Path) -> None:
    shutil.copytree(prepared, tmp_path / "late")
    late: datetime = DUE + timedelta(hours=5)
    bench = FragileBench(tmp_path / "late", now=late)
    bench.runs()
    assert not [body for _, body in game_log(bench.folder / "pbem.db") if body.get("stand_in")]
    bench.close()
