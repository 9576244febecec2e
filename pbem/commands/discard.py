"""DISCARD cards: what the taker of a kitty lays aside for it (§4.1, §8.15 Heartsette)."""

from pbem.app.turns import variant_choices
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("DISCARD", Args.CARDS, aliases=("LAY ASIDE", "LAY AWAY"), where="seat")


def run(uow: UnitOfWork, order: Order) -> None:
    """As many as the kitty had; they lie face down with the taker's tricks."""
    variant_choices.discard(uow, order.cards)
    taken(uow, "discarded", cards=order.cards)


COMMAND = Command(SPEC, run)
