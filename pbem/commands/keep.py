"""KEEP: to pass nothing, where the table allows it (§4.2 optional passing)."""

from pbem.app.turns import play
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("KEEP", Args.NONE, aliases=("KEEP ALL", "PASS NONE", "PASS NOTHING"), where="seat", question="PASS")


def run(case: Case, order: Order) -> None:
    """The cards that come to this seat go on unseen; can be changed until the last seat has passed."""
    changed = play.pass_cards(case, ())
    taken(case, "keeps-all", changed=changed)


COMMAND = Command(SPEC, run)
