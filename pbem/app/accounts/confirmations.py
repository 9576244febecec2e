"""Confirmations: what is not certain enough to be done waits for a word from the address that it concerns.

A letter whose author is not certain is kept, and carried out at a yes; a new address, and a person's wish to be
forgotten, are asked about in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.app.accounts import erasure, identity
from pbem.app.tables import votes
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.db.queries import inbox, people, questions
from pbem.db.queries.questions import Question, QuestionKind, QuestionState
from pbem.facts import account_answers, mails, notices
from pbem.facts.account_refusals import AddressTaken, AskedEnough
from pbem.facts.kinds import Mail
from pbem.hearts.refusal import Refused
from pbem.ids import GameId
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.orders.order import Args, Order
from pbem.table.player import Player

OWN = 5
"""So many questions of one kind a person's own orders bring to one address in a day: nobody floods a mailbox by us.

Those that unproven letters bring are limited by themselves (`limits.unproven_spent`), and never count here.
"""

EXPIRE = timedelta(days=14)

SECOND_NOTICE, SILENCE = timedelta(days=3, hours=12), timedelta(days=7)
"""An address that is asked about a change of addresses is asked twice; its silence for so long agrees."""

SHOWN = 5
"""So many orders of a letter are shown in the question about it."""


def ask_owner(uow: UnitOfWork, owner: Author, orders: Sequence[Order]) -> str:
    """A reply address was used from elsewhere: ask the address of record. Nothing is acted on."""
    if uow.author is None:
        raise ValueError("nobody wrote")
    _ask(uow, QuestionKind.ADDRESS, owner.address, owner.player, understood(uow, orders))
    uow.author.player = None  # whoever wrote is told nothing
    return "asked: address"


def ask_author(uow: UnitOfWork, orders: Sequence[Order]) -> str:
    """A known address without proof: ask that address whether the letter is its own."""
    author = uow.author
    if author is None or author.player is None:
        raise ValueError("only a known address is asked")
    _ask(uow, QuestionKind.ORDER, author.address, author.player, understood(uow, orders))
    author.player = None
    return "asked: order"


def ask_newcomer(uow: UnitOfWork, orders: Sequence[Order]) -> str:
    """Orders from an address that nobody has and nothing proves: at its yes they are carried out, and make a player."""
    if uow.author is None:
        raise ValueError("nobody wrote")
    _ask(uow, QuestionKind.NEWCOMER, uow.author.address, None, understood(uow, orders))
    return "asked: newcomer"


def ask_account(uow: UnitOfWork, orders: Sequence[Order]) -> None:
    """Orders that need a fresh proof came with an old one: ask the address of record. What else was written is done."""
    player = uow.author_player()
    need_room(uow, QuestionKind.ACCOUNT, player.address)
    _ask(uow, QuestionKind.ACCOUNT, player.address, player, understood(uow, orders))


def ask_consent(uow: UnitOfWork, eldest: str, change: str) -> datetime:
    """Ask the eldest address of a person about a change of the addresses. Returns until when its silence has effect.

    A second notice goes out half-way; who reads neither is taken to have lost the mailbox.
    """
    need_room(uow, QuestionKind.CONSENT, eldest)
    _ask(uow, QuestionKind.CONSENT, eldest, uow.author_player(), (f"ADDRESS {change}",), uow.now + SECOND_NOTICE)
    return uow.now + SILENCE


def ask_to_add(uow: UnitOfWork, address: str) -> None:
    """Ask a new address whether it is the author's too. That it is somebody else's already makes no difference here."""
    need_room(uow, QuestionKind.ADD, address)
    _ask(uow, QuestionKind.ADD, address, None)


def ask_to_forget(uow: UnitOfWork) -> None:
    """Ask the author, at the address of record, whether all that is kept shall go."""
    player = uow.author_player()
    need_room(uow, QuestionKind.FORGET, player.address)
    _ask(uow, QuestionKind.FORGET, player.address, player)


def need_room(uow: UnitOfWork, kind: QuestionKind, address: str) -> None:
    """Raises `Refused` where the person's own orders have had enough of such questions sent to this address today."""
    if questions.asked_since(uow.session, address, (kind,), uow.now - timedelta(days=1)) >= OWN:
        raise Refused(AskedEnough())


def _ask(
    uow: UnitOfWork,
    kind: QuestionKind,
    address: str,
    to: Player | None,
    shown: tuple[str, ...] = (),
    due_at: datetime | None = None,
) -> None:
    """Write the question down and send it."""
    author = uow.author
    if author is None:
        raise ValueError("nobody wrote")
    seat = author.invitation
    about = author.player if kind is QuestionKind.ADD else to
    question = Question(
        kind,
        address,
        author.address,
        uow.kept_id or uow.letter_id(),
        uow.now,
        player_id=about.id if about is not None else None,
        game_id=_game_of(author),
        seat=seat.number if seat is not None else None,
        due_at=due_at,
    )
    number = questions.add(uow.session, question)
    token = token_text(uow.services.key, TokenKind.QUESTION, number)
    mail = _question(uow, question, about.name if about is not None else "", shown)
    about_a_letter = kind in (QuestionKind.ORDER, QuestionKind.NEWCOMER, QuestionKind.FORGET, QuestionKind.ACCOUNT)
    uow.send(mail, to or address, address=address, token=token, answers_letter=about_a_letter)


