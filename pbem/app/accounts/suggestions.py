"""Suggestions: where a letter may have meant one order, a plain yes to our "did you mean" carries it out.

The question keeps the order and how far the game had gone, so that a yes after that turn is as late as a card would be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.app.accounts.confirmations import EXPIRE
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import cards_text
from pbem.db.queries import questions
from pbem.db.queries.questions import Question, QuestionKind, QuestionState
from pbem.facts import account_answers
from pbem.facts.account_answers import RegisteredAnswer as _Welcome
from pbem.facts.kinds import Answer
from pbem.facts.table_refusals import BadOption, NotInvited, UnknownOption, UnknownVariant
from pbem.hearts.refusal import Refusal
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.orders.order import Asked, Order
from pbem.orders.parse import parse


def ask(uow: UnitOfWork, order: Order) -> bool:
    """Make the mail that answers this letter ask whether the order was meant. False if it asks something already, or
    if nobody could answer.
    """
    author, words = uow.author, written(order)
    if author is None or uow.by_operator or uow.answers_token or not _reads_as(uow, words, order):
        return False
    seat = author.invitation if author.invitation is not None and not author.invitation.joined else None
    table = uow.table(uow.game_id) if uow.game_id is not None and author.player is not None else None
    address = author.player.address if author.player is not None else author.address
    question = Question(
        QuestionKind.SUGGESTED,
        address,
        author.address,
        uow.letter_id(),
        uow.now,
        player_id=author.player.id if author.player is not None else None,
        game_id=seat.game_id if seat is not None else table.id if table is not None else None,
        seat=seat.number if seat is not None else None,
        words=words,
        told=table.log.length if table is not None and seat is None else None,
    )
    uow.answers_token = token_text(uow.services.key, TokenKind.QUESTION, questions.add(uow.session, question))
    return True


def lead_on(uow: UnitOfWork) -> None:
    """Where the letter did nothing but register, a plain yes to the welcome begins the first game."""
    match uow.answers:
        case [_Welcome(by_the_way=False) as welcome] if ask(uow, Order("TUTORIAL")):
            uow.answers = [replace(welcome, asked=True)]


def mended(order: Order, refusal: Refusal) -> Order | None:
    """The order that was probably meant where a word of it is none, with the nearest that is one."""
    match refusal:
        case UnknownVariant(given=given, near=(near, *_)) | UnknownOption(given=given, near=(near, *_)):
            found, taken = re.escape(given), near
        case BadOption(option=option, given=given, near=(near, *_)):
            found, taken = rf"{re.escape(option)}={re.escape(given)}", f"{option}={near}"
        case NotInvited() if order.number is None:
            return Order("JOIN ANY")
        case _:
            return None
    text, count = re.subn(rf"(?<!\S){found}(?![^\s=])", lambda _: taken, order.text, count=1, flags=re.IGNORECASE)
    return replace(order, text=text) if count and given else None


def brief(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers of a mail that shows a table: where a game has begun, the welcome offers none."""
    begun = any(answer.shows_table for answer in answers)
    return tuple(replace(a, by_the_way=True) if begun and isinstance(a, _Welcome) else a for a in answers)


def answered(uow: UnitOfWork, question: Question, yes: bool) -> InboundMessage | None:
    """The word on it. Returns the order as a letter, to be carried out."""
    questions.close(uow.session, question.id, QuestionState.YES if yes else QuestionState.NO)
    if not yes or uow.message is None or uow.now - question.asked_at > EXPIRE:
        uow.answer(account_answers.NothingChangedAnswer())
        return None
    return replace(uow.message, lines=(question.words,), subject="", fault=None)


def written(order: Order) -> str:
    """The order as a player would write it."""
    rest = cards_text(order.cards) or order.text or ("" if order.number is None else str(order.number))
    return f"{order.verb} {rest}".strip()


def _reads_as(uow: UnitOfWork, words: str, order: Order) -> bool:
    """Whether these words are this order, whatever is asked."""
    found = parse([words], "", Asked(), uow.services.specs).orders
    return [replace(one, line="") for one in found] == [replace(order, line="")]
