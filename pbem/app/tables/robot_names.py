"""What robots are called: names from the words of the server's language, the same seat mostly the same one."""

from __future__ import annotations

from itertools import chain, count

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.table.seat import Seat


def robot_name(uow: UnitOfWork, table: Table, seat: Seat) -> str:
    """A name that nobody else at the table has."""
    names = uow.services.renderer.words_of(uow.services.policy.language).robots
    taken = {other.name.casefold() for other in table.seats if other is not seat}
    turned = names[seat.number % len(names) :] + names[: seat.number % len(names)]
    more = (f"{name} {number}" for number in count(2) for name in turned)
    return next(name for name in chain(turned, more) if name.casefold() not in taken)
