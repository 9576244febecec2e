"""REGISTER [name]: become a player here."""

from pbem.app.accounts import identity
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import people as store
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("REGISTER", Args.WORDS, aliases=("SIGNUP", "SIGN UP"), who="anyone", topic="people")


def run(uow: UnitOfWork, order: Order) -> None:
    """A stranger becomes a person; a person is told that all is well, or gets the new name."""
    author = uow.author
    if author is not None and (uow.proven or author.token is not None):
        for address in identity.own_addresses(uow.session, author):
            store.unblock(uow.session, address, 0)  # who registers wants to be invited again
    if author is not None and author.player is None:
        player = identity.register(uow, order.text)
        uow.answer("registered", name=player.name, address=player.address)
        return
    if order.text:
        identity.rename(uow, order.text)
    uow.answer("already-registered", name=uow.player().name)


COMMAND = Command(SPEC, run)
