"""Telling a database that is away (stopped, full, locked, unplugged) from a fault in what was done with it."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoFreeConnection


def is_outage(fault: BaseException) -> bool:
    """Whether the database itself failed, so that the same work may well succeed once it is back."""
    if isinstance(fault, NoFreeConnection):
        return True
    if not isinstance(fault, DBAPIError):
        return False
    if isinstance(fault.orig, sqlite3.OperationalError):  # of these, "no such column" is ours, and a full disk is not
        return fault.orig.sqlite_errorcode != sqlite3.SQLITE_ERROR
    return fault.connection_invalidated or isinstance(fault, OperationalError | InterfaceError)
