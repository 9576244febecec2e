"""The program is replaced while it runs, as by an upgrade that forgot to stop it: nobody loses a letter by that."""

from __future__ import annotations

import shutil
import signal
import smtplib
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import CHECKOUT
from tests.e2e.office import Office, Person
from tests.e2e.program import ENVIRON, configure
from tests.servers.machine import free_port, greets, wait_until


def replaced(source: Path) -> None:
    """Every file is one of another version, with which this one can do nothing."""
    for file in (source / "pbem").rglob("*.py"):
        file.write_text("raise RuntimeError('another version')\n")
    for file in (source / "pbem").rglob("*.pyc"):
        file.unlink()
    shutil.rmtree(source / "templates")


def test_a_server_whose_program_is_replaced_under_it_plays_on_until_it_is_restarted(tmp_path: Path) -> None:
    for name in ("pbem", "templates"):
        shutil.copytree(CHECKOUT / name, tmp_path / "source" / name)
    port, ann = free_port(), Person("ann@people.example")
    with Office() as office, (tmp_path / "log").open("wb") as log:
        relay = {"host": "127.0.0.1", "port": office.port, "tls": "none"}
        config = configure(tmp_path, intake_smtp={"listen": f"127.0.0.1:{port}"}, courier_smtp=relay)
        command = [sys.executable, "-m", "pbem", "--config", str(config), "serve"]
        environ = {**ENVIRON, "PYTHONPATH": str(tmp_path / "source")}
        server = subprocess.Popen(command, stderr=log, stdout=log, env=environ, cwd=tmp_path)
        try:
            wait_until(lambda: greets(port), "the server to greet")
            replaced(tmp_path / "source")
            letter = ann.letter("NEW american WITH 3 robots")
            for _ in range(3):
                with smtplib.SMTP("127.0.0.1", port) as line:
                    line.sendmail(ann.address, [letter[0]], letter[1])
                answer = ann.reply(office.arrived.get(timeout=60))
                assert answer is not None
                letter = answer
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0
        finally:
            server.kill()
            server.wait()
    assert "Traceback" not in (tmp_path / "log").read_text()
