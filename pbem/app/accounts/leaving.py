"""Leaving asks once: a seat in a running game, a table that gathers, or all mails are given up at a second word.

Who wrote the word itself for a table or for the mails is taken at it; who said so in other words is asked too.
"""

from __future__ import annotations

from datetime import datetime

from pbem.app.accounts import mail_pause
from pbem.app.accounts.confirmations import EXPIRE, need_room
from pbem.app.table import Table
from pbem.app.tables import seats, substitutes
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import questions
from pbem.db.queries.questions import Question, QuestionKind, QuestionState
from pbem.facts import account_answers, mails, table_answers
from pbem.mail.message.tokens import TokenKind, token_text
from pbem.table.player import Player

KINDS = {"RESIGN": QuestionKind.RESIGN, "LEAVE": QuestionKind.LEAVE, "STOP": QuestionKind.STOP}
"""What is asked, by the order that it asks about."""


def asked_already(uow: UnitOfWork, verb: str, table: Table | None) -> bool:
    """Whether the same question is open. It is closed with this: who gives the order once more has answered it."""
    game_id = table.id if table is not None else None
    found = questions.open_question(uow.session, KINDS[verb], uow.author_player().id, game_id, _since(uow))
    if found is None:
        return False
    questions.close(uow.session, found, QuestionState.YES)
    return True


def ask(uow: UnitOfWork, verb: str, table: Table | None = None) -> None:
    """Ask the author, at the address of record, whether that was meant."""
    player = uow.author_player()
    game_id = table.id if table is not None else None
    kind, letter = KINDS[verb], uow.letter_id()
    need_room(uow, kind, player.address)
    question = Question(kind, player.address, player.address, letter, uow.now, player_id=player.id, game_id=game_id)
    number = questions.add(uow.session, question)
    token = token_text(uow.services.key, TokenKind.QUESTION, number)
    uow.send(mails.ConfirmLeavingMail(str(kind), game_id), player, token=token, answers_letter=True)


def answered(uow: UnitOfWork, question: Question, yes: bool) -> None:
    """The word on such a question."""
    questions.close(uow.session, question.id, QuestionState.YES if yes else QuestionState.NO)
    player = uow.person_numbered(question.player_id)
    if not yes or player is None or uow.now - question.asked_at > EXPIRE:
        uow.answer(account_answers.NothingChangedAnswer())
    elif question.kind is QuestionKind.STOP:
        mail_pause.pause(uow, player, mail_pause.STOPPED)
        uow.answer(account_answers.StoppedAnswer())
    elif question.game_id is not None:
        _leave(uow, question, player, uow.open(question.game_id))


def _leave(uow: UnitOfWork, question: Question, player: Player, table: Table) -> None:
    seat = table.seat_of(player.id)
    uow.game_id = table.id
    if seat is None:
        uow.answer(account_answers.NothingChangedAnswer())
    elif question.kind is QuestionKind.RESIGN:
        substitutes.resign(uow, table, seat)
        uow.answer(table_answers.ResignedAnswer(table.id))
    else:
        uow.answer(table_answers.LeftAnswer(table.id, seats.leave(uow, table, seat, player)))


def _since(uow: UnitOfWork) -> datetime:
    return uow.now - EXPIRE
