"""The program as an operator runs it: a configuration file, and `pbem` in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.servers.machine import free_port, wait_until
from tests.table import SERVER

CHECKOUT = Path(__file__).parents[2]
ENVIRON = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")} | {"PYTHONPATH": str(CHECKOUT)}


def configure(folder: Path, **sections: dict[str, Any]) -> Path:
    """A configuration file in the folder: Maildir out, and a route in that is trusted, unless the sections say else."""
    all_of_it: dict[str, dict[str, Any]] = {
        "server": {"address": SERVER, "data": "data", "operator": "op@example.net"},
        "security": {"unauthenticated": "trust"},
        "limits": {"mails_per_hour_per_sender": 100_000},
        **{name.replace("_", "."): keys for name, keys in sections.items()},
    }
    all_of_it["games"] = {"veil": False, **all_of_it.get("games", {})}  # a game is over when all have answered
    if not any(name.startswith("courier") for name in all_of_it):
        all_of_it["courier.maildir"] = {"path": "out"}
    lines = []
    for name, keys in all_of_it.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items()), ""]
    path = folder / "pbem.toml"
    path.write_text("\n".join(lines), "utf-8")
    path.chmod(0o640)  # there may be a password in it
    return path


def pbem(
    config: Path | None, *words: str, stdin: bytes = b"", cwd: Path | None = None, **environ: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    chosen = ["--config", str(config)] if config is not None else []
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *chosen, *words],
        input=stdin, capture_output=True, cwd=cwd, timeout=120, check=False,
        env={**ENVIRON, "COLUMNS": "200", **environ},
    )  # fmt: skip
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def ok(config: Path | None, *words: str, **more: Any) -> str:
    """Run a command that must go well; what it printed."""
    done = pbem(config, *words, **more)
    assert done.returncode == 0, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def as_json(config: Path, *words: str) -> Any:
    """What a command prints for programs."""
    return json.loads(ok(config, *words, "--json"))


class Server:
    """`pbem serve` (or the module named, which runs it with dice of its own) until it is stopped or killed."""

    def __init__(self, config: Path, port: int, *module: str) -> None:
        self._command = [sys.executable, "-m", *(module or ("pbem", "--config", str(config), "serve"))]
        self._log = config.parent / "serve.log"
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log, cwd=self._log.parent, env=ENVIRON)

    def wait(self) -> None:
        """Until it takes mail."""
        wait_until(self._greets, f"the server did not open its door: {self._log.read_text()}", 60)

    def _greets(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self._log.read_text()
        with contextlib.suppress(OSError, smtplib.SMTPException), smtplib.SMTP("127.0.0.1", self.port, timeout=5):
            return True
        return False

    def kill(self) -> None:
        """As the power would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """As systemd would; it must end well."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0, self.log

    @property
    def log(self) -> str:
        return self._log.read_text()


@contextmanager
def serving(folder: Path, **sections: dict[str, Any]) -> Iterator[tuple[Path, int]]:
    """A running server that takes SMTP; its configuration and its port."""
    port = free_port()
    config = configure(folder, intake_smtp={"listen": f"127.0.0.1:{port}"}, **sections)
    server = Server(config, port)
    server.start()
    try:
        server.wait()
        yield config, port
    finally:
        server.stop()


def settle(seconds: float = 0.05) -> None:
    """Let others run."""
    time.sleep(seconds)
