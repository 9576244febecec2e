"""What a hostile mail holds never steers the operator's terminal; and the log as lines of JSON."""

from __future__ import annotations

import json
import logging
import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pbem.cli.printable import JsonLines, TextLines, printable
from pbem.mail import maildir
from tests.cli.running import Shell
from tests.e2e.program import ENVIRON, configure, ok

HOSTILE = "\x1b]0;owned\x07 \x9b2J \x08\x7f \u202etxt.exe\u2066"


def test_control_characters_are_shown_and_ends_of_lines_kept() -> None:
    shown = printable(f"one\r\ntwo\t{HOSTILE}\nthree")
    assert shown.splitlines()[0] == "one"
    assert "\\x1b]0;owned\\x07 \\x9b2J \\x08\\x7f \\u202etxt.exe\\u2066" in shown
    assert printable("Zoë ♠ 한국 😀") == "Zoë ♠ 한국 😀"


@pytest.mark.parametrize("lines", [TextLines("%(levelname)s %(message)s"), JsonLines()])
def test_a_log_line_carries_no_control_character(lines: logging.Formatter) -> None:
    record = logging.makeLogRecord({"msg": "from %s", "args": (HOSTILE,), "levelname": "INFO"})
    assert lines.format(record).isprintable()


def test_a_line_of_json_has_the_ids_of_what_it_is_about() -> None:
    record = logging.makeLogRecord({"msg": "letter 7: done", "name": "pbem.x", "letter": 7, "game": None})
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["logger"], line["letter"]) == ("letter 7: done", "pbem.x", 7)
    assert "game" not in line


def test_the_log_is_json_where_the_operator_says_so(tmp_path: Path) -> None:
    settings = {"address": "hearts@example.net", "data": "data", "log": "json"}
    config = configure(tmp_path, server=settings, intake_maildir={"path": "in"})
    maildir.deliver(tmp_path / "in", b"From: ann@people.example\nTo: hearts@example.net\nSubject: x\n\nHELP\n")
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "--config", str(config), "tick"],
        env=ENVIRON, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["letter"] for line in found if line["logger"] == "pbem.server.processor"] == [1]


@pytest.mark.parametrize("words", [("show", "1"), ("games",), ("players",), ("as", "ann", "HAND", "--game", "1")])
def test_a_name_that_got_into_the_database_cannot_steer_the_terminal(
    run: Shell, config: Path, words: tuple[str, ...]
) -> None:
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        for table in ("seat", "player"):
            line.execute(f"UPDATE {table} SET name = ? WHERE name IN ('Ann', 'Pixel')", (HOSTILE + "Ann",))
    who = [word.replace("ann", "ann@people.example") for word in words]
    done = run(config, *who)
    assert "owned" in done.out
    assert [char for char in done.out if not char.isprintable() and char != "\n"] == []


def test_a_mail_shown_on_a_terminal_cannot_steer_it_and_a_program_gets_its_bytes(tmp_path: Path) -> None:
    config = configure(tmp_path, intake_maildir={"path": "in"})
    raw = f"From: ann@people.example\nTo: hearts@example.net\nSubject: x\n\n{HOSTILE}\n".encode()
    maildir.deliver(tmp_path / "in", raw)
    ok(config, "tick")
    command = [sys.executable, "-m", "pbem", "--config", str(config), "inbox", "show", "1"]
    assert subprocess.run(command, env=ENVIRON, capture_output=True, check=True).stdout == raw
    ours, theirs = pty.openpty()
    subprocess.run(command, env=ENVIRON, stdout=theirs, check=True)
    seen = os.read(ours, 10_000)
    os.close(ours)
    os.close(theirs)
    assert b"\\x1b]0;owned" in seen
    assert not any(byte in seen for byte in (b"\x1b", b"\x07", b"\x08", b"\x7f"))
