"""FORGET ME: remove all that is kept about a person, after asking once more."""

from pbem.app.accounts import confirmations
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("FORGET ME", Args.NONE, topic="people")


def run(case: Case, order: Order) -> None:
    """Nothing goes before the address of record has said yes."""
    case.player()
    confirmations.ask_to_forget(case)


COMMAND = Command(SPEC, run)
