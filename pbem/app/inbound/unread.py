"""Letters that could not be read: what their authors are told, and when nothing more is said: a program may write."""

from __future__ import annotations

from enum import StrEnum

from pbem.app import limits
from pbem.app.accounts import leaving, suggestions
from pbem.app.table import Table
from pbem.app.tables import substitutes
from pbem.app.turns.play import is_stale
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import inbox
from pbem.db.queries.questions import QuestionState
from pbem.facts import account_answers, play_answers
from pbem.facts.kinds import Answer
from pbem.facts.play_refusals import Stale
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage, TextFault
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.orders.order import Order, Reading, Why


class UnreadRun(StrEnum):
    """Where a letter stands among those of one author that could not be read, one after the other."""

    NONE = "none"  # it holds an order, or nobody knows whose it is
    BEGINS = "begins"
    GOES_ON = "goes on"
    SAME_WORDS = "same words"


_OF_GUESTS = ("JOIN", "DECLINE")
"""What the letter of somebody invited may mean that the invitation, told again, answers."""

_OF_ITS_OWN = (Why.UNCLEAR, Why.ARGS, Why.FORM, Why.NOT_A_CARD, Why.MIXED_SCRIPT)
"""What went wrong with words that are no answer to our suggestion: they name another card, or another order."""

UNREAD = ("misread", f"ignored: {UnreadRun.SAME_WORDS}", "ignored: error limit")
"""The outcomes that make such a row."""


def answer_unread(uow: UnitOfWork, message: InboundMessage, reading: Reading, any_order: bool) -> str:
    """Tell the author what could not be read. Returns what that makes of the letter, "" if it is not decided."""
    row = UnreadRun.NONE if any_order or not uow.proven else _row(uow, message)
    if row is UnreadRun.SAME_WORDS:
        return f"ignored: {row}"
    if not any_order and limits.enough_errors(uow):
        return "ignored: error limit"
    farewell = next((m.meant for m in reading.misread if m.meant and m.meant.verb in leaving.KINDS), None)
    if farewell is not None and not any_order and uow.author is not None and uow.author.player is not None:
        return _farewell(uow, farewell)
    if farewell is not None and not any_order and farewell.verb == "STOP" and suggestions.ask(uow, farewell):
        uow.answer(account_answers.StopAskedAnswer(uow.author is not None and uow.author.invitation is not None))
        return "asked: leaving"
    stale = _stale(uow)
    if uow.author is not None and uow.author.player is None and uow.author.invitation is None:
        uow.answer(play_answers.StrangerAnswer())
    elif stale:
        uow.answer(play_answers.RefusedAnswer(Stale()))
    elif message.fault is not None and not any_order:
        uow.answer(play_answers.UnreadableAnswer(message.fault))
    elif (still := _still_asked(uow, reading, next(iter(message.lines), ""))) is not None:
        uow.answer(still)
    else:
        for misread in reading.misread[:3]:
            asked = misread.meant is not None and suggestions.ask(uow, misread.meant)
            uow.answer(play_answers.MisreadAnswer(misread.why, misread.line[:60], misread.suggestion, asked))
    if row is UnreadRun.BEGINS:
        uow.answer(play_answers.SameWordsUnansweredAnswer())
    late = stale and not any_order and any(misread.why is not Why.NOTHING for misread in reading.misread)
    return "refused" if late else ""


def _still_asked(uow: UnitOfWork, reading: Reading, first: str) -> Answer | None:
    """What our mail had asked of yes or no, where the letter said neither and meant nothing else."""
    author = uow.author
    meant = [misread.meant for misread in reading.misread if misread.meant is not None]
    if author is None or reading.orders:
        return None
    question, seat = author.question, author.invitation
    if question is not None and question.state is QuestionState.OPEN:
        if question.words and any(misread.why in _OF_ITS_OWN for misread in reading.misread):
            return None
        if all(order.verb in ("YES", "NO") for order in meant):
            uow.answers_token = token_text(uow.services.key, TokenKind.QUESTION, question.id)
            if question.words:
                line = next((misread.line for misread in reading.misread if misread.line), "") or first
                return play_answers.MisreadAnswer(Why.CLOSE, line[:60], question.words, asked=True)
            return play_answers.StillAskedAnswer()
    elif seat is not None and seat.offered and all(order.cards or order.verb in _OF_GUESTS for order in meant):
        host = uow.person_numbered(uow.table(seat.game_id).host_id)
        return play_answers.StillAskedAnswer(invitation=True, host=host.name if host is not None else "")
    return None


def _farewell(uow: UnitOfWork, order: Order) -> str:
    """Leaving in other words than the order's: one question, and a yes to it does it."""
    try:
        table: Table | None = None
        if order.verb == "RESIGN":
            table, seat = uow.at_play()
            substitutes.may_resign(table, seat)
        elif order.verb == "LEAVE":
            table, _ = uow.seat()
        leaving.ask(uow, order.verb, table)
    except Refused as refused:
        uow.answer(play_answers.RefusedAnswer(refused.refusal, order.line, order.verb))
        return "refused"
    return "asked: leaving"


def _row(uow: UnitOfWork, message: InboundMessage) -> UnreadRun:
    last = inbox.last_proven(uow.session, message.sender)
    if last is None or last.outcome not in UNREAD:
        return UnreadRun.BEGINS
    if message.fault not in (None, TextFault.EMPTY, TextFault.ALL_QUOTED):
        return UnreadRun.GOES_ON  # of an encrypted letter nobody knows whether its words are the same
    before = parse_message(last.message, uow.services.own)
    return UnreadRun.SAME_WORDS if _words(before) == _words(message) else UnreadRun.GOES_ON


def _words(message: InboundMessage) -> list[str]:
    return " ".join(message.lines).casefold().split()


def _stale(uow: UnitOfWork) -> bool:
    """Whether the letter answers a turn that is over, so that its bare cards could not be read."""
    if uow.game_id is None or uow.author is None or uow.author.player is None:
        return False
    table = uow.table(uow.game_id)
    seat = table.seat_of(uow.author.player.id)
    return seat is not None and table.game is not None and is_stale(uow, table, seat)
