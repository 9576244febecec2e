"""A database that is gone, damaged, newer or not ours to write: one line with its mend, no litter."""

from __future__ import annotations

import os
import shutil
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.e2e.office import Person
from tests.e2e.program import Server, configure
from tests.servers.machine import free_port, short_folder
from tests.table import SERVER

ANN = "ann@people.example"


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("pbem: ")]


def emptied(file: Path) -> None:
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    file.write_bytes(b"")


def removed(file: Path) -> None:
    emptied(file)
    file.unlink()


def without_tables(file: Path) -> None:
    removed(file)
    with closing(sqlite3.connect(file)) as line:
        line.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize("harm", [emptied, removed, without_tables])
@pytest.mark.parametrize("words", [["serve"], ["tick"], ["as", "Ann", "HAND"]])
def test_a_database_that_vanished_is_not_replaced_by_an_empty_one(
    run: Shell,
    config: Path,
    harm: Callable[[Path], None],
    words: list[str],
) -> None:
    file = config.parent / "data" / "pbem.db"
    harm(file)
    there = file.exists()
    done = run(config, *words)
    (said,) = lines(done.err)
    assert done.code == (1 if words[0] == "as" else 78)
    assert "Traceback" not in done.err
    if words[0] != "as":
        assert "is gone or empty" in said
        assert "serve --new-database" in said
    assert file.exists() == there


def test_a_new_database_is_made_where_the_operator_says_so(run: Shell, config: Path) -> None:
    removed(config.parent / "data" / "pbem.db")
    command = [sys.executable, "-m", "pbem", "--config", str(config), "serve", "--new-database"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        assert any("serving" in line for line in server.stderr)
        server.terminate()
    assert run(config, "games", "--all", "--json").json == []
    assert run(config, "tick").code == 0


def test_the_first_start_on_an_empty_folder_makes_its_database(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path)
    assert run(config, "tick").code == 0
    assert run(config, "status", "--json").json["games"]["playing"] == 0


def answer_to_data(line: smtplib.SMTP) -> int:
    try:
        return line.data(Person(ANN).letter("REGISTER")[1])[0]
    except smtplib.SMTPServerDisconnected:
        return 421
    except smtplib.SMTPDataError as refused:
        return refused.smtp_code


@pytest.mark.parametrize("harm", [emptied, removed])
def test_a_server_whose_database_is_taken_away_takes_no_mail_and_ends_with_78(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    port = free_port()
    server = Server(configure(tmp_path, intake_smtp={"listen": f"127.0.0.1:{port}"}), port)
    server.start()
    try:
        server.wait()
        with closing(smtplib.SMTP("127.0.0.1", port)) as line:
            line.ehlo()
            line.mail(ANN)
            line.rcpt(SERVER)
            harm(tmp_path / "data" / "pbem.db")
            assert answer_to_data(line) in (451, 421)  # it may notice by itself, and close, before we have written
        assert server.process is not None
        assert server.process.wait(60) == 78
    finally:
        server.kill()
    (said,) = lines(server.log)
    assert "is gone or empty" in said
    assert "Traceback" not in server.log


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")


def damaged(file: Path) -> None:
    removed(file)
    file.write_bytes(b"This is no database at all. " * 400)


@pytest.mark.parametrize(
    ("harm", "said", "mend"),
    [(newer, "newer than this program", "Install the newer"), (damaged, "is no SQLite database", "pbem restore")],
)
def test_a_refused_start_says_what_is_wrong_and_leaves_no_copy_behind(
    run: Shell,
    config: Path,
    harm: Callable[[Path], None],
    said: str,
    mend: str,
) -> None:
    harm(config.parent / "data" / "pbem.db")
    run(config, "tick")  # it leaves a note that the operator was told, and that only
    before = sorted(path.name for path in (config.parent / "data").iterdir())
    for words in (["serve"], ["tick"], ["tick"], ["games"]):
        done = run(config, *words)
        (line,) = lines(done.err)
        assert done.code == 78
        assert said in line
        assert mend in line
        assert "tick` once" not in line
    assert sorted(path.name for path in (config.parent / "data").iterdir()) == before


def test_a_database_of_another_user_is_told_in_one_line(config: Path) -> None:
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("needs root, to be somebody else")
    with short_folder("other") as home:
        shutil.copytree(config.parent, home / "server")
        for path in (home, *home.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        (home / "server" / "data" / "pbem.db").chmod(0o644)
        somebody = ["setpriv", "--reuid=65534", "--clear-groups"]
        command = [sys.executable, "-m", "pbem", "--config", str(home / "server" / "pbem.toml"), "serve"]
        done = subprocess.run([*somebody, *command], capture_output=True, text=True, check=False, timeout=60)
    (line,) = lines(done.stderr)
    assert (done.returncode, "may not be written" in line) == (78, True), done.stderr


def test_a_postgresql_that_is_down_is_one_line_and_to_be_tried_again(run: Shell, tmp_path: Path) -> None:
    url = f"postgresql+psycopg://pbem:secret@127.0.0.1:{free_port()}/games"
    config = configure(tmp_path, database={"url": url})
    for words in (["serve"], ["tick"], ["games"]):
        done = run(config, *words)
        (line,) = lines(done.err)
        assert done.code == 75
        assert "cannot be reached" in line
        assert "secret" not in done.err
