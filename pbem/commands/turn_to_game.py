"""GAME number: the orders that follow are about this game."""

from pbem.app.notify import combined_mail
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts.table_refusals import NotYourGame
from pbem.hearts.refusal import Refused
from pbem.ids import GameId
from pbem.orders.order import Args, Order, Spec

SPEC = Spec("GAME", Args.NUMBER, aliases=("TABLE",), topic="tables")


def run(uow: UnitOfWork, order: Order) -> None:
    """Turn to another game of the author's."""
    number = GameId(order.number or 0)
    table = uow.table(number)
    if table.seat_of(uow.author_player().id) is None:
        raise Refused(NotYourGame(game=number))
    uow.game_id = number
    combined_mail.turn_to(uow, number)


COMMANDS = (Command(SPEC, run),)
