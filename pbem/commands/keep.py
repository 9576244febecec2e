"""KEEP: to pass nothing, where the table allows it (§4.2 optional passing)."""

from pbem.app.turns import play
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("KEEP", Args.NONE, aliases=("KEEP ALL", "PASS NONE", "PASS NOTHING"), where="seat", question="PASS")


def run(uow: UnitOfWork, order: Order) -> None:
    """The cards that come to this seat go on unseen; can be changed until the last seat has passed."""
    changed = play.pass_cards(uow, ())
    taken(uow, "keeps-all", changed=changed)


COMMAND = Command(SPEC, run)
