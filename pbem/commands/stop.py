"""STOP: no more mails. What mail programs send for their "unsubscribe" button (the header List-Unsubscribe)."""

from pbem.app.accounts import mail_pause
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands import decline
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("STOP", Args.NONE, aliases=("UNSUBSCRIBE",), who="anyone", topic="people")


def run(uow: UnitOfWork, order: Order) -> None:
    """A player's mails pause until the next letter; for everybody else it is NEVER."""
    author = uow.author
    if author is None or author.player is None or author.invitation is not None:
        decline.never(uow, order)
        return
    mail_pause.pause(uow, author.player, mail_pause.STOPPED)
    uow.answer("stopped")


COMMAND = Command(SPEC, run)
