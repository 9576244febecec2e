from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.accounts import confirmations
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import cards
from pbem.db.queries import questions
from pbem.db.queries.questions import QuestionKind
from pbem.facts.account_refusals import AskedEnough
from pbem.facts.mails import ConfirmForgetMail
from pbem.hearts.refusal import Refused
from pbem.orders.order import Order
from tests.app import memory


@pytest.mark.parametrize(
    ("order", "shown"),
    [
        (Order("PLAY", cards=cards("QS")), "PLAY QS"),
        (Order("SAY", text="buy my pills"), "SAY …"),
        (Order("SAY"), "SAY"),
        (Order("JOIN", number=7), "JOIN 7"),
        (Order("MOON", text="add"), "MOON ADD"),
    ],
)
def test_a_question_shows_what_was_understood_and_no_words_of_the_letter(
    uow: UnitOfWork, order: Order, shown: str
) -> None:
    assert confirmations.understood(uow, [order]) == (shown,)


def test_of_a_long_letter_five_orders_are_shown(uow: UnitOfWork) -> None:
    assert len(confirmations.understood(uow, [Order("HAND")] * 9)) == 5


def test_a_day_has_room_for_five_questions_of_a_kind_to_an_address(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    memory.writes(uow, ann)
    for _ in range(5):
        confirmations.ask_to_forget(uow)
    with pytest.raises(Refused) as refused:
        confirmations.ask_to_forget(uow)
    assert isinstance(refused.value.refusal, AskedEnough)
    assert len(memory.told(uow, ConfirmForgetMail)) == 5
    confirmations.need_room(uow, QuestionKind.ADD, ann.address)


def test_a_question_is_about_the_person_whom_it_is_put_to(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    memory.writes(uow, ann)
    confirmations.ask_to_forget(uow)
    yesterday = uow.now - timedelta(days=1)
    assert questions.open_question(uow.session, QuestionKind.FORGET, ann.id, None, yesterday) is not None
