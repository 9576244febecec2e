"""TUTORIAL: one deal with three patient robots, explained step by step."""

from pbem.app.tables import tutorial
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("TUTORIAL", Args.NONE, aliases=("NEW TUTORIAL", "LEARN"), topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """It is dealt at once; the mails explain what is new."""
    table = tutorial.begin(uow)
    uow.answer("tutorial-begun", game=table.id)
    uow.full = True


COMMAND = Command(SPEC, run)
