"""REGISTER [name]: become a player here."""

from pbem.commands.command import Command
from pbem.language.order import Args, Order, Spec
from pbem.service import people
from pbem.service.case import Case

SPEC = Spec("REGISTER", Args.WORDS, aliases=("SIGNUP", "SIGN UP"), who="anyone", topic="people")


def run(case: Case, order: Order) -> None:
    """A stranger becomes a person; a person is told that all is well, or gets the new name."""
    if case.author is not None and case.author.player is None:
        player = people.register(case, order.text)
        case.answer("registered", name=player.name, address=player.address)
        return
    if order.text:
        people.rename(case, order.text)
    case.answer("already-registered", name=case.player().name)


COMMAND = Command(SPEC, run)
