"""`pbem doctor` finds what is wrong before the first game, and says how to mend it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pbem.paths import templates_folder
from tests.cli.running import Shell
from tests.e2e.office import Office
from tests.e2e.program import configure
from tests.servers.machine import free_port


def faults(run: Any, config: Path) -> dict[str, dict[str, str]]:
    """The faults by name, each with what mends it; the exit status says whether there are any."""
    done = run(config, "doctor", "--json")
    found = {f["name"]: f for f in json.loads(done.out)["findings"] if f["state"] == "fault"}
    assert done.code == (1 if found else 0)
    assert all(fault["mend"] for fault in found.values())
    return found


def findings(run: Any, config: Path) -> dict[str, dict[str, str]]:
    return {f["name"]: f for f in run(config, "doctor", "--json").json["findings"]}


def test_a_sound_configuration_is_told_to_be_well_and_nothing_is_made(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path)
    assert faults(run, config) == {}
    assert "All is well." in run(config, "doctor").out
    found = findings(run, config)
    assert "made at the first start" in found["database"]["said"]
    assert "hearts+TOKEN@example.net" in found["server.delimiter"]["said"]
    assert not list(tmp_path.rglob("*.db"))


def test_the_faults_are_shown_as_lines_each_with_what_mends_it(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path, server={"templates": "nowhere"})
    (tmp_path / "data").write_text("no folder")
    found = faults(run, config)
    shown = run(config, "doctor")
    assert shown.code == 1
    assert shown.out.splitlines()[-1] == "There are faults."
    for fault in found.values():
        assert f"FAULT {fault['name']}: {fault['said']}\n      {fault['mend']}\n" in shown.out


def test_a_server_with_games_is_well_too(run: Shell, config: Path) -> None:
    assert faults(run, config) == {}


def test_faults_of_the_configuration_are_findings_with_their_keys(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path, games={"deadline": "soon"}, courier_smtp={"hots": "mail.example.org"})
    assert set(faults(run, config)) == {"games.deadline", "courier.smtp.host", "courier.smtp.hots"}


def test_house_rules_that_cannot_be_played_are_found(run: Shell, tmp_path: Path) -> None:
    (tmp_path / "variants.toml").write_text("[odd]\nplayers = 52\n")
    config = configure(tmp_path, games={"variants": "variants.toml"})
    assert set(faults(run, config)) == {"variants.toml: [odd]"}


def test_a_folder_that_cannot_be_written_is_found(run: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    config = configure(tmp_path, courier_maildir={"path": str(tmp_path / "file" / "out")})
    (found,) = faults(run, config).values()
    assert "cannot be written" in found["said"]
    assert str(tmp_path / "file") in found["mend"]


def test_a_relay_that_answers_is_greeted_and_gets_no_mail(run: Shell, tmp_path: Path) -> None:
    with Office() as office:
        config = configure(tmp_path, courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "none"})
        assert faults(run, config) == {}
        assert office.mails == []


@pytest.mark.parametrize("tls", ["none", "starttls", "implicit"])
def test_a_relay_that_is_away_is_found(run: Shell, tmp_path: Path, tls: str) -> None:
    config = configure(tmp_path, courier_smtp={"host": "127.0.0.1", "port": free_port(), "tls": tls})
    assert set(faults(run, config)) == {"courier.smtp"}


def test_a_relay_that_does_not_encrypt_as_asked_is_found(run: Shell, tmp_path: Path) -> None:
    with Office() as office:
        config = configure(tmp_path, courier_smtp={"host": "127.0.0.1", "port": office.port, "tls": "starttls"})
        (found,) = faults(run, config).values()
        assert "STARTTLS" in found["said"]


def test_a_mailbox_that_cannot_be_read_is_found(run: Shell, tmp_path: Path) -> None:
    box = {"host": "127.0.0.1", "port": free_port(), "tls": "none", "user": "hearts", "password": "secret"}
    found = faults(run, configure(tmp_path, intake_imap=box))
    assert set(found) == {"intake.imap"}
    assert "secret" not in str(found)


def test_a_port_that_is_taken_is_found(run: Shell, tmp_path: Path) -> None:
    with Office() as office:
        config = configure(tmp_path, intake_lmtp={"listen": f"127.0.0.1:{office.port}"})
        assert set(faults(run, config)) == {"intake.lmtp.listen"}


def test_a_free_port_of_the_other_internet_is_no_fault(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path, intake_smtp={"listen": f"[::1]:{free_port()}"})
    assert findings(run, config)["intake.smtp.listen"]["state"] == "ok"


def test_a_broken_template_is_found_by_its_file_and_line(run: Shell, tmp_path: Path) -> None:
    own = tmp_path / "templates" / "en"
    own.mkdir(parents=True)
    shutil.copy(templates_folder() / "en" / "footer.txt", own)
    (own / "footer.txt").write_text("fine\n{{ site.name \n")
    server = {"address": "hearts@example.net", "data": "data", "operator": "op@example.net", "templates": "templates"}
    (found,) = faults(run, configure(tmp_path, server=server)).values()
    assert "footer.txt" in found["said"]


def test_a_clock_that_went_back_is_found(run: Shell, config: Path) -> None:
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        line.execute("UPDATE meta SET value = '2999-01-01T00:00:00+00:00' WHERE key = 'alive'")
    assert set(faults(run, config)) == {"clock"}


def test_a_database_of_another_version_or_none_at_all_is_found(run: Shell, config: Path) -> None:
    file = config.parent / "data" / "pbem.db"
    with closing(sqlite3.connect(file)) as line, line:
        line.execute("UPDATE alembic_version SET version_num = '0000'")
    assert "version 0000" in faults(run, config)["database"]["said"]
    for name in ("pbem.db", "pbem.db-wal", "pbem.db-shm"):
        file.with_name(name).unlink(missing_ok=True)
    file.write_text("no database at all")
    assert set(faults(run, config)) == {"database"}


def test_a_server_that_nobody_started_and_an_operator_whom_nobody_knows_are_noted(run: Shell, config: Path) -> None:
    with closing(sqlite3.connect(config.parent / "data" / "pbem.db")) as line, line:
        line.execute("UPDATE meta SET value = '2026-01-01T00:00:00+00:00' WHERE key = 'alive'")
    config.write_text(config.read_text().replace("op@example.net", ""))
    found = findings(run, config)
    assert found["server"]["state"] == found["server.operator"]["state"] == "note"
    assert "pbem serve" in found["server"]["mend"]
