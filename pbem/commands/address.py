"""ADDRESS ADD|REMOVE|USE address: from where you write, and to where we write. ADDRESS alone shows them."""

from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.language.order import Args, Order, Spec
from pbem.service import addresses
from pbem.service.case import Case, pk
from pbem.service.reasons import Wrong
from pbem.store import people

SPEC = Spec("ADDRESS", Args.WORDS, aliases=("ADDRESSES",), topic="people")

_WAYS = {
    "ADD": (addresses.add, "address-asked"),
    "REMOVE": (addresses.remove, "address-removed"),
    "USE": (addresses.use, "address-used"),
}


def run(case: Case, order: Order) -> None:
    """One of the ways, or a look at all addresses."""
    player = case.player()
    verb, _, text = order.text.partition(" ")
    if not verb:
        case.answer("addresses", addresses=tuple(people.addresses(case.session, pk(player.id))), used=player.address)
        return
    if verb.upper() not in _WAYS:
        raise Refused(Wrong.BAD_ADDRESS, given=order.text[:60])
    change, kind = _WAYS[verb.upper()]
    case.answer(kind, address=change(case, text.strip()), used=player.address)


COMMAND = Command(SPEC, run)
