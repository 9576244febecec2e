"""PLAY card, ANYWAY card, PASS cards, MOON ADD|SUBTRACT: the choices that every game asks for."""

from pbem.app.turns import play
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

PLAY = Spec("PLAY", Args.CARD, where="seat")
ANYWAY = Spec("ANYWAY", Args.CARD, aliases=("PLAY ANYWAY",), where="seat", topic="plans", question="PLAY")
PASS = Spec("PASS", Args.CARDS, where="seat")
MOON = Spec("MOON", Args.CHOICE, choices=("add", "subtract"), where="seat")


def play_card(uow: UnitOfWork, order: Order) -> None:
    """Play a card; before the turn it is kept for it, unless something of note falls."""
    _play(uow, order, anyway=False)


def play_anyway(uow: UnitOfWork, order: Order) -> None:
    """Play a card; before the turn it is kept for it, whatever falls."""
    _play(uow, order, anyway=True)


def _play(uow: UnitOfWork, order: Order, anyway: bool) -> None:
    what = play.play(uow, order.cards[0], anyway)
    taken(uow, what, what is play.Taken.CHANGED, cards=order.cards)


def pass_cards(uow: UnitOfWork, order: Order) -> None:
    """Pass cards on; can be said again until the last seat has passed."""
    changed = play.pass_cards(uow, order.cards)
    taken(uow, "passed", changed, cards=order.cards, changed=changed)


def moon(uow: UnitOfWork, order: Order) -> None:
    """Say how the moon is paid."""
    play.choose_moon(uow, order.text)
    taken(uow, "moon-set", choice=order.text)


COMMANDS = (Command(PLAY, play_card), Command(ANYWAY, play_anyway), Command(PASS, pass_cards), Command(MOON, moon))
