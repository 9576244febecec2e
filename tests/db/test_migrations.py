"""The tables that the migrations make are the tables that the program's models say."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pbem.db import models
from pbem.db.backup import copy
from pbem.db.database import open_database, open_for_reading
from pbem.db.models import MetaRow, Row
from pbem.db.schema_version import HEAD

NOW = datetime(2026, 3, 2, tzinfo=UTC)
SCRIPTS = Path(models.__file__).parents[1] / "migrations"


def test_the_newest_migration_is_the_one_that_the_program_asks_for() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_current_head() == HEAD


def test_the_migrations_make_just_the_tables_of_the_models(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/pbem.db", NOW)
    with database.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), Row.metadata)
    database.close()
    assert differences == []


def test_one_can_look_at_a_database_while_another_writes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pbem.db"
    database = open_database(url, NOW)
    looking = open_for_reading(url)
    with database.begin() as session:
        session.add(MetaRow(key="mark", value="1"))
        session.flush()
        with looking.read() as other:
            assert other.get(MetaRow, "mark") is None
    with looking.read() as other:
        assert other.get(MetaRow, "mark") is not None
    looking.close()
    database.close()


def test_a_backup_taken_while_the_database_is_written_to_is_whole(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pbem.db"
    database = open_database(url, NOW)
    with database.begin() as session:
        session.add(MetaRow(key="mark", value="kept"))
    with database.begin() as session:
        session.add(MetaRow(key="later", value="not yet"))
        session.flush()
        copy(tmp_path / "pbem.db", tmp_path / "copy.db")
    database.close()
    kept = open_for_reading(f"sqlite:///{tmp_path}/copy.db")
    with kept.read() as session:
        assert session.get(MetaRow, "mark") is not None
        assert session.get(MetaRow, "later") is None
    kept.close()
