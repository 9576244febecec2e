"""ADDRESS ADD|REMOVE|USE address: from where you write, and to where we write. ADDRESS alone shows them."""

from pbem.app.accounts import addresses
from pbem.app.refusals import Wrong
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.commands.command import Command
from pbem.db.queries import people
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("ADDRESS", Args.WORDS, aliases=("ADDRESSES",), topic="people")

_WAYS = {
    "ADD": (addresses.add, "address-asked"),
    "REMOVE": (addresses.remove, "address-removed"),
    "USE": (addresses.use, "address-used"),
}


def run(uow: UnitOfWork, order: Order) -> None:
    """One of the ways, or a look at all addresses."""
    player = uow.player()
    verb, _, text = order.text.partition(" ")
    if not verb:
        uow.answer("addresses", addresses=tuple(people.addresses(uow.session, pk(player.id))), used=player.address)
        return
    if verb.upper() not in _WAYS:
        raise Refused(Wrong.BAD_ADDRESS, given=order.text[:60])
    change, kind = _WAYS[verb.upper()]
    uow.answer(kind, address=change(uow, text.strip()), used=player.address)


COMMAND = Command(SPEC, run)
