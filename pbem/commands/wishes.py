"""NEVER: no more invitations; BLOCK, UNBLOCK: none from one host; STOP: no more mails at all."""

from pbem.app.accounts import identity, mail_pause
from pbem.app.tables import seats
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import people
from pbem.facts import account_answers
from pbem.facts.account_refusals import Unproven
from pbem.facts.table_refusals import UnknownPlayer
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec
from pbem.table.states import SeatState

NEVER = Spec("NEVER", Args.NONE, aliases=("NEVER AGAIN",), strangers=True, topic="people")
BLOCK = Spec("BLOCK", Args.WORDS, strangers=True, topic="people")
UNBLOCK = Spec("UNBLOCK", Args.WORDS, strangers=True, topic="people")
STOP = Spec("STOP", Args.NONE, strangers=True, topic="people")


def never(uow: UnitOfWork, order: Order) -> None:
    """No invitation from anybody reaches this person any more; one that is open is declined."""
    author = _sure(uow, order)
    for address in identity.own_addresses(uow.session, author):
        people.block(uow.session, address, people.ANYBODY, uow.now)
    _decline_open(uow, author)
    uow.answer(account_answers.BlockedAnswer())


def block(uow: UnitOfWork, order: Order) -> None:
    """No invitation from one host: the one named, or the one whose invitation is answered."""
    author = _sure(uow, order)
    if not order.text and author.invitation is None:
        raise Refused(UnknownPlayer(given=""))
    host = uow.person_named(order.text) if order.text else None
    if author.invitation is not None and not order.text:
        host = uow.person_numbered(uow.table(author.invitation.game_id).host_id)
    if host is None:
        raise Refused(UnknownPlayer(given=order.text[:40]))
    for address in identity.own_addresses(uow.session, author):
        people.block(uow.session, address, host.id, uow.now)
    if author.invitation is not None and uow.table(author.invitation.game_id).host_id == host.id:
        _decline_open(uow, author)
    uow.answer(account_answers.BlockedHostAnswer(host.name))


def unblock(uow: UnitOfWork, order: Order) -> None:
    """Invitations from one host, or with no name from everybody, are welcome again."""
    author = _sure(uow, order)
    host = uow.person_named(order.text) if order.text else None
    if order.text and host is None:
        raise Refused(UnknownPlayer(given=order.text[:40]))
    for address in identity.own_addresses(uow.session, author):
        people.unblock(uow.session, address, None if host is None else host.id)
    uow.answer(account_answers.UnblockedAnswer(host.name if host is not None else ""))


def stop(uow: UnitOfWork, order: Order) -> None:
    """What mail programs send for their "unsubscribe" button (the header List-Unsubscribe).

    A player's mails pause until the next letter; for everybody else it is NEVER.
    """
    author = uow.author
    if author is None or author.player is None or author.invitation is not None:
        never(uow, order)
        return
    mail_pause.pause(uow, author.player, mail_pause.STOPPED)
    uow.answer(account_answers.StoppedAnswer())


def _sure(uow: UnitOfWork, order: Order) -> Author:
    """The author; refused where anybody could have written it in that name."""
    author = uow.author
    if author is None or not (uow.proven or author.token is not None):
        raise Refused(Unproven(verb=order.verb))
    return author


def _decline_open(uow: UnitOfWork, author: Author) -> None:
    if author.invitation is not None and author.invitation.state is SeatState.INVITED:
        table = uow.table(author.invitation.game_id)
        seats.decline(uow, table, table.seats[author.invitation.number])


COMMANDS = (Command(NEVER, never), Command(BLOCK, block), Command(UNBLOCK, unblock), Command(STOP, stop))
