"""The power goes at any moment: what lies on the disk then is a whole database, in play and amid a migration."""

from __future__ import annotations

import gzip
import random
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from pbem.cli.checking import check
from pbem.db.database import open_database
from pbem.db.schema_version import HEAD
from pbem.db.session import KeptConnection
from pbem.settings import Settings
from tests.db.test_old_database import EXPECTED, OLD
from tests.table import SERVER, START, Bench

ANN = "ann@people.example"
NOW = datetime.fromisoformat(EXPECTED["now"])


class Camera:
    """Keeps what lies on the disk, at some of the moments that it is told of."""

    def __init__(self, folder: Path, seed: int, often: float) -> None:
        self.folder, self.often = folder, often
        self.chance = random.Random(seed)
        self.kept: list[Path] = []

    def moment(self) -> None:
        if self.chance.random() >= self.often:
            return
        to = self.folder / f"cut{len(self.kept)}"
        to.mkdir()
        for end in ("", "-wal"):
            lies = self.folder / f"pbem.db{end}"
            if lies.exists():
                shutil.copyfile(lies, to / f"pbem.db{end}")
        self._tear(to / "pbem.db-wal")
        self.kept.append(to)

    def _tear(self, log: Path) -> None:
        """Now and then a frame was being written, and half of it is there."""
        if log.exists() and self.chance.random() < 0.5:
            with log.open("ab") as file:
                file.write(self.chance.randbytes(self.chance.randrange(1, 5000)))


def checked(folder: Path) -> Any:
    """What `pbem check` says of the database that a power cut left there, once a server has opened it."""
    database = open_database(f"sqlite:///{folder / 'pbem.db'}", NOW, expected=True)
    database.close()
    assert database.dropped == ""
    raw = {
        "server": {"address": SERVER, "data": str(folder)},
        "courier": {"maildir": {"path": str(folder / "out")}},
    }
    return check(Settings.model_validate(raw, context={"folder": folder}))


@pytest.mark.parametrize("seed", range(3))
def test_whenever_the_power_goes_in_play_all_games_are_whole(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    camera = Camera(bench.folder, seed, 0.05)
    commit, execute = KeptConnection.commit, KeptConnection.execute

    def filmed(self: KeptConnection) -> None:
        camera.moment()
        commit(self)
        camera.moment()

    def filmed_too(self: KeptConnection, text: str, parameters: Any = ()) -> Any:
        if camera.chance.random() < 0.1:
            camera.moment()
        return execute(self, text, parameters)

    monkeypatch.setattr(KeptConnection, "commit", filmed)
    monkeypatch.setattr(KeptConnection, "execute", filmed_too)
    asked = bench.writes(ANN, "NEW american WITH 3 robots")
    for _ in range(4):
        assert asked is not None
        asked = bench.writes(ANN, " ".join(asked.legal[:1] or asked.hand[:3]), answering=asked)
    monkeypatch.undo()
    assert len(camera.kept) >= 3
    found = [checked(folder) for folder in camera.kept]
    assert [one["faults"] for one in found] == [[]] * len(camera.kept)
    assert found[-1]["games"] == 1


def test_whenever_the_power_goes_amid_a_migration_the_next_start_ends_it_and_loses_no_game(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as line:
        line.executescript(gzip.decompress((OLD / "b06bd5c.sql.gz").read_bytes()).decode())
    camera = Camera(tmp_path, 7, 0.15)

    def before(*_: object) -> None:
        camera.moment()

    event.listen(Engine, "before_cursor_execute", before)
    try:
        open_database(f"sqlite:///{tmp_path / 'pbem.db'}", START).close()
    finally:
        event.remove(Engine, "before_cursor_execute", before)
    camera.often = 1
    camera.moment()
    assert len(camera.kept) >= 3
    for folder in camera.kept:
        assert checked(folder) == {"games": 8, "faults": []}
        with closing(sqlite3.connect(folder / "pbem.db")) as line:
            assert line.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)
