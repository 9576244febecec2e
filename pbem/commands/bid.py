"""BID number [suit], BID NONE: one bid in an auction (§7.2, §8.15)."""

from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.language.order import Args, Order, Spec
from pbem.service import choices
from pbem.service.case import Case

SPEC = Spec("BID", Args.BID, where="seat")


def run(case: Case, order: Order) -> None:
    """The suit only where one is bid for."""
    choices.bid(case, order.number, order.text)
    taken(case, "bid", amount=order.number, suit=order.text)


COMMAND = Command(SPEC, run)
