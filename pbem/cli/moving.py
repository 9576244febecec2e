"""`pbem move`: the same house in another database."""

from __future__ import annotations

import os

from pbem.cli.common import fail
from pbem.clock import system_clock
from pbem.db.database import open_database
from pbem.db.lock import Busy, WriterLock
from pbem.db.move import BadMove, move
from pbem.server.folders import lock_path
from pbem.settings import Settings, SettingsFault
from pbem.settings.reading import database_url


def run(settings: Settings, to: str) -> dict[str, int]:
    """How many rows of each table were moved. Raises `ValueError` for a URL that names no database."""
    try:
        url = database_url(to)
    except SettingsFault as fault:
        raise ValueError(f"--to: {fault.faults[0].wrong}. {fault.faults[0].mend}") from None
    if url == settings.database.url:
        raise ValueError("--to: that is the database that is used now")
    try:
        with WriterLock(lock_path(settings), 1.0):
            source = open_database(settings.database.url, system_clock(), expected=True)
            try:
                target = open_database(url, system_clock())
                try:
                    return move(source, target)
                finally:
                    target.close()
            finally:
                source.close()
    except Busy:
        raise fail("a pbem is at work on one of these databases: stop it first", os.EX_TEMPFAIL) from None
    except BadMove as fault:
        raise fail(fault) from None
