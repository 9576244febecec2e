"""RESIGN: a robot plays on for you."""

from pbem.app.tables import substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("RESIGN", Args.NONE, where="seat", topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """The seat and its score stay in the game; a robot plays it until somebody takes it."""
    table, seat = uow.at_play()
    substitutes.resign(uow, table, seat)
    uow.answer("resigned", game=table.id)


COMMAND = Command(SPEC, run)
