"""STOP: no more mails. What mail programs send for their "unsubscribe" button (the header List-Unsubscribe)."""

from pbem.commands import decline
from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import pausing
from pbem.service.case import Case

SPEC = Spec("STOP", Args.NONE, aliases=("UNSUBSCRIBE",), who="anyone", topic="people")


def run(case: Case, order: Order) -> None:
    """A player's mails pause until the next letter; for everybody else it is NEVER."""
    author = case.author
    if author is None or author.player is None or author.invitation is not None:
        decline.never(case, order)
        return
    pausing.pause(case, author.player, pausing.STOPPED)
    case.answer("stopped")


COMMAND = Command(SPEC, run)