def _question(uow: UnitOfWork, question: Question, name: str, orders: tuple[str, ...]) -> Mail:
    match question.kind:
        case QuestionKind.ADD:
            return mails.ConfirmAddMail(name, question.author)
        case QuestionKind.FORGET:
            return mails.ConfirmForgetMail(name)
        case QuestionKind.ADDRESS:
            return mails.ConfirmAddressMail(question.author, question.game_id, orders, uow.now)
        case QuestionKind.ACCOUNT:
            return mails.ConfirmAccountMail(name, orders, uow.now)
        case QuestionKind.CONSENT:
            return mails.ConfirmAddressChangeMail(name, question.author, orders, question.asked_at + SILENCE)
        case QuestionKind.NEWCOMER:
            return mails.ConfirmNewcomerMail(orders)
        case _:
            return mails.ConfirmOrderMail(question.author, question.game_id, orders, uow.now)


def _game_of(author: Author) -> GameId | None:
    """The game that the letter's token is of."""
    if author.invitation is not None:
        return author.invitation.game_id
    token = author.token
    return token.game if token is not None and token.kind is TokenKind.TURN else None


def understood(uow: UnitOfWork, orders: Sequence[Order]) -> tuple[str, ...]:
    """The orders as they were understood: words, cards and numbers that are ours, and nothing that the letter says.

    It may be a stranger's, and its text goes to somebody else.
    """
    free = {spec.verb for spec in uow.services.specs if spec.args in (Args.WORDS, Args.TEXT)}
    found: list[str] = []
    for order in orders[:SHOWN]:
        words = [order.verb, *(card.text for card in order.cards)]
        if order.number is not None:
            words.append(str(order.number))
        if order.text and order.verb not in free:
            words.append(order.text.upper())
        found.append(" ".join(words) + (" …" if order.text and order.verb in free else ""))
    return tuple(found)


def answered(uow: UnitOfWork, word: str) -> InboundMessage | None:
    """The word on a question: "yes" once, "add" the address too, or "no". Returns the kept letter to be carried out."""
    author = uow.author
    question = author.question if author is not None else None
    if author is None or question is None or question.state is not QuestionState.OPEN:
        return None
    if question.kind is QuestionKind.VOTE:
        votes.answered(uow, question, word != "no")
        return None
    said = QuestionState.NO if word == "no" else QuestionState.YES
    questions.close(uow.session, question.id, said)
    author.question = replace(question, state=said)
    if word == "no" or uow.now - question.asked_at > EXPIRE:
        uow.answer(account_answers.QuestionClosedAnswer())
        return None
    if question.kind is QuestionKind.ADD:
        _add(uow, uow.person_numbered(question.player_id), question.address)
        return None
    if question.kind is QuestionKind.FORGET:
        erasure.forget(uow, uow.person_numbered(question.player_id))
        return None
    return _kept_letter(uow, question, word)


def unanswered(uow: UnitOfWork, question: Question) -> InboundMessage | None:
    """No word has come to a question about addresses: ask once more, or take the silence for a yes.

    Returns the kept letter that is to be carried out then; its answers go to who wrote it.
    """
    whole = question.asked_at + SILENCE
    if question.due_at is not None and question.due_at < whole:
        questions.postpone(uow.session, question.id, max(whole, uow.now + SECOND_NOTICE))
        _send_again(uow, question)
        return None
    questions.close(uow.session, question.id, QuestionState.YES)
    message = _kept_letter(uow, question, "yes")
    if message is not None and uow.author is not None:
        uow.author.address = question.author
    return message


def _send_again(uow: UnitOfWork, question: Question) -> None:
    to, kept = uow.person_numbered(question.player_id), inbox.letter(uow.session, question.inbox_id)
    if to is None or kept is None:
        return
    lines = parse_message(kept.message, uow.services.own).lines
    shown = tuple(line.strip() for line in lines if _CHANGE.fullmatch(line.strip()))
    token = token_text(uow.services.key, TokenKind.QUESTION, question.id)
    uow.send(_question(uow, question, to.name, shown), to, address=question.address, token=token)


_CHANGE = re.compile(r"ADDRESS (?:ADD|REMOVE) [^\s@]{1,64}@[\w.-]{1,190}", re.IGNORECASE)


def _kept_letter(uow: UnitOfWork, question: Question, word: str) -> InboundMessage | None:
    """The letter that waited for the answer. Its owner is its author from now on."""
    kept = inbox.letter(uow.session, question.inbox_id)
    if kept is None or not kept.message.raw:
        uow.answer(account_answers.QuestionClosedAnswer())
        return None
    player = uow.person_numbered(question.player_id)
    if word == "add":  # the owner's word is not enough: the other address may be somebody else's
        ask_to_add(uow, question.author)
        uow.answer(account_answers.AddressAskedAnswer(question.author))
    message = parse_message(kept.message, uow.services.own)
    uow.fresh, uow.said_by, uow.kept_id = True, question.address, kept.id
    uow.only_held = question.kind in (QuestionKind.ACCOUNT, QuestionKind.CONSENT)
    uow.author = Author(question.address, message.sender_name, player)
    identity.opened(uow, uow.author, message)
    if question.seat is not None and question.game_id is not None:
        uow.author.invitation = uow.records.seats(question.game_id)[question.seat]
    inbox.note_outcome(uow.session, kept.id, f"confirmed by letter {uow.inbox_id}")
    return message


def _add(uow: UnitOfWork, player: Player | None, address: str) -> None:
    """The address is the person's from now on, unless it has become somebody's meanwhile."""
    owner = uow.person_at(address)
    if player is None or not player.address or uow.author is None:
        uow.answer(account_answers.QuestionClosedAnswer())
        return
    if owner is not None and owner.id != player.id:
        raise Refused(AddressTaken())
    if owner is None:
        people.add_address(uow.session, player.id, address, uow.now)
        if uow.author.address != player.address:
            uow.send(notices.AddressAddedNotice(None, address), player)
    uow.author.player = player
    uow.answer(account_answers.AddressAddedAnswer(address))
