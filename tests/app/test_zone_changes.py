"""Clocks that are put forward and back, and a zone that is changed in the middle of a turn, move no deadline."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbem.db.records import Records
from pbem.ids import GameId
from tests.app import setting
from tests.app.setting import NORTH
from tests.table import Bench

ZONES = ("Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu", "Europe/Berlin", "Pacific/Niue")


def due(bench: Bench) -> datetime | None:
    with bench.worker.database.read() as session:
        record = Records(session).game(GameId(1))
        assert record is not None
        return record.due_at


def test_a_zone_that_is_changed_in_the_middle_of_a_turn_moves_no_deadline(bench: Bench) -> None:
    turn = setting.begun(bench)
    before = due(bench)
    assert before is not None
    for zone in ZONES:
        told = bench.writes(NORTH, f"SET ZONE {zone}\nHAND", answering=turn)
        assert told is not None
        assert due(bench) == before
    bench.writes(NORTH, turn.legal[0], answering=turn)
    assert any(entry.seat == 0 for entry in setting.entries(bench, 1)[-8:] if hasattr(entry, "seat"))


@pytest.mark.parametrize("start", [datetime(2026, 3, 28, 9, tzinfo=UTC), datetime(2026, 10, 24, 9, tzinfo=UTC)])
@pytest.mark.parametrize("hour", ["2:30", "23:59"])
def test_where_clocks_change_a_digest_comes_once_a_day_and_a_turn_keeps_its_whole_time(
    bench: Bench, start: datetime, hour: str
) -> None:
    bench.now = start
    turn = setting.begun(bench, "NEW deadline=7d WITH 3 ROBOTS")
    before = due(bench)
    bench.writes(NORTH, "SET ZONE Europe/Berlin\nSET NEWS DIGEST", answering=turn)
    bench.writes(NORTH, f"SET DIGEST {hour}", answering=turn)
    bench.writes(NORTH, f"SAY hello\n{turn.legal[0]}", answering=turn)
    sent = len(bench.mails(NORTH))
    bench.passes(timedelta(days=2))
    assert before is not None
    assert before - start >= timedelta(days=6, hours=23)
    assert 1 <= len(bench.mails(NORTH)) - sent <= 3
