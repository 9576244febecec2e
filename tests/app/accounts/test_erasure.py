from __future__ import annotations

from pbem.app.accounts import erasure
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import people
from pbem.facts.account_answers import ForgottenAnswer
from pbem.facts.notices import CancelledNotice, ResignedNotice
from pbem.table.states import GamePhase
from tests.app import memory


def test_all_that_names_a_person_goes_and_the_games_go_on(uow: UnitOfWork) -> None:
    ann, ben = memory.person(uow, "Ann"), memory.person(uow, "Ben")
    table = memory.playing(uow, ben, ann)
    own = memory.gathering(uow, ann)
    own.seats[1].invite(ben.address, "Ben", uow.now)
    memory.writes(uow, ann)
    uow.send(CancelledNotice(own.id), ann)
    erasure.forget(uow, ann)
    assert (ann.name, ann.address, ann.reachable) == ("", "", False)
    assert people.addresses(uow.session, ann.id) == []
    assert (own.phase, table.phase) == (GamePhase.CANCELLED, GamePhase.PLAYING)
    assert table.seats[1].name == uow.services.renderer.words_of("en").former
    assert memory.told(uow, ResignedNotice) != []
    assert [to for to, _ in memory.told(uow, CancelledNotice)] == ["ben"]
    assert uow.answers == [ForgottenAnswer()]
    assert uow.author is not None
    assert (uow.author.player, uow.author.address) == (None, "ann@people.example")


def test_who_is_forgotten_already_is_left_alone(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    memory.writes(uow, ann)
    ann.forget()
    erasure.forget(uow, ann)
    erasure.forget(uow, None)
    assert uow.answers == []
