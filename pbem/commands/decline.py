"""DECLINE: no to an invitation; NEVER: no, and no more of them; BLOCK: no more of them from one host."""

from pbem.app.accounts import identity as persons
from pbem.app.refusals import Wrong
from pbem.app.tables import seats
from pbem.app.unit_of_work import Author, Case, pk
from pbem.commands.command import Command
from pbem.db.queries import people
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

DECLINE = Spec("DECLINE", Args.NONE, aliases=("REFUSE",), who="anyone", question="join", topic="tables")
NEVER = Spec("NEVER", Args.NONE, aliases=("NEVER AGAIN",), who="anyone", topic="people")
BLOCK = Spec("BLOCK", Args.WORDS, who="anyone", topic="people")
UNBLOCK = Spec("UNBLOCK", Args.WORDS, who="anyone", topic="people")


def decline(case: Case, order: Order) -> None:
    """The seat is free again; the host hears it."""
    seat = case.author.invitation if case.author is not None else None
    if seat is None:
        raise Refused(Wrong.NOT_INVITED)
    table = case.open(seat.game_id)
    seats.decline(case, table, table.seats[seat.seat])
    case.answer("declined", game=table.id)


def never(case: Case, order: Order) -> None:
    """No invitation from anybody reaches this person any more; one that is open is declined."""
    author = _sure(case, order)
    for address in persons.own_addresses(case.session, author):
        people.block(case.session, address, 0, case.now)
    _decline_open(case, author)
    case.answer("blocked")


def block(case: Case, order: Order) -> None:
    """No invitation from one host: the one named, or the one whose invitation is answered."""
    author = _sure(case, order)
    if not order.text and author.invitation is None:
        raise Refused(Wrong.UNKNOWN_PLAYER, given="")
    if order.text:
        host = people.by_name(case.session, order.text)
    else:
        host = people.player(case.session, case.table(author.invitation.game_id).row.host_id)  # type: ignore[union-attr]
    if host is None:
        raise Refused(Wrong.UNKNOWN_PLAYER, given=order.text[:40])
    for address in persons.own_addresses(case.session, author):
        people.block(case.session, address, pk(host.id), case.now)
    if author.invitation is not None and case.table(author.invitation.game_id).row.host_id == host.id:
        _decline_open(case, author)
    case.answer("blocked-host", name=host.name)


def unblock(case: Case, order: Order) -> None:
    """Invitations from one host, or with no name from everybody, are welcome again."""
    author = _sure(case, order)
    host = people.by_name(case.session, order.text) if order.text else None
    if order.text and host is None:
        raise Refused(Wrong.UNKNOWN_PLAYER, given=order.text[:40])
    for address in persons.own_addresses(case.session, author):
        people.unblock(case.session, address, None if host is None else pk(host.id))
    case.answer("unblocked", name=host.name if host is not None else "")


def _sure(case: Case, order: Order) -> Author:
    """The author; refused where anybody could have written it in that name."""
    author = case.author
    if author is None or not (case.proven or author.token is not None):
        raise Refused(Wrong.UNPROVEN, verb=order.verb)
    return author


def _decline_open(case: Case, author: Author) -> None:
    if author.invitation is not None and author.invitation.state == "invited":
        table = case.table(author.invitation.game_id)
        seats.decline(case, table, table.seats[author.invitation.seat])


COMMANDS = (Command(DECLINE, decline), Command(NEVER, never), Command(BLOCK, block), Command(UNBLOCK, unblock))
