"""FORGET ME: remove all that is kept about a person, after asking once more."""

from pbem.app.accounts import confirmations
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("FORGET ME", Args.NONE, topic="people")


def run(uow: UnitOfWork, order: Order) -> None:
    """Nothing goes before the address of record has said yes."""
    uow.player()
    confirmations.ask_to_forget(uow)


COMMAND = Command(SPEC, run)
