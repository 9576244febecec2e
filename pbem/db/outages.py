"""What can be wrong with a database as a whole, in the operator's words, what to do about it, and an exit status."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection


class DatabaseFault(Exception):
    """The database cannot be used: what is wrong, what mends it, and whether to try again later (75) or not (78)."""

    def __init__(self, wrong: str, mend: str, status: int = os.EX_CONFIG) -> None:
        super().__init__(f"{wrong}. {mend}")
        self.wrong, self.mend = wrong, mend
        self.status = status


class DatabaseGone(DatabaseFault):
    """There was a database here, and now there is none: a disk that is not mounted must not become a new server."""

    def __init__(self, where: object) -> None:
        super().__init__(
            f"the database {where} is gone or empty, though one was made here",
            "Mount its disk, or put a copy back with `pbem restore FILE`; to begin with a new one that knows "
            "no game and no player: pbem serve --new-database",
        )


def is_outage(fault: BaseException) -> bool:
    """Whether the database itself failed, so that the same work may well succeed once it is back."""
    if isinstance(fault, NoFreeConnection | DatabaseFault):
        return True
    if not isinstance(fault, DBAPIError):
        return False
    if isinstance(fault.orig, sqlite3.Error):  # of these, "no such column" is ours, and a full disk is not
        return _code(fault.orig) in _SQLITE
    return fault.connection_invalidated or isinstance(fault, OperationalError | InterfaceError)


def as_fault(fault: BaseException, where: object = "") -> DatabaseFault | None:
    """The fault in the operator's words; None if it is one of ours."""
    if isinstance(fault, DatabaseFault):
        return fault
    if not is_outage(fault):
        return None
    cause = getattr(fault, "orig", None) or fault
    name = f"the database {where}".strip()
    if isinstance(cause, sqlite3.Error):
        wrong, mend, status = _SQLITE[_code(cause)]
        return DatabaseFault(f"{name} {wrong} ({cause})", mend, status)
    said = " ".join(str(cause).split())
    if any(words in said for words in _REFUSES):
        return DatabaseFault(f"{name} refuses the login: {said}", "Compare [database] url with PostgreSQL's users")
    return DatabaseFault(f"{name} cannot be reached: {said}", "Start PostgreSQL, or wait for it", os.EX_TEMPFAIL)


def no_such_table(fault: DBAPIError) -> bool:
    """Whether the database is there, and has not got the table that was asked for."""
    cause: Any = fault.orig
    if isinstance(cause, sqlite3.OperationalError):
        return _code(cause) == sqlite3.SQLITE_ERROR
    return getattr(cause, "sqlstate", None) == "42P01"


def vanished(path: Path, inode: int) -> bool:
    """Whether the file that we have open is not the one at its place any more, or has been emptied."""
    try:
        now = path.stat()
    except OSError:
        return True
    return now.st_ino != inode or now.st_size == 0


def _code(fault: sqlite3.Error) -> int:
    return int(getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


_REFUSES = ("authentication failed", "does not exist", "pg_hba.conf", "not permitted to log in", "permission denied")
"""So PostgreSQL says that whoever waits will wait in vain; all else it says passes, as while it starts or recovers."""

_OWNER = "Make it and its folder writable for the user that runs pbem (chown, chmod, or remount its disk)"
_SPACE = "Free some space on its disk; nothing is lost meanwhile"
_DAMAGED = "Put a copy back: pbem restore FILE"
_SQLITE = {
    sqlite3.SQLITE_READONLY: ("may not be written", _OWNER, os.EX_CONFIG),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", _OWNER, os.EX_CONFIG),
    sqlite3.SQLITE_PERM: ("may not be used", _OWNER, os.EX_CONFIG),
    sqlite3.SQLITE_AUTH: ("may not be used", _OWNER, os.EX_CONFIG),
    sqlite3.SQLITE_FULL: ("has no space left", _SPACE, os.EX_TEMPFAIL),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", "Look at its disk, and how full it is", os.EX_TEMPFAIL),
    sqlite3.SQLITE_BUSY: ("is held by another program", "End what else has it open", os.EX_TEMPFAIL),
    sqlite3.SQLITE_LOCKED: ("is held by another program", "End what else has it open", os.EX_TEMPFAIL),
    sqlite3.SQLITE_CORRUPT: ("is damaged", _DAMAGED, os.EX_CONFIG),
    sqlite3.SQLITE_NOTADB: ("is no SQLite database", _DAMAGED, os.EX_CONFIG),
}
