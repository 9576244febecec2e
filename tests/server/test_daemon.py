"""The daemon: its doors, its signs of life, and that one way in that fails holds up no other."""

from __future__ import annotations

import queue
import signal
import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.hearts.rules.presets import AMERICAN
from pbem.ids import GameId, PlayerId
from pbem.mail import maildir
from pbem.server import daemon
from pbem.server.daemon import serve
from pbem.settings import Settings
from pbem.table.game_record import GameRecord
from pbem.table.options import TableOptions
from pbem.table.states import AlarmKind
from tests.e2e.logs import rows
from tests.e2e.office import Person
from tests.e2e.program import configure
from tests.servers.machine import wait_until
from tests.table import SERVER, Bench

ANN = "ann@people.example"


@contextmanager
def running(folder: Path, templates: Path | None = None, **intake: dict[str, str]) -> Iterator[dict[str, int]]:
    """A server in a thread; its ports by kind."""
    raw: dict[str, Any] = {
        "server": {"address": SERVER, "data": str(folder / "data"), "templates": templates},
        "courier": {"maildir": {"path": str(folder / "out")}},
        "security": {"unauthenticated": "trust"},
        "intake": intake,
    }
    opened: queue.Queue[tuple[dict[str, int], Callable[[], object]]] = queue.Queue()
    thread = threading.Thread(
        target=serve, args=(Settings.model_validate(raw),), kwargs={"ready": lambda *both: opened.put(both)}
    )
    thread.start()
    ports, stop = opened.get(timeout=60)
    try:
        yield ports
    finally:
        stop()
        thread.join(60)
    assert not thread.is_alive()


def answered(folder: Path) -> bool:
    """Whether Ann got a mail."""
    maildir.create(folder / "out")
    return any(ANN.encode() in path.read_bytes() for path in maildir.waiting(folder / "out"))


def test_a_letter_by_smtp_and_one_by_a_maildir_are_both_answered(tmp_path: Path) -> None:
    by_smtp, by_folder = Person(ANN), Person("bob@people.example")
    maildir.deliver(tmp_path / "in", by_folder.letter("REGISTER")[1])
    with running(tmp_path, smtp={"listen": "127.0.0.1:0"}, maildir={"path": str(tmp_path / "in")}) as ports:
        with smtplib.SMTP("127.0.0.1", ports["smtp"]) as line:
            line.sendmail(ANN, [SERVER], by_smtp.letter("REGISTER")[1])
        wait_until(lambda: answered(tmp_path), "an answer to Ann")
        wait_until(lambda: len(maildir.waiting(tmp_path / "out")) == 2, "an answer to Bob")


def test_mail_for_others_is_refused_at_the_door(tmp_path: Path) -> None:
    with (
        running(tmp_path, smtp={"listen": "127.0.0.1:0"}) as ports,
        smtplib.SMTP("127.0.0.1", ports["smtp"]) as line,
        pytest.raises(smtplib.SMTPRecipientsRefused),
    ):
        line.sendmail(ANN, ["somebody@else.example"], Person(ANN).letter("REGISTER")[1])


def test_a_server_with_a_door_knows_since_when_that_was_closed_and_one_without_has_missed_nobody(
    tmp_path: Path,
) -> None:
    def missed() -> list[tuple[str]]:
        return rows(tmp_path / "data" / "pbem.db", "SELECT value FROM meta WHERE key = 'missed'")

    for _ in range(2):
        with running(tmp_path):
            wait_until(lambda: alive(tmp_path), "a sign of life")
    assert missed() == []
    with running(tmp_path, lmtp={"listen": "127.0.0.1:0"}):
        wait_until(lambda: bool(missed()), "the note of what may still come")


def alive(folder: Path) -> bool:
    return bool(rows(folder / "data" / "pbem.db", "SELECT value FROM meta WHERE key = 'health:server'"))


def test_a_unix_socket_takes_lmtp(tmp_path: Path) -> None:
    path = tmp_path / "lmtp"
    with running(tmp_path, lmtp={"listen": f"unix:{path}"}):
        with smtplib.LMTP(str(path)) as line:
            line.sendmail(ANN, [SERVER], Person(ANN).letter("REGISTER")[1])
        wait_until(lambda: answered(tmp_path), "an answer to Ann")


def test_a_folder_that_cannot_be_read_holds_up_no_letter(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "new").write_text("in the way")
    with running(tmp_path, smtp={"listen": "127.0.0.1:0"}, maildir={"path": str(tmp_path / "in")}) as ports:
        with smtplib.SMTP("127.0.0.1", ports["smtp"]) as line:
            line.sendmail(ANN, [SERVER], Person(ANN).letter("REGISTER")[1])
        wait_until(lambda: answered(tmp_path), "an answer to Ann")


def test_it_tells_systemd_when_it_is_ready_alive_and_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with running(tmp_path):
            heard = {ear.recv(100), ear.recv(100)}
        assert heard == {b"READY=1", b"WATCHDOG=1"}
        assert ear.recv(100) == b"STOPPING=1"


def test_templates_that_are_changed_under_a_server_are_read_at_its_next_start(tmp_path: Path) -> None:
    words = tmp_path / "words" / "en"
    words.mkdir(parents=True)
    (words / "footer.txt").write_text("The house of the evening\n", "utf-8")
    with running(tmp_path, templates=words.parent, maildir={"path": str(tmp_path / "in")}):
        (words / "footer.txt").write_text("{{ half of what somebody is about to wr", "utf-8")
        maildir.deliver(tmp_path / "in", Person(ANN).letter("HELP")[1])
        wait_until(lambda: answered(tmp_path), "the answer")
    (mail,) = [path.read_text("utf-8") for path in maildir.waiting(tmp_path / "out")]
    assert "The house of the evening" in mail


def test_a_hangup_does_not_end_the_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pbem", "--config", str(configure(tmp_path)), "serve"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        assert any("serving" in line for line in server.stderr)
        server.send_signal(signal.SIGHUP)
        assert any("restart it for new settings" in line for line in server.stderr)
        server.terminate()
        assert server.wait(30) == 0


def test_more_alarms_than_one_round_rings_do_not_wait_for_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(tmp_path / "data")
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql(
            "INSERT INTO player (id, name, address, language, zone, settings, acknowledged, paused, created_at) "
            "VALUES (1, 'Ann', '', 'en', 'UTC', '{}', 0, '', '2026-01-01 00:00:00.000000')"
        )
        for number in range(1, 101):  # tables that nobody has come to for long
            uow = UnitOfWork(session, bench.worker.services, bench.now)
            uow.add_table(GameRecord(GameId(0), "american", AMERICAN, PlayerId(1), TableOptions(), bench.now))
            alarms.set_alarms(session, GameId(number), {AlarmKind.LAPSE: bench.now})
    bench.close()
    monkeypatch.setattr(daemon, "LOOK", 1e6)

    def left() -> int:
        return int(rows(tmp_path / "data" / "pbem.db", "SELECT count(*) FROM alarm")[0][0])

    assert left() == 100
    with running(tmp_path):
        wait_until(lambda: left() == 0, "the last alarm")
