"""EXPORT: all that is kept about you, as text and as JSON, in one mail."""

from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import exporting
from pbem.service.case import Case

SPEC = Spec("EXPORT", Args.NONE, topic="people")


def run(case: Case, order: Order) -> None:
    """It goes to the address of record, whatever address asked for it."""
    exporting.export(case)


COMMAND = Command(SPEC, run)
