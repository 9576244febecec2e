"""An operator's server with a game on it, made once: tests that only look share it, those that change it copy it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.mail import maildir
from pbem.server.tick import tick
from pbem.settings import load
from tests.cli.running import Shell
from tests.e2e.office import Person
from tests.e2e.program import configure


@pytest.fixture(scope="session")
def _furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("furnished")
    config = configure(folder, intake_maildir={"path": "in"})
    ann = Person("ann@people.example")
    letters = ["NEW american target=50 WITH 3 robots", "NEW web WITH bob@people.example 1 robot", "PLEY QX"]
    for text in letters:
        maildir.deliver(folder / "in", ann.letter(text)[1])
    tick(load(config, {}))
    (folder / "data" / "pbem.db").chmod(0o640)  # as the program makes it
    return folder


@pytest.fixture
def config(_furnished: Path, tmp_path: Path) -> Path:
    """The configuration of a server where Ann plays game 1 with robots and gathers people for game 2."""
    folder = tmp_path / "server"
    shutil.copytree(_furnished, folder)
    return folder / "pbem.toml"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Runs a command: `run(config, "games", "--json")`."""
    for name in [name for name in os.environ if name.startswith("PBEM_")]:
        monkeypatch.delenv(name)
    return Shell(capsys, monkeypatch)
