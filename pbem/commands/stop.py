"""STOP: no more mails. What mail programs send for their "unsubscribe" button (the header List-Unsubscribe)."""

from pbem.app.accounts import mail_pause
from pbem.app.unit_of_work import Case
from pbem.commands import decline
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("STOP", Args.NONE, aliases=("UNSUBSCRIBE",), who="anyone", topic="people")


def run(case: Case, order: Order) -> None:
    """A player's mails pause until the next letter; for everybody else it is NEVER."""
    author = case.author
    if author is None or author.player is None or author.invitation is not None:
        decline.never(case, order)
        return
    mail_pause.pause(case, author.player, mail_pause.STOPPED)
    case.answer("stopped")


COMMAND = Command(SPEC, run)
