"""`pbem doctor` on files: secrets that others can read, names that are passed over, a disk or database of no use."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import ssl
import threading
import time
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.cli.doctor.access import unwritable
from pbem.clock import system_clock
from pbem.server import memory
from pbem.server.memory import limit_of, robots_in
from pbem.server.tick import tick
from pbem.settings import load
from tests.cli.running import Shell
from tests.cli.test_doctor import faults, findings
from tests.e2e.program import configure
from tests.servers.machine import certificate, need

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


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("PBEM_INTAKE_IMAP_HOST", "PBEM_INTAKE__IMAP__HOST"),
        ("PBEM_COURIER_SMTP_PASSWORD_FILE", "PBEM_COURIER__SMTP__PASSWORD_FILE"),
        ("PBEM_SERVER_NAME", "PBEM_SERVER__NAME"),
    ],
)
def test_a_variable_with_one_underscore_is_told_by_its_right_name(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    monkeypatch.setenv(name, "x")
    assert meant in faults(run, configure(tmp_path))[name]["mend"].split()


ASKS = {
    "operator.txt": ("Subject: {{ site.nmae }}\n{{ cause }}", "1: no mail knows 'site.nmae'"),
    "footer.txt": ("{{ site.name }}\n{{ sitte.name }}", "2: no mail knows 'sitte'"),
    "answers/hand.txt": ("{{ reader.nam }}", "1: no mail knows 'reader.nam'"),
    "notice.txt": ("{% for seat in tabel.seats %}{{ seat.name }}{% endfor %}", "1: no mail knows 'tabel'"),
    "reminder.txt": ("Subject: {{ site.name }}\n{% set mine = reader %}{{ mine.x }}{{ games }} {{ reader.name }}", ""),
}


def test_a_template_that_asks_for_what_no_mail_knows_is_told_by_name_and_line(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file, (text, _) in ASKS.items():
        own = tmp_path / "words" / "en" / file
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(text)
    monkeypatch.setenv("PBEM_SERVER__TEMPLATES", str(tmp_path / "words"))
    told = sorted(one["said"] for one in findings_of(run, configure(tmp_path)) if one["name"] == "templates")
    wanted = [f"{tmp_path / 'words' / 'en' / file}:{said}" for file, (_, said) in ASKS.items() if said]
    assert told == sorted(wanted)


def findings_of(run: Shell, config: Path) -> list[dict[str, str]]:
    return list(json.loads(run(config, "doctor", "--json").out)["findings"])


@pytest.mark.parametrize(("minutes", "slow"), [(60, True), (31, True), (5, False)])
def test_passes_of_cron_that_are_slower_than_the_grace_are_told(
    run: Shell, tmp_path: Path, minutes: int, slow: bool
) -> None:
    config = configure(tmp_path)
    found = load(config, {})
    began = system_clock() - timedelta(minutes=4 * minutes)
    for number in range(5):
        now = began + timedelta(minutes=number * minutes)
        tick(found, lambda: now)  # noqa: B023  # called at once
    told = faults(run, config)
    assert ("cron" in told) == slow
    if slow:
        assert f"every {minutes} minutes" in told["cron"]["said"]
        tick(found, lambda: now + timedelta(minutes=1))
        tick(found, lambda: now + timedelta(minutes=2))
        assert "cron" not in faults(run, config)


def test_one_long_night_is_no_slow_cron(run: Shell, tmp_path: Path) -> None:
    config = configure(tmp_path)
    for minutes in (600, 30, 20, 10, 0):
        now = system_clock() - timedelta(minutes=minutes)
        tick(load(config, {}), lambda: now)  # noqa: B023  # called at once
    assert "cron" not in faults(run, config)


@pytest.mark.parametrize(
    ("limit", "cores", "robots"), [(None, 8, 8), (512, 1, 1), (512, 8, 3), (200, 4, 1), (64, 2, 1), (4096, 3, 3)]
)
def test_the_robots_pool_fits_into_the_memory_of_the_unit(limit: int | None, cores: int, robots: int) -> None:
    assert robots_in(limit, cores) == robots


def test_the_smallest_limit_of_the_groups_above_counts(tmp_path: Path) -> None:
    group = tmp_path / "system.slice" / "pbem.service"
    group.mkdir(parents=True)
    assert limit_of(group) is None
    (group / "memory.max").write_text("max\n")
    assert limit_of(group) is None
    (group.parent / "memory.max").write_text(f"{512 * 2**20}\n")
    (tmp_path / "memory.max").write_text(f"{2**31}\n")
    assert limit_of(group) == 512


def test_a_unit_with_too_little_memory_for_the_robots_is_noted(
    run: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = tmp_path / "groups" / "system.slice" / "pbem.service"
    group.mkdir(parents=True)
    monkeypatch.setattr(memory, "_GROUPS", tmp_path / "groups")
    monkeypatch.setattr(os, "cpu_count", lambda: 9)
    (group / "memory.max").write_text(str(512 * 2**20))
    found = findings(run, configure(tmp_path))["memory"]
    assert "3 of 8" in found["said"]
    (group / "memory.max").write_text(str(4096 * 2**20))
    assert "memory" not in findings(run, configure(tmp_path))


@pytest.mark.parametrize("way", ["intake_imap", "courier_smtp"])
@pytest.mark.parametrize("content", ["", "no certificate", None])
def test_an_authority_that_is_none_is_a_fault_of_the_configuration(
    run: Shell, tmp_path: Path, way: str, content: str | None
) -> None:
    keys = {"host": "127.0.0.1", "port": 1, "user": "u", "password": "p", "ca_file": "ca.pem"}
    if content is not None:
        (tmp_path / "ca.pem").write_text(content)
    done = run(configure(tmp_path, **{way: keys}), "status")
    assert done.code == 78
    assert [
        line for line in done.err.splitlines() if f"{way.replace('_', '.')}.ca_file" in line
    ] == done.err.splitlines()


def test_an_authority_without_encryption_proves_nothing(run: Shell, tmp_path: Path) -> None:
    relay = {"host": "127.0.0.1", "tls": "none", "ca_file": str(certificate(tmp_path)[0])}
    assert "ca_file" in run(configure(tmp_path, courier_smtp=relay), "status").err


def test_a_relay_with_a_private_authority_is_believed_where_that_is_named(run: Shell, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with greeting(context) as port:
        relay = {"host": "localhost", "port": port, "tls": "implicit"}
        unknown = faults(run, configure(tmp_path, courier_smtp=relay))["courier.smtp"]
        assert "not believed" in unknown["said"]
        assert "ca_file" in unknown["mend"]
        assert faults(run, configure(tmp_path, courier_smtp={**relay, "ca_file": str(cert)})) == {}


@contextmanager
def greeting(context: ssl.SSLContext) -> Iterator[int]:
    """A relay that says hello, encrypted from the first byte."""
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                line, _ = door.accept()
            except OSError:
                return
            with contextlib.suppress(OSError), context.wrap_socket(line, server_side=True) as talk:
                talk.sendall(b"220 relay ESMTP\r\n")
                while heard := talk.recv(1000):
                    talk.sendall(b"250 yes\r\n" if not heard.upper().startswith(b"QUIT") else b"221 bye\r\n")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield door.getsockname()[1]
    finally:
        door.shutdown(socket.SHUT_RDWR)
        door.close()
        thread.join(10)


def test_who_signs_is_left_to_a_provider(run: Shell, tmp_path: Path) -> None:
    provider = {"host": "localhost.example.invalid", "user": "u", "password": "p"}
    found = findings_of(run, configure(tmp_path, courier_smtp=provider))
    assert [(one["state"], "--probe" in one["said"]) for one in found if one["name"] == "dkim"] == [("ok", True)]


def test_a_monitors_file_that_cannot_be_written_is_told(run: Shell, tmp_path: Path) -> None:
    assert "metrics.file" in faults(run, configure(tmp_path, metrics={"file": str(tmp_path / "no" / "pbem.prom")}))
    assert faults(run, configure(tmp_path, metrics={"file": "pbem.prom"})) == {}
    assert "is a folder" in faults(run, configure(tmp_path, metrics={"file": str(tmp_path)}))["metrics.file"]["said"]


def test_a_configuration_below_etc_that_the_service_may_write_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    need(root=True)  # who may write there
    assert list(unwritable(Path("/etc/hostname"))) == []  # root may write everything, and is told of that elsewhere
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    noted = list(unwritable(Path("/etc/hostname")))
    assert [(finding.name, finding.state) for finding in noted] == [("configuration", "note")] * 2
    assert [finding.said.partition(" ")[0] for finding in noted] == ["/etc", "/etc/hostname"]
    assert list(unwritable(Path("/usr/../tmp/pbem.toml"))) == []
