"""DECLINE: no to an invitation; NEVER: no, and no more of them."""

from pbem.commands.command import Command
from pbem.hearts.refusal import Refused
from pbem.language.order import Args, Order, Spec
from pbem.service import seats
from pbem.service.case import Case
from pbem.service.reasons import Wrong
from pbem.store import people

DECLINE = Spec("DECLINE", Args.NONE, aliases=("REFUSE",), who="anyone", topic="tables", question="join")
NEVER = Spec("NEVER", Args.NONE, aliases=("NEVER AGAIN", "BLOCK"), who="anyone", topic="people")


def decline(case: Case, order: Order) -> None:
    """The seat is free again; the host hears it."""
    seat = case.author.invitation if case.author is not None else None
    if seat is None:
        raise Refused(Wrong.NOT_INVITED)
    table = case.table(seat.game_id)
    seats.decline(case, table, table.seats[seat.seat])
    case.answer("declined", game=table.id)


def never(case: Case, order: Order) -> None:
    """No invitation from anybody reaches this address any more; one that is open is declined."""
    author = case.author
    if author is None:
        raise Refused(Wrong.NOT_INVITED)
    people.block(case.session, author.address, 0, case.now)
    if author.invitation is not None and author.invitation.state == "invited":
        table = case.table(author.invitation.game_id)
        seats.decline(case, table, table.seats[author.invitation.seat])
    case.answer("blocked")


COMMANDS = (Command(DECLINE, decline), Command(NEVER, never))
