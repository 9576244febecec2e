"""REGISTER [name]: become a player here."""

from pbem.app.accounts import identity
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.db.queries import people as store
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("REGISTER", Args.WORDS, aliases=("SIGNUP", "SIGN UP"), who="anyone", topic="people")


def run(case: Case, order: Order) -> None:
    """A stranger becomes a person; a person is told that all is well, or gets the new name."""
    author = case.author
    if author is not None and (case.proven or author.token is not None):
        for address in identity.own_addresses(case.session, author):
            store.unblock(case.session, address, 0)  # who registers wants to be invited again
    if author is not None and author.player is None:
        player = identity.register(case, order.text)
        case.answer("registered", name=player.name, address=player.address)
        return
    if order.text:
        identity.rename(case, order.text)
    case.answer("already-registered", name=case.player().name)


COMMAND = Command(SPEC, run)
