"""REMIND [name]: a friendly word to who is waited for."""

from pbem.app.clock import reminders
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.orders.order import Args, Order, Spec

MOST_WORDS = 4
"""Of a name; longer lines are talk."""

SENTENCES = frozenset({"me", "us", "that", "the", "is", "was", "are", "to", "of", "on", "off", "you"})


def is_name(text: str) -> bool:
    """Nothing, or something as short as a name, and not the rest of a sentence: "remind me", "remind is on"."""
    return text.count(" ") < MOST_WORDS and text.partition(" ")[0].casefold() not in SENTENCES


SPEC = Spec("REMIND", Args.WORDS, where="seat", topic="talk", fits=is_name)


def run(uow: UnitOfWork, order: Order) -> None:
    """At most once a day to each, and never in the night."""
    uow.answer("reminded", names=reminders.nudge(uow, order.text))


COMMAND = Command(SPEC, run)
