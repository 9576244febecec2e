"""LEAVE: give up a seat at a table that has not begun."""

from pbem.app.tables import seats
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("LEAVE", Args.NONE, where="seat", topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """The seat is open again; a host who leaves takes the table along."""
    table, seat = uow.seat()
    cancelled = seats.leave(uow, table, seat, uow.player())
    uow.answer("left", game=table.id, cancelled=cancelled)


COMMAND = Command(SPEC, run)
