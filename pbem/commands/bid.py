"""BID number [suit], BID NONE: one bid in an auction (§7.2, §8.15)."""

from pbem.app.turns import variant_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("BID", Args.BID, where="seat")


def run(uow: UnitOfWork, order: Order) -> None:
    """The suit only where one is bid for."""
    variant_choices.bid(uow, order.number, order.text)
    taken(uow, "bid", amount=order.number, suit=order.text)


COMMAND = Command(SPEC, run)
