"""NAME name: what the others call you."""

from pbem.app.accounts import identity
from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("NAME", Args.WORDS, topic="people")


def run(uow: UnitOfWork, order: Order) -> None:
    """Another name, at all tables from now on."""
    if not order.text:
        raise Refused(Wrong.BAD_NAME, given="")
    identity.rename(uow, order.text)
    uow.answer("named", name=uow.player().name)


COMMAND = Command(SPEC, run)
