"""Two people of one name, as an older version let them be: the newer one of them gets a number, as newcomers do."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from pbem.db import models
from pbem.db.database import open_database
from pbem.db.queries import people
from tests.e2e.logs import rows

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SCRIPTS = Path(models.__file__).parents[1] / "migrations"
_PLAYER = text("""
    INSERT INTO player (name, name_key, address, language, zone, settings, acknowledged, paused, created_at)
    VALUES (:name, :key, :address, 'en', 'UTC', '{}', 0, '', '2026-01-01 00:00:00+00:00')
""")


def of_version(url: str, version: str) -> None:
    """A database as a program of that version has left it; with people, three of whom have one name."""
    engine, config = create_engine(url), Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with engine.begin() as line:
        config.attributes["connection"] = line
        command.upgrade(config, version)
        for name in ("Ann", "ann", "Ann 2", "Bob", "ANN", "", ""):
            line.execute(_PLAYER, {"name": name, "key": name.casefold(), "address": f"{len(name)}@people.example"})
    engine.dispose()


def test_of_people_of_one_name_the_later_ones_get_a_number_that_is_free(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pbem.db"
    of_version(url, "0009")
    database = open_database(url, NOW)
    names = [name for (name,) in rows(url, "SELECT name FROM player ORDER BY id")]
    assert names == ["Ann", "ann 3", "Ann 2", "Bob", "ANN 4", "", ""]
    with database.read() as session:
        assert [people.named(session, name) for name in ("ANN", "Ann 3", "bob", "ann 4")] == [1, 2, 4, 5]
    database.close()
