"""CHARGE cards, EXPOSE cards, CHARGE NONE: cards laid open before the first lead (§8.1, §8.8)."""

from pbem.app.turns import variant_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("CHARGE", Args.CARDS_OR_NONE, aliases=("EXPOSE", "LAY OPEN"), where="seat")


def run(uow: UnitOfWork, order: Order) -> None:
    """Any of the cards that may be, or none; can be said again until the last seat has answered."""
    changed = variant_choices.charge(uow, order.cards)
    taken(uow, "charged", cards=order.cards, changed=changed)


COMMAND = Command(SPEC, run)
