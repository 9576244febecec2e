"""The addresses of one person: from each of them letters count as the person's, and mails go to one of them."""

from __future__ import annotations

from pbem.app import limits
from pbem.app.accounts import confirmations
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import people
from pbem.facts.account_refusals import BadAddress, LastAddress, NotYourAddress, TooManyAddresses
from pbem.hearts.refusal import Refused
from pbem.mail.message.email_address import canonical

MOST = 5
"""Addresses that one person may have."""


def add(uow: UnitOfWork, text: str) -> str:
    """Ask a new address whether it is the author's too. Returns it.

    The answer is the same whoever's address it is: nobody learns in this way who plays here.
    """
    address = _address(uow, text)
    known = people.addresses(uow.session, uow.author_player().id)
    if address not in known:
        if len(known) >= MOST:
            raise Refused(TooManyAddresses(most=MOST))
        limits.may_invite(uow, uow.author_player().id)
        confirmations.ask_to_add(uow, address)
    return address


def remove(uow: UnitOfWork, text: str) -> str:
    """Letters from this address no longer count. The last one stays. Returns the address."""
    player, address = uow.author_player(), _own(uow, text)
    rest = [known for known in people.addresses(uow.session, player.id) if known != address]
    if not rest:
        raise Refused(LastAddress())
    people.remove_address(uow.session, address)
    if player.address == address:
        written = uow.author.address if uow.author is not None else ""
        player.address = written if written in rest else rest[0]
    return address


def use(uow: UnitOfWork, text: str) -> str:
    """Mails go to this one of the author's addresses from now on. Returns it."""
    address = _own(uow, text)
    uow.author_player().address = address
    return address


def _address(uow: UnitOfWork, text: str) -> str:
    address = canonical(text.strip("<>"))
    if not address or uow.services.own.holds(address):
        raise Refused(BadAddress(given=text[:60]))
    return address


def _own(uow: UnitOfWork, text: str) -> str:
    address = _address(uow, text)
    if address not in people.addresses(uow.session, uow.author_player().id):
        raise Refused(NotYourAddress(given=text[:60]))
    return address
