"""Copies of an SQLite database: taken while it is in use, and put back in its place."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from pbem.db.schema_version import HEAD


class BadCopy(Exception):
    """A copy that cannot be taken or put back; the text says why."""


def copy(source: Path, to: Path) -> None:
    """A consistent copy, while others write. It has its name once it is whole and on the disk: no half one is left."""
    if not source.is_file():
        raise BadCopy(f"there is no database at {source} yet")
    if to.exists():
        raise BadCopy(f"{to} exists already")
    part = to.with_name(f"{to.name}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(source, timeout=30)) as line, closing(sqlite3.connect(part)) as other:
            line.backup(other)
        _flush(part)
        part.rename(to)
        _flush(to.parent)
    except (sqlite3.Error, OSError) as fault:
        part.unlink(missing_ok=True)
        raise BadCopy(f"{to} cannot be written: {fault}") from fault


def rotate(source: Path, folder: Path, now: datetime, keep: int) -> Path:
    """A copy under the time's name in this folder; once it is looked through the oldest are dropped."""
    folder.mkdir(parents=True, exist_ok=True)
    to = folder / f"pbem-{now:%Y%m%dT%H%M%S}.db"
    copy(source, to)
    try:
        _look_through(to, "mode=ro&immutable=1")  # or it would lie beside its own -shm
    except BadCopy:
        to.unlink()  # as the newest it would push out a good one
        raise
    for old in sorted(folder.glob("pbem-????????T??????.db"))[:-keep]:
        old.unlink()
    return to


def restore(source: Path, database: Path, now: datetime) -> Path | None:
    """Put a copy in the database's place; where the database went that was there. The caller holds the writer's lock.

    The copy is looked through first; one of a newer program is refused.
    """
    _look_through(source)
    new = database.with_name(f"{database.name}.restoring")
    new.unlink(missing_ok=True)
    copy(source, new)
    aside = None
    if database.exists():
        aside = database.with_name(f"{database.name}.replaced-{now:%Y%m%dT%H%M%S}")
        try:
            copy(database, aside)
        except BadCopy:  # it is damaged, which may be why a copy is put back: kept as it is
            shutil.copyfile(database, aside)
        for end in ("-wal", "-shm"):
            database.with_name(f"{database.name}{end}").unlink(missing_ok=True)
    new.rename(database)
    _flush(database.parent)
    return aside


def _look_through(path: Path, how: str = "mode=ro") -> None:
    if not path.is_file():
        raise BadCopy(f"there is no file {path}")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as line:
            found = line.execute("PRAGMA quick_check").fetchone()[0]
            version = line.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except (sqlite3.Error, TypeError) as fault:
        raise BadCopy(f"{path} is no database of pbem: {fault}") from None
    if found != "ok":
        raise BadCopy(f"{path} is damaged: {found}")
    if version > HEAD:
        raise BadCopy(f"{path} is of version {version}, newer than this program, which knows {HEAD}")


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
