"""RESIGN: a robot plays on for you."""

from pbem.app.tables import substitutes
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("RESIGN", Args.NONE, where="seat", topic="tables")


def run(case: Case, order: Order) -> None:
    """The seat and its score stay in the game; a robot plays it until somebody takes it."""
    table, seat = case.at_play()
    substitutes.resign(case, table, seat)
    case.answer("resigned", game=table.id)


COMMAND = Command(SPEC, run)
