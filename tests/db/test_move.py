"""A house that moves from SQLite to PostgreSQL and back: the same games, and reply addresses that stay valid."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.e2e.logs import game_log, rows
from tests.e2e.program import pbem
from tests.servers.postgres import postgresql  # noqa: F401  # a fixture
from tests.table import SERVER, Bench

ANN = "ann@people.example"


def config(folder: Path, url: str) -> Path:
    file = folder / "pbem.toml"
    text = f'[server]\naddress = "{SERVER}"\ndata = "."\n[courier.maildir]\npath = "out"\n[database]\nurl = "{url}"\n'
    file.write_text(text)
    return file


@pytest.fixture
def house(tmp_path: Path) -> Bench:
    """A house on SQLite in which a game has begun."""
    bench = Bench(tmp_path)
    asked = bench.writes(ANN, "NEW american target=20 WITH 3 robots")
    assert asked is not None
    bench.writes(ANN, " ".join(asked.hand[:3]), answering=asked)
    bench.close()
    return bench


def test_a_house_moves_to_postgresql_and_back_and_plays_on(house: Bench, postgresql: str) -> None:  # noqa: F811
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql("CREATE DATABASE moved")
    engine.dispose()
    there = postgresql.removesuffix("/postgres") + "/moved"
    here = house.folder / "pbem.db"
    asked, before = house.mail(ANN), game_log(here)
    done = pbem(config(house.folder, f"sqlite:///{here}"), "move", "--to", there)
    assert done.returncode == 0, done.stderr
    assert "1 games" in done.stdout
    assert game_log(there) == before

    house.options = {"database": {"url": there}}
    house.worker = house._build()  # noqa: SLF001
    again = house.writes(ANN, asked.legal[0], answering=asked)
    assert again is not None
    assert again.legal
    house.close()

    back = house.folder / "back.db"
    done = pbem(config(house.folder, there), "move", "--to", f"sqlite:///{back}")
    assert done.returncode == 0, done.stderr
    assert game_log(back) == game_log(there)
    assert len(game_log(back)) > len(before)
    names = "SELECT name, address FROM player ORDER BY id"
    assert rows(back, names) == rows(here, names)


def test_nothing_is_moved_into_a_database_that_holds_something(house: Bench, tmp_path: Path) -> None:
    other = Bench(tmp_path / "other")
    other.writes(ANN, "REGISTER Ann")
    other.close()
    file = config(house.folder, f"sqlite:///{house.folder}/pbem.db")
    done = pbem(file, "move", "--to", f"sqlite:///{tmp_path}/other/pbem.db")
    assert done.returncode == 1, done.stderr
    assert "is not empty" in done.stderr
    assert rows(tmp_path / "other" / "pbem.db", "SELECT count(*) FROM game") == [(0,)]


def test_a_url_that_names_no_database_is_a_mistake_in_the_command(house: Bench) -> None:
    file = config(house.folder, f"sqlite:///{house.folder}/pbem.db")
    for url in ("postgres://here/pbem", f"sqlite:///{house.folder}/pbem.db"):
        done = pbem(file, "move", "--to", url)
        assert (done.returncode, done.stderr.count("\n")) == (os.EX_USAGE, 1), done.stderr
