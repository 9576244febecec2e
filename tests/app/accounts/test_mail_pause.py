from __future__ import annotations

import pytest

from pbem.app.accounts import mail_pause
from pbem.app.unit_of_work import UnitOfWork
from pbem.facts.account_answers import MailsAgainAnswer
from pbem.facts.notices import StoppedNotice, UnreachableNotice
from pbem.table.preferences import BounceScore
from tests.app import memory


@pytest.mark.parametrize(
    ("reason", "notice"), [(mail_pause.STOPPED, StoppedNotice), ("550 no such user", UnreachableNotice)]
)
def test_the_host_hears_once_why_somebody_gets_no_mail(uow: UnitOfWork, reason: str, notice: type) -> None:
    ann, ben = memory.person(uow, "Ann"), memory.person(uow, "Ben")
    table = memory.playing(uow, ann, ben)
    mail_pause.pause(uow, ben, reason)
    mail_pause.pause(uow, ben, "another reason")
    assert memory.told(uow, notice) == [("ann", notice(table.id, "Ben"))]
    assert ben.paused == "another reason"


def test_the_host_hears_nothing_of_the_own_pause_or_while_paused(uow: UnitOfWork) -> None:
    ann, ben = memory.person(uow, "Ann"), memory.person(uow, "Ben")
    memory.playing(uow, ann, ben)
    mail_pause.pause(uow, ann, "no such user")
    mail_pause.pause(uow, ben, "no such user")
    assert uow.drafts == []


def test_a_bounces_text_is_cut(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    mail_pause.pause(uow, ann, "x" * 300)
    assert ann.paused == "x" * 200


def test_a_letter_ends_the_pause_and_what_was_counted(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    memory.writes(uow, ann)
    ann.paused = "no such user"
    ann.bounces = BounceScore(1, 0, uow.now)
    assert mail_pause.heard_from(uow)
    assert (ann.paused, ann.settings.bounces) == ("", None)
    assert not mail_pause.heard_from(uow)


def test_a_strangers_letter_ends_no_pause(uow: UnitOfWork) -> None:
    assert not mail_pause.heard_from(uow)


def test_who_is_back_is_asked_again_by_every_table_that_waits(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    memory.writes(uow, ann)
    assert table.asked_before == {0}
    mail_pause.welcome_back(uow)
    assert uow.answers == [MailsAgainAnswer()]
    assert table.asked_before == set()


def test_a_table_that_is_held_asks_nobody_again(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    table.record.held = True
    memory.writes(uow, ann)
    mail_pause.welcome_back(uow)
    assert table.asked_before == {0}
