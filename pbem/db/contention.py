"""What goes wrong only since another worker was at the same rows just then: done again, it succeeds."""

from __future__ import annotations

import os

from sqlalchemy.exc import DBAPIError

from pbem.db.outages import DatabaseFault

_SERIALIZATION, _DEADLOCK, _LOCK_TIMEOUT, _UNIQUE = "40001", "40P01", "55P03", "23505"


class Overtaken(DatabaseFault):
    """Another worker has changed a row since it was read here: what was made of it may be wrong."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} was changed by another worker", "It is done again", os.EX_TEMPFAIL)


def came_between(fault: BaseException) -> bool:
    """Whether nothing is wrong but that another worker came first."""
    if isinstance(fault, Overtaken):
        return True
    state = getattr(getattr(fault, "orig", None), "sqlstate", None)
    return isinstance(fault, DBAPIError) and state in (_SERIALIZATION, _DEADLOCK, _LOCK_TIMEOUT, _UNIQUE)
