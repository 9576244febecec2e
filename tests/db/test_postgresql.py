"""The same server on PostgreSQL: the migrations, a whole deal by mail, and the check of its log."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from pbem.db.advisory_lock import TAKE
from pbem.db.database import Database
from pbem.db.lock import DatabaseTaken
from pbem.db.outages import is_outage
from pbem.db.queries import game_log
from pbem.db.records import Records
from pbem.hearts.game import fold
from pbem.ids import GameId
from tests.servers.cutter import cutter
from tests.servers.machine import wait_until
from tests.servers.postgres import database_of, postgresql  # noqa: F401  # a fixture
from tests.table import SERVER, Bench

NORTH = "north@example.org"


def test_a_game_is_played_on_postgresql_and_folds_from_its_log(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    bench = Bench(tmp_path, options={"database": {"url": postgresql}, "limits": {"mails_per_hour_per_sender": 10_000}})
    bench.writes(f"North <{NORTH}>", "REGISTER North")
    mail = bench.writes(NORTH, "NEW web target=20 WITH 3 robots")
    for _ in range(200):
        assert mail is not None
        if "Final standings:" in mail.text:
            break
        answer = " ".join(mail.hand[: mail.to_pass]) if mail.to_pass else mail.legal[0]
        mail = bench.writes(NORTH, answer, answering=mail)
    assert "Final standings:" in bench.mail(NORTH).text
    with bench.worker.database.read() as session:
        row = Records(session).game(GameId(1))
        assert row is not None
        assert row.phase == "finished"
        assert fold(game_log.log(session, GameId(1))) == fold(game_log.latest(session, row))
    bench.restart()
    assert bench.writes(NORTH, "GAMES") is not None
    bench.close()


def test_a_letter_that_comes_again_is_written_once_on_postgresql(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    bench = Bench(tmp_path, options={"database": {"url": postgresql}})
    raw = bench.letter("Eve <eve@example.org>", "HELP")
    bench.takes(raw)
    bench.takes(raw)
    assert len(bench.mails("eve@example.org")) == 1
    bench.close()


def test_a_mail_whose_envelope_holds_what_postgresql_cannot_keep_is_kept(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    bench = Bench(tmp_path, options={"database": {"url": postgresql}})
    for number, strange in enumerate(("a\0b@x.example", "\udcff@x.example")):
        address = f"fay{number}@example.org"
        bench.takes(bench.letter(address, "HELP"), (SERVER, strange), strange)
        assert len(bench.mails(address)) == 1
    bench.close()


@pytest.fixture
def database(postgresql: str, request: pytest.FixtureRequest) -> str:  # noqa: F811
    """The URL of a database of this test's own."""
    return database_of(request.node.nodeid, postgresql)


def config(folder: Path, url: str) -> Path:
    """The configuration file of a server with a data folder of its own."""
    folder.mkdir()
    file = folder / "pbem.toml"
    text = '[server]\naddress = "hearts@example.net"\ndata = "data"\n[courier.maildir]\npath = "out"\n'
    file.write_text(f'{text}[database]\nurl = "{url}"\n')
    return file


