"""A log that is damaged in its middle: SQLite drops what lies behind without a word, and the operator hears of it."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.db.idle_check import nothing_to_do
from pbem.db.wal_check import log_of
from tests.table import START, Bench

ANN, OPERATOR = "ann@people.example", "op@example.net"
HEADER, FRAME = 32, 24 + 4096


def cut_off(bench: Bench) -> None:
    """What a power cut leaves of the server: the database and its log as they lie on the disk."""
    for end in ("", "-wal"):
        shutil.copyfile(bench.folder / f"pbem.db{end}", bench.folder / f"cut.db{end}")
    bench.worker.close()
    for end in ("", "-wal"):
        (bench.folder / f"cut.db{end}").replace(bench.folder / f"pbem.db{end}")


def frame(log: bytearray, back: int) -> int:
    """Where the frame begins that is so many from the end of the present run."""
    run = log[16:24]
    last = max(i for i in range((len(log) - HEADER) // FRAME) if log[HEADER + i * FRAME :][8:16] == run)
    return HEADER + (last - back) * FRAME


def a_bit(log: bytearray) -> None:
    log[frame(log, 30) + 1000] ^= 1


def a_sector(log: bytearray) -> None:
    at = frame(log, 20) + 512
    log[at : at + 512] = bytes(byte ^ 0xFF for byte in log[at : at + 512])


def the_header(log: bytearray) -> None:
    log[16] ^= 1


def the_last_frame(log: bytearray) -> None:
    log[frame(log, 0) + 1000] ^= 1


def the_end(log: bytearray) -> None:
    del log[frame(log, 1) + 100 :]


def nothing(_: bytearray) -> None:
    """A power cut that harms none of what was flushed."""


@pytest.mark.parametrize(
    ("harm", "told"),
    [(a_bit, True), (a_sector, True), (the_header, True), (the_last_frame, False), (the_end, False), (nothing, False)],
)
def test_what_a_damaged_log_has_lost_is_told_and_what_a_power_cut_may_do_is_not(
    bench: Bench, harm: Callable[[bytearray], None], told: bool
) -> None:
    bench.writes(ANN, "NEW american WITH 3 robots")
    for order in ("HAND", "GAMES", "RULES"):
        bench.writes(ANN, order)
    cut_off(bench)
    path = bench.folder / "pbem.db-wal"
    log = bytearray(path.read_bytes())
    harm(log)
    path.write_bytes(log)
    assert not nothing_to_do(bench.folder / "pbem.db", START, START - START)  # nor is it opened by a look
    assert path.read_bytes() == log
    bench.restart()
    bench.runs()
    assert any("has lost what was written last" in mail.subject for mail in bench.mails(OPERATOR)) == told
    kept = list(bench.folder.glob("pbem.db-wal.damaged-*"))
    assert [one.read_bytes() for one in kept] == [bytes(log)] * told
    assert bench.writes(ANN, "GAMES") is not None  # and it goes on with what is left


def test_a_log_of_another_run_or_of_nothing_holds_no_commit(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    assert log_of(database).commits == ()
    for content in (b"", b"x" * 31, bytes(32), b"x" * 5000):
        (tmp_path / "a.db-wal").write_bytes(content)
        assert sum(log_of(database).commits) <= 1


def test_a_log_that_was_begun_anew_does_not_count_what_was_in_it_before(tmp_path: Path) -> None:
    line = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    line.execute("PRAGMA journal_mode=WAL")
    line.execute("CREATE TABLE t (x)")
    for number in range(20):
        line.execute("INSERT INTO t VALUES (?)", (number,))
    line.execute("PRAGMA wal_checkpoint(RESTART)")
    line.execute("INSERT INTO t VALUES (99)")
    log = log_of(tmp_path / "a.db")
    assert struct.unpack(">I", (tmp_path / "a.db-wal").read_bytes()[:4])[0] & ~1 == 0x377F0682
    assert len(log.commits) > 20
    assert sum(log.commits) == 1
    assert log.dropped(line) == 0
    line.close()
