"""What the fixtures of real servers need of the machine: programs, free ports, a folder, a certificate."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest


def need(*programs: str, root: bool = False) -> None:
    """Skip the test where a server is not installed; in CI it is a failure, or the tests would fade away unnoticed."""
    missing = [program for program in programs if shutil.which(program, path=_path()) is None]
    if root and os.geteuid() != 0:
        missing.append("the rights of root")
    if not missing:
        return
    reason = f"not on this machine: {', '.join(missing)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def run(*command: str, **more: str) -> str:
    """Run a program of the system to its end; what it printed. A daemon that it leaves behind may hold the output."""
    with tempfile.TemporaryFile("w+") as output:
        code = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, timeout=60, check=False,
            env={**os.environ, "PATH": _path(), **more},
        ).returncode  # fmt: skip
        output.seek(0)
        said = output.read()
    if code:
        raise RuntimeError(f"{' '.join(command)} ended with {code}: {said}")
    return said


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(done: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Wait for a server to have done something; how long it may take is no matter of the test's."""
    end = monotonic() + seconds
    while not done():
        if monotonic() > end:
            raise TimeoutError(what)
        sleep(0.02)


def greets(port: int) -> bool:
    """True if a mail server on that port says who it is."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            greeting = line.recv(100)
            line.sendall(b"QUIT\r\n" if greeting.startswith(b"2") else b"x LOGOUT\r\n")
            while line.recv(100):
                pass
            return bool(greeting)
    except OSError:
        return False


def lives(pid: int) -> bool:
    """True while the process runs; one that only waits for its parent to take note of its end does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


@contextmanager
def short_folder(name: str) -> Iterator[Path]:
    """A folder that a server's own users can enter, with a path short enough for Unix sockets."""
    folder = Path(tempfile.mkdtemp(prefix=f"pbem-{name}-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def certificate(folder: Path, name: str = "localhost", days: int = 2, kind: str = "ec") -> tuple[Path, Path]:
    """A certificate for a name and 127.0.0.1 that signs itself, and its key; with -1 day it ended yesterday."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    names = f"subjectAltName=DNS:{name},IP:127.0.0.1"
    options = ["-pkeyopt", "ec_paramgen_curve:prime256v1"] if kind == "ec" else []
    run("openssl", "req", "-x509", "-newkey", kind, *options, "-nodes", "-days", str(max(days, 1)),
        "-subj", f"/CN={name}", "-addext", names, "-keyout", str(key), "-out", str(cert))  # fmt: skip
    if days < 0:
        run("openssl", "x509", "-in", str(cert), "-signkey", str(key), "-days", str(days), "-out", str(cert))
    return cert, key


def _path() -> str:
    return f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
