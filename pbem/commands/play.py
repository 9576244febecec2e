"""PLAY card, ANYWAY card, PASS cards, MOON ADD|SUBTRACT: the choices that every game asks for."""

from pbem.app.turns import play
from pbem.app.unit_of_work import Case
from pbem.commands.command import Command
from pbem.commands.taken import taken
from pbem.orders.order import Args, Order, Spec

PLAY = Spec("PLAY", Args.CARD, where="seat")
ANYWAY = Spec("ANYWAY", Args.CARD, aliases=("PLAY ANYWAY",), where="seat", topic="plans", question="PLAY")
PASS = Spec("PASS", Args.CARDS, where="seat")
MOON = Spec("MOON", Args.CHOICE, choices=("add", "subtract"), where="seat")


def play_card(case: Case, order: Order) -> None:
    """Play a card; before the turn it is kept for it, unless something of note falls."""
    _play(case, order, anyway=False)


def play_anyway(case: Case, order: Order) -> None:
    """Play a card; before the turn it is kept for it, whatever falls."""
    _play(case, order, anyway=True)


def _play(case: Case, order: Order, anyway: bool) -> None:
    what = play.play(case, order.cards[0], anyway)
    taken(case, what, what is play.Taken.CHANGED, cards=order.cards)


def pass_cards(case: Case, order: Order) -> None:
    """Pass cards on; can be said again until the last seat has passed."""
    changed = play.pass_cards(case, order.cards)
    taken(case, "passed", changed, cards=order.cards, changed=changed)


def moon(case: Case, order: Order) -> None:
    """Say how the moon is paid."""
    play.choose_moon(case, order.text)
    taken(case, "moon-set", choice=order.text)


COMMANDS = (Command(PLAY, play_card), Command(ANYWAY, play_anyway), Command(PASS, pass_cards), Command(MOON, moon))
