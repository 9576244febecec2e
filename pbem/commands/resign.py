"""RESIGN: a robot plays on for you."""

from pbem.commands.command import Command
from pbem.hearts.refusal import Reason, Refused
from pbem.language.order import Args, Order, Spec
from pbem.service import seats
from pbem.service.case import Case

SPEC = Spec("RESIGN", Args.NONE, where="seat", topic="tables")


def run(case: Case, order: Order) -> None:
    """The seat and its score stay in the game; a robot of the house's level plays it."""
    table, seat = case.at_play()
    if table.row.phase != "playing":
        raise Refused(Reason.GAME_OVER)
    seats.resign(case, table, seat)
    case.answer("resigned", game=table.id)


COMMAND = Command(SPEC, run)
