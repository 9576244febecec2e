"""VOTE, PAUSE, RESUME: what a table decides together. Silence is a yes after the time that the mail states."""

from __future__ import annotations

from pbem.app.tables import votes
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.facts.play_refusals import BadVote
from pbem.hearts.refusal import Refused
from pbem.orders.dates import length
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import VoteKind


def is_vote(text: str) -> bool:
    """Whether the words behind VOTE can be one; else the line is talk."""
    return text.partition(" ")[0].casefold() in (*VoteKind, "yes", "no")


def is_length(text: str) -> bool:
    """Nothing, or a length of time; else the line is talk."""
    return not text or length(text) is not None


VOTE = Spec("VOTE", Args.WORDS, topic="tables", fits=is_vote)
PAUSE = Spec("PAUSE", Args.WORDS, topic="tables", fits=is_length)
RESUME = Spec("RESUME", Args.NONE, topic="tables")


def vote(uow: UnitOfWork, order: Order) -> None:
    """A question to the table, or the author's word on the one that is open."""
    kind, _, rest = order.text.casefold().partition(" ")
    if kind in ("yes", "no"):
        votes.ballot(uow, kind == "yes")
        return
    long = length(rest) if rest else None
    if kind not in tuple(VoteKind) or (rest and (long is None or kind not in (VoteKind.PAUSE, VoteKind.EXTEND))):
        raise Refused(BadVote(given=order.text[:40]))
    votes.ask(uow, VoteKind(kind), long)


def pause(uow: UnitOfWork, order: Order) -> None:
    """The same as VOTE PAUSE."""
    votes.ask(uow, VoteKind.PAUSE, length(order.text) if order.text else None)


def resume(uow: UnitOfWork, order: Order) -> None:
    """Who asked for a pause ends it; of anybody else it is a vote."""
    votes.ask(uow, VoteKind.RESUME)


COMMANDS = (Command(VOTE, vote), Command(PAUSE, pause), Command(RESUME, resume))
