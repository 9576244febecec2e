"""The addresses of one person: from each of them letters count as the person's, and mails go to one of them."""

from __future__ import annotations

from pbem.app import limits
from pbem.app.accounts import confirmations
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import people
from pbem.facts import account_answers
from pbem.facts.account_refusals import BadAddress, LastAddress, NotYourAddress, TooManyAddresses
from pbem.hearts.refusal import Refused
from pbem.mail.message.email_address import canonical

MOST = 5
"""Addresses that one person may have."""


def add(uow: UnitOfWork, text: str) -> str:
    """Ask a new address whether it is the author's too. Returns it; "" if the eldest address is asked first.

    The answer is the same whoever's address it is: nobody learns in this way who plays here.
    """
    address = _address(uow, text)
    known = people.addresses(uow.session, uow.author_player().id)
    if address not in known:
        if len(known) >= MOST:
            raise Refused(TooManyAddresses(most=MOST))
        if not _agreed(uow, "ADD", address):
            return ""
        limits.may_invite(uow, uow.author_player())
        confirmations.ask_to_add(uow, address)
    return address


def remove(uow: UnitOfWork, text: str) -> str:
    """Letters from this address no longer count. The last one stays. Returns it; "" if the eldest is asked first."""
    player, address = uow.author_player(), _own(uow, text)
    rest = [known for known in people.addresses(uow.session, player.id) if known != address]
    if not rest:
        raise Refused(LastAddress())
    if not _agreed(uow, "REMOVE", address):
        return ""
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


def eldest(uow: UnitOfWork) -> str:
    """The first address of the author: who got hold of a later one, or of a mail, cannot take the account with it."""
    player = uow.author.player if uow.author is not None else None
    return next(iter(people.addresses(uow.session, player.id)), "") if player is not None else ""


def _agreed(uow: UnitOfWork, change: str, address: str) -> bool:
    """Whether this is the word of the eldest address itself; if not, that one is asked."""
    asked = eldest(uow)
    if uow.said_by == asked:
        return True
    until = confirmations.ask_consent(uow, asked, f"{change} {address}")
    uow.answer(account_answers.AddressChangeAskedAnswer(asked, until))
    return False


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
