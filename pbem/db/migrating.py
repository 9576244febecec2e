"""Brings a database's tables up to this version: alone, and never under workers that know the version before."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from pbem.db.backup import copy
from pbem.db.outages import DatabaseFault, no_such_table
from pbem.db.schema_version import HEAD
from pbem.db.session import ALONE

_VERSION = text("SELECT version_num FROM alembic_version")
_LIVING = text("SELECT host, pid FROM worker WHERE until > clock_timestamp() ORDER BY id")


def version(engine: Engine) -> str:
    """What the database says that it is; "" if there are no tables of ours."""
    try:
        with engine.connect() as connection:
            return str(connection.execute(_VERSION).scalar_one())
    except DBAPIError as fault:
        if no_such_table(fault):
            return ""
        raise


def migrate(engine: Engine, path: Path | None, now: datetime) -> None:
    """Run the migrations in this package; an SQLite file (at this path) that has data is copied first.

    Raises `DatabaseFault` while workers of the version before are at work: they would write to tables that they do
    not know.
    """
    from alembic import command
    from alembic.config import Config

    kept: Path | None = None
    before = version(engine)
    if path is not None and before:
        kept = path.with_suffix(f".before-{HEAD}-{now:%Y%m%dT%H%M%S}")
        while kept.exists():  # of an attempt in the same second
            kept = kept.with_name(f"{kept.name}-2")
        copy(path, kept)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                # workers that start at once wait for the first, however long it takes
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s, 0)", (ALONE,))
                if before:
                    not_beside_workers(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except BaseException:
        if kept is not None and version(engine) == before:  # nothing was changed: who tries again and again
            kept.unlink()  # does not fill the disk with copies
        raise


def not_beside_workers(connection: Connection) -> None:
    """Raises `DatabaseFault` while workers of an older version live. A server that is alone holds a lock against them.

    Those that began after another had brought the tables up to date are of this one.
    """
    if not connection.get_execution_options().get("shared") or not inspect(connection).has_table("worker"):
        return
    found = str(connection.execute(_VERSION).scalar_one())
    living = [f"process {pid} on {host}" for host, pid in connection.execute(_LIVING)]
    if living and found != HEAD:
        wrong = f"the database is of version {found}, and workers of that version are at work: {', '.join(living)}"
        raise DatabaseFault(wrong, "Stop them all, and then start one of the new version", os.EX_TEMPFAIL)
