"""FORGET ME: remove all that is kept about a person, after asking once more."""

from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import asking
from pbem.service.case import Case

SPEC = Spec("FORGET ME", Args.NONE, topic="people")


def run(case: Case, order: Order) -> None:
    """Nothing goes before the address of record has said yes."""
    case.player()
    asking.ask_to_forget(case)


COMMAND = Command(SPEC, run)
