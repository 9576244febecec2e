"""`pbem doctor` on files: secrets that others can read, names that are passed over, a disk or database of no use."""

from __future__ import annotations

import shutil
import socket
import time
from collections import namedtuple
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.cli.test_doctor import faults, findings
from tests.e2e.program import configure

Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(("mode", "found"), [(0o644, True), (0o604, True), (0o640, False), (0o600, False)])
def test_a_database_that_others_can_read_is_told(run: Shell, config: Path, mode: int, found: bool) -> None:
    (config.parent / "data" / "pbem.db").chmod(mode)
    assert ("database" in faults(run, config)) == found


def test_a_database_that_nobody_may_write_is_told(run: Shell, config: Path) -> None:
    (config.parent / "data" / "pbem.db").chmod(0o440)
    assert "may not be written" in faults(run, config)["database"]["said"]


@pytest.mark.parametrize(
    ("secret", "mode", "found"), [(True, 0o644, True), (True, 0o640, False), (False, 0o644, False)]
)
def test_a_configuration_with_a_secret_in_it_is_for_nobody_else(
    run: Shell, tmp_path: Path, secret: bool, mode: int, found: bool
) -> None:
    config = configure(tmp_path)
    if secret:
        text = '\n[database]\nurl = "postgresql+psycopg://pbem:hunter2@127.0.0.1:1/pbem"\n'
        config.write_text(config.read_text() + text)
    config.chmod(mode)
    assert ("configuration" in faults(run, config)) == found


def test_a_password_file_that_others_can_read_is_told(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path)
    secret = tmp_path / "url"
    secret.write_text(f"sqlite:///{tmp_path}/data/pbem.db")
    config.write_text(config.read_text() + '\n[database]\nurl_file = "url"\n')
    secret.chmod(0o644)
    assert str(secret) in faults(run, config)["password_file"]["said"]
    secret.chmod(0o640)
    assert faults(run, config) == {}


def test_a_password_file_of_two_lines_is_a_fault_of_the_configuration(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path)
    (tmp_path / "url").write_text("sqlite:///a.db\nand more\n")
    config.write_text(config.read_text() + '\n[database]\nurl_file = "url"\n')
    assert "more than one line" in faults(run, config)["database.url"]["said"]


@pytest.mark.parametrize(
    ("name", "found"), [("PBEM_SERVER_NAME", True), ("PBEM_LIMITS_KEEP_DAYS", True), ("PBEM_HOME", False)]
)
def test_a_variable_with_one_underscore_is_told(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, found: bool
) -> None:
    monkeypatch.setenv(name, "5")
    assert (name in faults(run, configure(tmp_path))) == found


@pytest.mark.parametrize("operator", ["hearts@example.net", "Hearts@Example.net"])
def test_an_operator_with_the_servers_own_address_is_told(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, operator: str
) -> None:
    monkeypatch.setenv("PBEM_SERVER__ADDRESS", "hearts@example.net")
    monkeypatch.setenv("PBEM_SERVER__OPERATOR", operator)
    assert "server.operator" in faults(run, configure(tmp_path))


def test_a_templates_folder_that_is_missing_and_a_file_that_replaces_nothing_are_told(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "words"
    monkeypatch.setenv("PBEM_SERVER__TEMPLATES", str(folder))
    config = configure(tmp_path)
    assert "is not there" in faults(run, config)["server.templates"]["said"]
    (folder / "en").mkdir(parents=True)
    (folder / "en" / "foter.txt").write_text("x")
    assert "foter.txt" in findings(run, config)["server.templates"]["said"]
    (folder / "en" / "foter.txt").unlink()
    assert "server.templates" not in findings(run, config)


def test_a_disk_that_is_nearly_full_is_told(run: Shell, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(100 * 2**30, 97 * 2**30, 3 * 2**30))
    assert "nearly full" in faults(run, config)["disk"]["said"]


def test_a_relay_that_never_greets_is_waited_for_ten_seconds_and_no_longer(run: Shell, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        smtp = {"host": "127.0.0.1", "port": silent.getsockname()[1], "tls": "none"}
        config = configure(tmp_path, courier_smtp=smtp)
        began = time.monotonic()
        assert "courier.smtp" in faults(run, config)
        assert time.monotonic() - began < 40  # the doctor is asked twice
