"""TUTORIAL: one deal with three patient robots, explained step by step."""

from pbem.app.tables import tutorial
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("TUTORIAL", Args.NONE, aliases=("NEW TUTORIAL", "LEARN"), topic="tables")


def run(case: Case, order: Order) -> None:
    """It is dealt at once; the mails explain what is new."""
    table = tutorial.begin(case)
    case.answer("tutorial-begun", game=table.id)
    case.full = True


COMMAND = Command(SPEC, run)
