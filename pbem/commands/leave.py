"""LEAVE: give up a seat at a table that has not begun."""

from pbem.app.tables import seats
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("LEAVE", Args.NONE, where="seat", topic="tables")


def run(case: Case, order: Order) -> None:
    """The seat is open again; a host who leaves takes the table along."""
    table, seat = case.seat()
    cancelled = seats.leave(case, table, seat, case.player())
    case.answer("left", game=table.id, cancelled=cancelled)


COMMAND = Command(SPEC, run)
