"""REGISTER, NAME, ADDRESS, EXPORT, FORGET ME: who plays here, and all that is kept about a person."""

from __future__ import annotations

from pbem.app.accounts import addresses, confirmations, data_export, erasure, identity
from pbem.app.unit_of_work import UnitOfWork
from pbem.commands.command import Command
from pbem.db.queries import people
from pbem.facts import account_answers
from pbem.facts.account_refusals import BadAddress, BadName, Unproven
from pbem.hearts.refusal import Refused
from pbem.orders.order import Args, Order, Spec

REGISTER = Spec("REGISTER", Args.WORDS, aliases=("SIGNUP", "SIGN UP"), strangers=True, topic="people")
NAME = Spec("NAME", Args.WORDS, topic="people")
ADDRESS = Spec("ADDRESS", Args.WORDS, aliases=("ADDRESSES",), topic="people")
EXPORT = Spec("EXPORT", Args.NONE, topic="people")
FORGET = Spec("FORGET ME", Args.NONE, strangers=True, topic="people")


def register(uow: UnitOfWork, order: Order) -> None:
    """A stranger becomes a person; a person is told that all is well, or gets the new name."""
    author = uow.author
    if author is not None and (uow.proven or author.token is not None):
        for address in identity.own_addresses(uow.session, author):
            people.unblock(uow.session, address, people.ANYBODY)  # who registers wants to be invited again
    if author is not None and author.player is None:
        player = identity.register(uow, order.text)
        uow.answer(account_answers.RegisteredAnswer(player.name, player.address))
        return
    if order.text:
        identity.rename(uow, order.text)
    uow.answer(account_answers.AlreadyRegisteredAnswer(uow.author_player().name))


def name(uow: UnitOfWork, order: Order) -> None:
    """Another name, at all tables from now on."""
    if not order.text:
        raise Refused(BadName())
    identity.rename(uow, order.text)
    uow.answer(account_answers.NamedAnswer(uow.author_player().name))


def address(uow: UnitOfWork, order: Order) -> None:
    """ADDRESS ADD|REMOVE|USE address: from where one writes, and to where we write. Alone it shows them all."""
    player = uow.author_player()
    way, _, text = order.text.partition(" ")
    match way.upper():
        case "":
            known = tuple(people.addresses(uow.session, player.id))
            uow.answer(account_answers.AddressesAnswer(known, player.address))
        case "ADD":
            if added := addresses.add(uow, text.strip()):
                uow.answer(account_answers.AddressAskedAnswer(added))
        case "REMOVE":
            if removed := addresses.remove(uow, text.strip()):
                uow.answer(account_answers.AddressRemovedAnswer(removed, player.address))
        case "USE":
            uow.answer(account_answers.AddressUsedAnswer(addresses.use(uow, text.strip())))
        case _:
            raise Refused(BadAddress(order.text[:60]))


def export(uow: UnitOfWork, order: Order) -> None:
    """One mail to the address of record, whatever address asked for it."""
    data_export.export(uow)


def forget(uow: UnitOfWork, order: Order) -> None:
    """Nothing goes before the address of record has said yes; of a guest, who has only an invitation, at once."""
    author = uow.author
    if author is not None and author.player is None:
        if not uow.proven and author.token is None:
            raise Refused(Unproven(verb=order.verb))
        erasure.forget_guest(uow)
        return
    confirmations.ask_to_forget(uow)


COMMANDS = (
    Command(REGISTER, register),
    Command(NAME, name),
    Command(ADDRESS, address),
    Command(EXPORT, export),
    Command(FORGET, forget),
)