def terminate_writers(url: str) -> None:
    """As by a restart of PostgreSQL: every connection that holds the lock is cut."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
    engine.dispose()


@pytest.mark.parametrize("command", [["serve"], ["tick"]])
def test_a_second_server_on_the_same_postgresql_database_ends_with_75(
    tmp_path: Path,
    database: str,
    command: list[str],
) -> None:
    first = Bench(tmp_path / "one", options={"database": {"url": database}})
    second = [sys.executable, "-m", "pbem", "--config", str(config(tmp_path / "two", database)), *command]
    ended = subprocess.run(second, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr.count("\n")) == (os.EX_TEMPFAIL, 1), ended.stderr
    assert "another pbem" in ended.stderr
    assert first.writes("eve@example.org", "HELP") is not None
    first.close()


def test_who_only_looks_is_not_kept_out_by_the_server(tmp_path: Path, database: str) -> None:
    server = Bench(tmp_path / "one", options={"database": {"url": database}})
    look = [sys.executable, "-m", "pbem", "--config", str(config(tmp_path / "two", database)), "games", "--json"]
    assert subprocess.run(look, capture_output=True, check=False, timeout=60).returncode == 0
    server.close()


def test_a_server_whose_connection_was_cut_takes_its_lock_again(tmp_path: Path, database: str) -> None:
    server = Bench(tmp_path / "one", options={"database": {"url": database}})
    terminate_writers(database)
    assert server.writes("eve@example.org", "HELP") is not None
    with pytest.raises(DatabaseTaken):
        Bench(tmp_path / "two", options={"database": {"url": database}})
    server.close()


def test_a_server_that_lost_its_lock_to_another_writes_nothing_more(tmp_path: Path, database: str) -> None:
    server = Bench(tmp_path / "one", options={"database": {"url": database}})
    server.worker.database.hang_up()  # its connection is gone, and with it the lock
    other = Bench(tmp_path / "two", options={"database": {"url": database}})
    with pytest.raises(DatabaseTaken):
        server.writes("eve@example.org", "HELP")
    other.close()
    assert server.writes("eve@example.org", "HELP") is not None
    server.close()


def test_a_running_server_whose_database_another_has_taken_ends_with_75(tmp_path: Path, database: str) -> None:
    serve = [sys.executable, "-m", "pbem", "--config", str(config(tmp_path / "one", database)), "serve"]
    engine = create_engine(database, isolation_level="AUTOCOMMIT")
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server, engine.connect() as other:
        assert server.stderr is not None
        assert any("serving" in line for line in server.stderr)
        waits = threading.Thread(target=other.exec_driver_sql, args=(TAKE.replace("pg_try_", "pg_"),))
        waits.start()
        wait_until(lambda: waiting_for_the_lock(database), "the other to wait for the lock")
        terminate_writers(database)
        waits.join(30)
        assert server.wait(60) == os.EX_TEMPFAIL
        assert "another pbem" in server.stderr.read().splitlines()[-1]
    engine.dispose()


def waiting_for_the_lock(url: str) -> bool:
    engine = create_engine(url)
    with engine.connect() as line:
        found = line.exec_driver_sql(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        ).scalar()
    engine.dispose()
    return found == 1


def empty(url: str) -> None:
    """As after the wrong volume was mounted: PostgreSQL is there, and our tables are not."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql("DROP SCHEMA public CASCADE")
        line.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


def pbem_of(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pbem", "--config", str(file), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_postgresql_database_that_lost_its_tables_is_not_made_anew(tmp_path: Path, database: str) -> None:
    file = config(tmp_path / "one", database)
    assert pbem_of(file, "tick").returncode == 0
    empty(database)
    for command in ("tick", "serve", "tick"):
        done = pbem_of(file, command)
        assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1), done.stderr
        assert "is gone or empty" in done.stderr
        assert "serve --new-database" in done.stderr
    engine = create_engine(database)
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_login_that_postgresql_refuses_is_one_line_and_78(tmp_path: Path, database: str) -> None:
    file = config(tmp_path / "one", database.replace("pbem@", "nobody_here:secret@"))
    for command in ("tick", "serve"):
        done = pbem_of(file, command)
        assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1), done.stderr
        assert "refuses the login" in done.stderr
        assert "secret" not in done.stderr


def test_a_database_that_is_not_there_is_one_line_and_78(tmp_path: Path, database: str) -> None:
    done = pbem_of(config(tmp_path / "one", f"{database}_elsewhere"), "tick")
    assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1), done.stderr
    assert "does not exist" in done.stderr


def test_a_postgresql_database_of_a_newer_program_is_left_alone(tmp_path: Path, database: str) -> None:
    file = config(tmp_path / "one", database)
    assert pbem_of(file, "tick").returncode == 0
    engine = create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    for command in ("tick", "serve", "games"):
        done = pbem_of(file, command)
        assert (done.returncode, done.stderr.count("\n")) == (os.EX_CONFIG, 1), done.stderr
        assert "newer than this program" in done.stderr


def test_a_database_that_goes_and_is_not_back_at_once_is_told_as_away_and_as_nothing_else(
    postgresql: str,  # noqa: F811
) -> None:
    at = make_url(postgresql)
    assert at.port is not None
    with cutter(at.port) as line:
        database = Database(create_engine(at.set(port=line.port)))
        with database.read() as session:
            session.driver.execute("SELECT 1")
        line.close()
        for _ in range(3):
            with pytest.raises(OperationalError) as told, database.read() as session:
                session.driver.execute("SELECT 1")
            assert is_outage(told.value)
    database.close()
