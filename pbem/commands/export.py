"""EXPORT: all that is kept about you, as text and as JSON, in one mail."""

from pbem.app.accounts import data_export
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("EXPORT", Args.NONE, topic="people")


def run(uow: UnitOfWork, order: Order) -> None:
    """It goes to the address of record, whatever address asked for it."""
    data_export.export(uow)


COMMAND = Command(SPEC, run)
