"""START: begin now, with robots in the seats that are free."""

from pbem.app.refusals import Wrong
from pbem.app.tables import seats
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("START", Args.NONE, aliases=("BEGIN",), where="seat", who="host", topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """The host's word; who has been invited and has not answered is told that the table began."""
    table, _ = uow.seat()
    if table.row.host_id != uow.player().id:
        raise Refused(Wrong.NOT_HOST)
    seats.begin(uow, table)


COMMAND = Command(SPEC, run)
