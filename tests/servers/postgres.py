"""A real PostgreSQL on loopback, made for one test run and thrown away."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.servers.machine import free_port, need, short_folder


def _programs() -> Path:
    """Debian keeps them by version; the newest."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda p: int(p.split("/")[-2]))
    if not found:
        need("initdb")
    return Path(found[-1]) if found else Path(str(shutil.which("initdb"))).parent


def _as_nobody_special(folder: Path, command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as the user that its package made."""
    if os.geteuid() != 0:
        return command
    shutil.chown(folder, "postgres", "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


class Postgres:
    """The server, on a folder of its own; `url` is that of its empty database."""

    def __init__(self, root: Path) -> None:
        self._programs = _programs()
        self._data, self.port = root / "data", free_port()
        self._data.mkdir()
        os.chmod(root, 0o755)
        self.url = f"postgresql+psycopg://pbem@127.0.0.1:{self.port}/postgres"
        self._run("initdb", "-A", "trust", "-U", "pbem", "-E", "UTF8", "--locale=C.UTF-8")

    def start(self, fsync: bool = False) -> None:
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self._data}"
        options += f" -c fsync={'on' if fsync else 'off'}"
        self._run("pg_ctl", "-w", "-l", str(self._data / "log"), "-o", options, "start")

    def stop(self) -> None:
        """At once, as if it had crashed: it recovers when it starts."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *words]
        subprocess.run(_as_nobody_special(self._data, command), check=True, capture_output=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of an empty server's database."""
    with short_folder("pg") as root:
        server = Postgres(root)
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


def database_of(test: str, server: str) -> str:
    """The URL of a new database of this test's own."""
    name = f"t{zlib.crc32(test.encode())}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return server.removesuffix("/postgres") + f"/{name}"
