"""CALL left, CALL 2 left 1 right, CALL kitty: the dealer says how this deal's cards are passed (§4.2, §8.6)."""

from pbem.app.turns import variant_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.hearts.play.passing import TARGETS
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("CALL", Args.WAYS, choices=tuple(way for way in TARGETS if way != "call"), where="seat")


def run(uow: UnitOfWork, order: Order) -> None:
    """The same for every seat; nobody has looked at the cards."""
    variant_choices.call(uow, order.text)
    taken(uow, "called", ways=order.text)


COMMAND = Command(SPEC, run)
