"""KEEP: to pass nothing, where the table allows it (§4.2 optional passing)."""

from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.language.order import Args, Order, Spec
from pbem.service import play
from pbem.service.case import Case

SPEC = Spec("KEEP", Args.NONE, aliases=("KEEP ALL", "PASS NONE", "PASS NOTHING"), where="seat", question="PASS")


def run(case: Case, order: Order) -> None:
    """The cards that come to this seat go on unseen; can be changed until the last seat has passed."""
    changed = play.pass_cards(case, ())
    taken(case, "keeps-all", changed=changed)


COMMAND = Command(SPEC, run)
