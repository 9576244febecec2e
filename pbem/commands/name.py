"""NAME name: what the others call you."""

from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.language.order import Args, Order, Spec
from pbem.service import people
from pbem.service.case import Case
from pbem.service.reasons import Wrong

SPEC = Spec("NAME", Args.WORDS, topic="people")


def run(case: Case, order: Order) -> None:
    """Another name, at all tables from now on."""
    if not order.text:
        raise Refused(Wrong.BAD_NAME, given="")
    people.rename(case, order.text)
    case.answer("named", name=case.player().name)


COMMAND = Command(SPEC, run)
