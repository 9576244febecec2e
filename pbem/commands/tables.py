"""NEW, INVITE, START, LEAVE, RESIGN: making a table, filling it, and giving up one's seat."""

from __future__ import annotations

from pbem.app.accounts import leaving
from pbem.app.tables import seats, substitutes
from pbem.app.tables.new_table import read_terms
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.commands.guests import guests
from pbem.facts import table_answers
from pbem.facts.table_refusals import AlreadyBegun, NotHost, UnknownPlayer
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import GamePhase

NEW = Spec("NEW", Args.WORDS, aliases=("NEW GAME", "NEW TABLE"), topic="tables")
INVITE = Spec("INVITE", Args.WORDS, topic="tables")
START = Spec("START", Args.NONE, aliases=("BEGIN",), topic="tables")
LEAVE = Spec("LEAVE", Args.NONE, topic="tables")
RESIGN = Spec("RESIGN", Args.NONE, topic="tables")


def new(uow: UnitOfWork, order: Order) -> None:
    """NEW [variant] [option=value …] [WITH address|name|robot …] [SAY words]. It starts if nobody is waited for."""
    text, said = _split(order.text, "SAY")
    before, after = _split(text, "WITH")
    words = ["open=on" if word.lower() == "open" else word for word in before.split()]
    name, rules, pace = read_terms(uow, " ".join(words))
    seats.answer_made(uow, seats.make_table(uow, name, rules, pace, guests(uow, after), said))


def _split(text: str, at: str) -> tuple[str, str]:
    words = text.split(" ")
    for place, word in enumerate(words):
        if word.upper() == at:
            return " ".join(words[:place]), " ".join(words[place + 1 :])
    return text, ""


def invite(uow: UnitOfWork, order: Order) -> None:
    """Fill open seats; the table starts when nobody is waited for any more."""
    table, host = uow.seat()
    if table.host_id != uow.author_player().id:
        raise Refused(NotHost())
    if table.phase is not GamePhase.LOBBY:
        raise Refused(AlreadyBegun(table.id))
    named = guests(uow, order.text)
    if not named:
        raise Refused(UnknownPlayer())
    full = seats.invite_all(uow, table, named)
    names = tuple(name for g in named if (name := g.name or g.address) not in full)
    gathered = seats.lobby_facts(uow, table, host, for_host=True)
    uow.answer(table_answers.InvitedAnswer(names, gathered) if names else table_answers.LobbyAnswer(gathered))
    if table.complete():
        seats.begin(uow, table)


def start(uow: UnitOfWork, order: Order) -> None:
    """Begin with robots in the seats that are free. Who was invited and has not answered is told of it."""
    table, _ = uow.seat()
    if table.host_id != uow.author_player().id:
        raise Refused(NotHost())
    seats.begin(uow, table)


def leave(uow: UnitOfWork, order: Order) -> None:
    """The seat is open again; a host who leaves takes the table along."""
    table, seat = uow.seat()
    cancelled = seats.leave(uow, table, seat, uow.author_player())
    uow.answer(table_answers.LeftAnswer(table.id, cancelled))


def resign(uow: UnitOfWork, order: Order) -> None:
    """Asked once. The seat and its score stay in the game; a robot plays it until somebody takes it."""
    table, seat = uow.seat()
    if table.game is None and table.phase is GamePhase.LOBBY:
        leaving.ask(uow, LEAVE.verb, table)  # nothing has begun that could be given up
        return
    table, seat = uow.at_play()
    substitutes.may_resign(table, seat)
    if not uow.by_operator and not leaving.asked_already(uow, RESIGN.verb, table):
        leaving.ask(uow, RESIGN.verb, table)
        return
    substitutes.resign(uow, table, seat)
    uow.answer(table_answers.ResignedAnswer(table.id))


COMMANDS = (
    Command(NEW, new),
    Command(INVITE, invite),
    Command(START, start),
    Command(LEAVE, leave),
    Command(RESIGN, resign),
)
