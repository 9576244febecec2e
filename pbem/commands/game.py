"""GAME number: the orders that follow are about this game."""

from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.language.order import Args, Order, Spec
from pbem.service import roundup
from pbem.service.case import Case, pk
from pbem.service.reasons import Wrong

SPEC = Spec("GAME", Args.NUMBER, aliases=("TABLE",), topic="tables")


def run(case: Case, order: Order) -> None:
    """Turn to another game of the author's."""
    number = order.number or 0
    table = case.table(number)
    if table.seat_of(pk(case.player().id)) is None:
        raise Refused(Wrong.NOT_YOUR_GAME, game=number)
    case.game_id = number
    roundup.turn_to(case, number)


COMMAND = Command(SPEC, run)
