"""A real PostgreSQL on loopback, made for one test run and thrown away."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of an empty server's database."""
    programs = _programs()
    with short_folder("pg") as root:
        data, port = root / "data", free_port()
        data.mkdir()
        os.chmod(root, 0o755)
        init = [
            str(programs / "initdb"),
            "-D",
            str(data),
            "-A",
            "trust",
            "-U",
            "pbem",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        subprocess.run(_as_nobody_special(data, init), check=True, capture_output=True)
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={data} -c fsync=off"
        control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(data / "log")]
        subprocess.run(_as_nobody_special(data, [*control, "-o", options, "start"]), check=True, capture_output=True)
        try:
            yield f"postgresql+psycopg://pbem@127.0.0.1:{port}/postgres"
        finally:
            stop = [*control, "-m", "immediate", "stop"]
            subprocess.run(_as_nobody_special(data, stop), check=True, capture_output=True)
