"""REGISTER [name]: become a player here."""

from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import people
from pbem.service.case import Case
from pbem.store import people as store

SPEC = Spec("REGISTER", Args.WORDS, aliases=("SIGNUP", "SIGN UP"), who="anyone", topic="people")


def run(case: Case, order: Order) -> None:
    """A stranger becomes a person; a person is told that all is well, or gets the new name."""
    author = case.author
    if author is not None and (case.proven or author.token is not None):
        for address in people.own_addresses(case.session, author):
            store.unblock(case.session, address, 0)  # who registers wants to be invited again
    if author is not None and author.player is None:
        player = people.register(case, order.text)
        case.answer("registered", name=player.name, address=player.address)
        return
    if order.text:
        people.rename(case, order.text)
    case.answer("already-registered", name=case.player().name)


COMMAND = Command(SPEC, run)
