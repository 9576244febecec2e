"""The monitor's file: whole at any time, readable for the monitor's user, and told of when it cannot be written."""

from __future__ import annotations

import re
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.server import metrics
from pbem.server.tick import tick
from pbem.settings import Settings
from tests.server.test_tick import START, settings
from tests.table import Bench

LINE = re.compile(r'[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? -?[0-9.]+')


def watched(folder: Path) -> Settings:
    found = settings(folder)
    return found.model_copy(update={"metrics": found.metrics.model_copy(update={"file": folder / "pbem.prom"})})


def test_each_pass_of_cron_writes_the_file_anew_an_idle_one_too(tmp_path: Path) -> None:
    found = watched(tmp_path)
    for minutes in range(3):
        now = START + timedelta(minutes=minutes)
        tick(found, lambda: now)  # noqa: B023  # called at once
        text = (tmp_path / "pbem.prom").read_text()
        assert f"pbem_alive_timestamp_seconds {now.timestamp():.3f}\n" in text
    assert stat.S_IMODE((tmp_path / "pbem.prom").stat().st_mode) == 0o644
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_every_line_is_one_that_a_monitor_can_read_and_each_metric_has_one_type(tmp_path: Path) -> None:
    tick(watched(tmp_path), lambda: START)
    lines = (tmp_path / "pbem.prom").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#") and not LINE.fullmatch(line)] == []
    types = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(types) == len(set(types))
    assert {"pbem_stuck", "pbem_disk_bytes", "pbem_oldest_seconds", "pbem_part_failing"} <= set(types)


def test_the_server_writes_it_with_its_pulse_and_a_folder_that_is_gone_is_told_and_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "monitor"
    folder.mkdir()
    bench = Bench(tmp_path / "data", options={"metrics": {"file": str(folder / "pbem.prom")}})
    bench.worker.pulse()
    assert "pbem_stuck 0" in (folder / "pbem.prom").read_text()
    (folder / "pbem.prom").unlink()
    folder.rmdir()
    for _ in range(3):
        bench.worker.pulse()
    assert len([one for one in caplog.records if "metrics fails" in one.getMessage()]) == 1
    folder.mkdir()
    bench.worker.pulse()
    assert (folder / "pbem.prom").exists()
    bench.close()


def test_a_write_that_fails_leaves_the_file_before_and_no_litter(tmp_path: Path) -> None:
    whole = tmp_path / "pbem.prom"
    metrics.write_file(whole, "before 1")
    with pytest.raises(UnicodeEncodeError):
        metrics.write_file(whole, "half \ud800")
    whole.with_name(f".{whole.name}.x").write_text("another's")
    assert whole.read_text() == "before 1\n"


def test_a_label_can_hold_anything() -> None:
    assert metrics.gauge("x", "About.", [({"a": 'q"\\\n'}, 1)])[2] == 'x{a="q\\"\\\\\\n"} 1'
