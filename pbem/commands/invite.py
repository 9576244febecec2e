"""INVITE address|name|robot …: more people for the table."""

from pbem.app.refusals import Wrong
from pbem.app.tables import seats
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.guests import guests
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("INVITE", Args.WORDS, where="seat", who="host", topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """Fill open seats; the table starts when nobody is waited for any more."""
    table, host = uow.seat()
    if table.row.host_id != uow.player().id:
        raise Refused(Wrong.NOT_HOST)
    if table.row.phase != "gathering":
        raise Refused(Wrong.ALREADY_BEGUN, game=table.id)
    named = guests(uow, order.text)
    if not named:
        raise Refused(Wrong.UNKNOWN_PLAYER, given="")
    seats.invite_all(uow, table, named)
    uow.answer(
        "invited",
        names=tuple(g.name or g.address for g in named),
        **seats.gathering_facts(uow, table, host, for_host=True),
    )
    if all(s.state in ("joined", "robot") for s in table.seats):
        seats.begin(uow, table)


COMMAND = Command(SPEC, run)
