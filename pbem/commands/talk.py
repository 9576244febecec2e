"""SAY text, TELL name text: talk at the table, sent at once. REMIND [name]: a friendly word to who is waited for."""

from __future__ import annotations

from pbem.app import limits
from pbem.app.clock import reminders
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts import notices, table_answers
from pbem.facts.table import Said
from pbem.facts.table_refusals import UnknownPlayer
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.seat import Seat

SAY = Spec("SAY", Args.TEXT, topic="talk")
TELL = Spec("TELL", Args.TEXT, topic="talk")

LONGEST = 1_000
"""Characters of one line of talk."""

MOST_WORDS = 4
"""Of a name; longer lines are talk."""

SENTENCES = frozenset({"me", "us", "that", "the", "is", "was", "are", "to", "of", "on", "off", "you"})


def is_name(text: str) -> bool:
    """Nothing, or something as short as a name, and not the rest of a sentence: "remind me", "remind is on"."""
    return text.count(" ") < MOST_WORDS and text.partition(" ")[0].casefold() not in SENTENCES


REMIND = Spec("REMIND", Args.WORDS, topic="talk", fits=is_name)


def say(uow: UnitOfWork, order: Order) -> None:
    """Everybody at the table hears it."""
    table, seat = uow.seat()
    others = [s for s in table.seats if s.joined and s is not seat]
    _send(uow, table, seat, others, order.text, to_you=False)
    uow.answer(table_answers.Said(tuple(s.name for s in others)))


def tell(uow: UnitOfWork, order: Order) -> None:
    """One player hears it; names may hold blanks, so the longest that fits is meant."""
    table, seat = uow.seat()
    others = [s for s in table.seats if s.joined and s is not seat]
    text = order.text
    for other in sorted(others, key=lambda s: -len(s.name)):
        if text.lower().startswith(other.name.lower() + " ") or text.lower().startswith(other.name.lower() + ":"):
            _send(uow, table, seat, [other], text[len(other.name) + 1 :].strip(), to_you=True)
            uow.answer(table_answers.Said((other.name,)))
            return
    raise Refused(UnknownPlayer(given=text.split()[0][:40]))


def _send(uow: UnitOfWork, table: Table, seat: Seat, others: list[Seat], text: str, to_you: bool) -> None:
    limits.may_talk(uow, table.id)
    said = Said(seat.name, text[:LONGEST], to_you)
    for other in others:
        player = uow.reachable(other)
        if player is not None:
            uow.send(notices.Said(table.id, said), player, table)


def remind(uow: UnitOfWork, order: Order) -> None:
    """At most once a day to each, and never in the night."""
    uow.answer(table_answers.Reminded(reminders.nudge(uow, order.text)))


COMMANDS = (Command(SAY, say), Command(TELL, tell), Command(REMIND, remind))
