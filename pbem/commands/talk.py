"""SAY text, TELL name text: talk at the table, with the next mail. REMIND [name]: a word to who is waited for."""

from __future__ import annotations

from pbem.app import limits
from pbem.app.clock import reminders
from pbem.app.notify import digest
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import talk
from pbem.facts import notices, table_answers
from pbem.facts.table import TalkFacts
from pbem.facts.table_refusals import UnknownPlayer
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.preferences import ChatTime, NewsLevel
from pbem.table.seat import Seat
from pbem.table.states import GamePhase

SAY = Spec("SAY", Args.TEXT, ("CHAT",), topic="talk")
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
    at_once = _send(uow, table, seat, others, order.text, alone=False)
    uow.answer(table_answers.SaidAnswer(tuple(s.name for s in others), at_once))


def tell(uow: UnitOfWork, order: Order) -> None:
    """One player hears it; names may hold blanks, so the longest that fits is meant."""
    table, seat = uow.seat()
    others = [s for s in table.seats if s.joined and s is not seat]
    text = order.text
    for other in sorted(others, key=lambda s: -len(s.name)):
        if text.lower().startswith(other.name.lower() + " ") or text.lower().startswith(other.name.lower() + ":"):
            at_once = _send(uow, table, seat, [other], text[len(other.name) + 1 :].strip(), alone=True)
            uow.answer(table_answers.SaidAnswer((other.name,), at_once))
            return
    raise Refused(UnknownPlayer(given=text.split()[0][:40]))


def _send(uow: UnitOfWork, table: Table, seat: Seat, others: list[Seat], text: str, alone: bool) -> bool:
    """The words wait for the next mail to each, but where none is to come soon or the hearer wants them at once.
    True if the table is such that all hear them at once.
    """
    limits.may_talk(uow, table.id)
    text = text[:LONGEST]
    at_once = table.phase is not GamePhase.PLAYING or table.record.clocks_stand
    for other in others:
        player = uow.reachable(other)
        if player is None:
            continue
        if at_once or player.preferences.chat is ChatTime.NOW:
            uow.send(notices.SaidNotice(table.id, TalkFacts(seat.name, text, alone)), player, table)
            continue
        talk.add(uow.session, table.id, player.id, uow.author_player().id, seat.name, text, alone, uow.now)
        if player.preferences.news is NewsLevel.DIGEST:
            digest.add_to_digest(uow, table, other, player)
    return at_once


def remind(uow: UnitOfWork, order: Order) -> None:
    """At most once a day to each, and never in the night."""
    uow.answer(table_answers.RemindedAnswer(reminders.nudge(uow, order.text)))


COMMANDS = (Command(SAY, say), Command(TELL, tell), Command(REMIND, remind))
