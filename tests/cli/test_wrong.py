"""What can be wrong at three in the morning, and what the program then says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.e2e.program import Server, configure, pbem
from tests.servers.machine import free_port, need
from tests.table import SERVER

LETTER = b"From: Ann <ann@people.example>\nTo: hearts@example.net\nSubject: hello\n\nREGISTER\n"


def test_everything_wrong_with_the_configuration_is_told_by_key_with_its_mend(run: Shell, tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    config.write_text('[server]\naddress = "nobody"\n[games]\ndeadlin = "2d"\n[courier.smtp]\nhost = "x"\nport = 0\n')
    done = run(config, "serve")
    assert done.code == 78
    lines = done.err.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["server.address", "courier.smtp.port", "games.deadlin"]
    assert "Did you mean games.deadline?" in lines[2]


@pytest.mark.parametrize("command", ["serve", "tick", "status", "games", "check"])
def test_a_configuration_that_is_not_there_is_said_to_be_so(run: Shell, tmp_path: Path, command: str) -> None:
    done = run(tmp_path / "nowhere.toml", command)
    assert done.code == 78
    assert "nowhere.toml: cannot be read" in done.err
    assert "Traceback" not in done.err


def test_a_pipe_under_a_broken_configuration_asks_for_the_mail_again_later(tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    config.write_text("[server\n")
    assert pbem(config, "receive", stdin=LETTER).returncode == os.EX_TEMPFAIL


def test_the_pipe_tells_the_mail_server_what_became_of_the_mail(tmp_path: Path) -> None:
    config = configure(tmp_path)
    assert pbem(config, "receive", "-f", "ann@people.example", "hearts@example.net", stdin=LETTER).returncode == 0
    assert pbem(config, "receive", stdin=b"").returncode == os.EX_DATAERR
    assert len(list((tmp_path / "data" / "spool" / "new").iterdir())) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[thursday", "variants.toml: is not TOML"),
        ("thursday = 3", "[thursday]: must be a section"),
        ('["my game"]\ntarget = 50', "[my game]: cannot be written in a mail"),
        ('[thursday]\nbase = "bridge"', "stands on 'bridge', which is no variant"),
        ("[thursday]\ntargt = 50", "has an option 'targt', which is none. Did you mean target"),
        ('[thursday]\nmoon = "ad"', "moon = 'ad' is no value of it. Did you mean add"),
        ("[thursday]\nplayers = 52", "[thursday]: cannot be played"),
        ("", "games.variant: 'thursdy' is no variant"),
    ],
)
def test_house_rules_that_cannot_be_played_stop_the_server_with_their_fault(
    run: Shell, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "variants.toml").write_text(text)
    config = configure(tmp_path, games={"variants": "variants.toml", **({} if text else {"variant": "thursdy"})})
    for command in ("tick", "variants"):
        done = run(config, command)
        assert done.code == 78
        assert said in done.err
        assert "Traceback" not in done.err


def test_a_second_server_on_the_same_data_ends_and_says_why(tmp_path: Path) -> None:
    port = free_port()
    config = configure(tmp_path, intake_smtp={"listen": f"127.0.0.1:{port}"})
    server = Server(config, port)
    server.start()
    try:
        server.wait()
        done = pbem(config, "serve")
        assert done.returncode == os.EX_TEMPFAIL
        assert "another pbem is at work on this data" in done.stderr
    finally:
        server.stop()


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    port = free_port()
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        configure(folder, intake_smtp={"listen": f"127.0.0.1:{port}"})
    server = Server(first / "pbem.toml", port)
    server.start()
    try:
        server.wait()
        done = pbem(second / "pbem.toml", "serve")
        assert done.returncode == os.EX_TEMPFAIL
        assert str(port) in done.stderr
        assert "address already in use" in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        server.stop()


@pytest.mark.parametrize("command", ["tick", "serve", "receive"])
def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("in the way")
    config = configure(tmp_path, server={"address": SERVER, "data": str(tmp_path / "file" / "data")})
    done = pbem(config, command, stdin=LETTER)
    assert done.returncode == os.EX_TEMPFAIL
    assert f"{tmp_path}/file" in done.stderr
    assert "Traceback" not in done.stderr


def test_root_leaves_no_file_that_the_owner_of_the_data_cannot_write(config: Path) -> None:
    need(root=True)
    for path in (config.parent, *config.parent.rglob("*")):
        os.chown(path, 65534, 65534)
    assert pbem(config, "as", "ann", "GAMES").returncode == 0
    assert pbem(config, "tick").returncode == 0
    assert pbem(config, "receive", stdin=LETTER).returncode == 0
    assert {path.stat().st_uid for path in config.parent.rglob("*")} == {65534}


def test_a_name_to_listen_at_that_no_name_server_knows_is_told(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path, intake_smtp={"listen": "nosuch.invalid:8025"})
    done = pbem(config, "serve")
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("pbem: ")]
    assert done.returncode == os.EX_TEMPFAIL
    assert "intake.smtp.listen" in line
    assert "nosuch.invalid:8025" in line
    assert "Traceback" not in done.stderr
    assert "Name an address of this machine" in run(config, "doctor").out


MAILDIR = '[courier.maildir]\npath = "out"\n'
OURS = '[server]\naddress = "hearts@example.net"\ndata = "data"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (OURS + 'name = "a\\u001b[2Jb"\n' + MAILDIR, "server.name"),
        ('[server]\naddress = "hearts@example.net"\ndata = "da\\u0000ta"\n' + MAILDIR, "server.data"),
        (OURS + '[courier.smtp]\nhost = "relay\\nexample"\ntls = "none"\n', "courier.smtp.host"),
        (OURS + MAILDIR + '[database]\nurl = "sqlite:///a\\u0000b"\n', "database.url"),
        (OURS + MAILDIR + '[database]\nurl = "postgresql+psycopg://a:b@host:port/games"\n', "database.url"),
        (OURS + MAILDIR + '[database]\nurl = "postgresql+psycopg://a:b@host:99999/games"\n', "database.url"),
        (OURS + MAILDIR + '[database]\nurl = "sqlite:///x.db?mode=ro"\n', "database.url"),
        (OURS + MAILDIR + "[limits]\nkeep_days = 9999999999\n", "limits.keep_days"),
        (OURS + MAILDIR + "[limits]\ngames_per_player = true\n", "limits.games_per_player"),
        (OURS + MAILDIR + "[limits]\nmessage_bytes = 99999999999999999999\n", "limits.message_bytes"),
        (OURS + MAILDIR + '[intake.maildir]\npath = "out"\n', "courier.maildir.path"),
        (OURS + 'spool = "out"\n' + MAILDIR, "courier.maildir.path"),
        (OURS + 'spool = "in"\n[intake.maildir]\npath = "in"\n' + MAILDIR, "server.spool"),
        (OURS + MAILDIR + '[metrics]\nfile = "."\n', "metrics.file"),
        ("\ufeff" + OURS + MAILDIR, "pbem.toml"),
        (OURS + MAILDIR + MAILDIR, "pbem.toml"),
    ],
)
def test_a_configuration_that_cannot_be_is_one_line_with_its_mend(
    run: Shell, tmp_path: Path, text: str, key: str
) -> None:
    config = tmp_path / "pbem.toml"
    config.write_text(text, "utf-8")
    done = run(config, "status")
    (line,) = done.err.splitlines()
    assert done.code == 78
    assert f"{key}: " in line
    assert line.isprintable()
    assert line.count(". ") >= 1


@pytest.mark.parametrize("place", ["/proc/pbem", "d" * 300, "file/below"])
def test_a_place_where_nothing_can_be_kept_is_one_line_with_its_mend(run: Shell, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    config = configure(tmp_path, server={"address": SERVER, "data": place})
    done = run(config, "tick")
    (line,) = done.err.splitlines()
    assert done.code == os.EX_TEMPFAIL
    assert "in the configuration" in line


def test_a_demo_in_a_place_that_is_no_folder_ends_at_once(run: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run(None, "demo", "--auto", "--folder", str(tmp_path / "file"))
    assert (done.code, done.err.count("\n")) == (1, 1)
