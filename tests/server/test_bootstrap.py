"""The works as a whole: one thing that fails holds up nothing else."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select, update

from pbem.db.models import AlarmRow, EntryRow, SeatRow
from pbem.mail import maildir
from pbem.server.bootstrap import ALARM_PAUSE
from pbem.server.folders import operator_box
from tests.table import Bench

ANN, BOB = "ann@people.example", "bob@people.example"


def break_the_log(bench: Bench, game: int) -> None:
    with bench.worker.database.begin() as session:
        session.execute(update(EntryRow).where(col(EntryRow.game_id) == game).values(body="{}"))


def lapses(bench: Bench, game: int) -> int:
    with bench.worker.database.begin() as session:
        return sum(session.exec(select(SeatRow.lapses).where(SeatRow.game_id == game)))


def test_a_broken_game_stops_no_other_games_clock_and_does_not_keep_the_server_busy(tmp_path: Path):
    bench = Bench(tmp_path)
    bench.writes(ANN, "NEW american WITH 3 robots")
    bench.writes(BOB, "NEW american WITH 3 robots")
    break_the_log(bench, 1)
    bench.passes(timedelta(hours=48))
    assert lapses(bench, 2) == 1
    with bench.worker.database.begin() as session:
        (again,) = session.exec(select(AlarmRow.due_at).where(AlarmRow.game_id == 1, AlarmRow.kind == "lapse"))
    assert bench.now < again <= bench.now + ALARM_PAUSE
    assert bench.worker.work() == 0
    assert any("game 1" in mail.text for mail in bench.mails("op@example.net"))
    bench.close()


def test_a_folder_that_fails_holds_up_neither_the_other_folders_nor_the_games(bench: Bench, tmp_path: Path):
    spool = bench.worker.settings.server.spool
    for part in ("tmp", "new", "cur"):
        (spool / part).rmdir()
    spool.rmdir()
    spool.mkdir()
    (spool / "new").write_text("in the way")
    maildir.deliver(operator_box(bench.worker.settings), bench.letter(ANN, "REGISTER"))
    with pytest.raises(OSError, match="new"):
        bench.worker.take_folders()
    assert bench.worker.work() == 1
