from __future__ import annotations

import pytest

from pbem.app.accounts import addresses
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import people
from pbem.facts.account_answers import AddressChangeAskedAnswer
from pbem.facts.account_refusals import BadAddress, LastAddress, NotYourAddress, TooManyAddresses
from pbem.facts.mails import ConfirmAddMail
from pbem.hearts.refusal import Refused
from pbem.table.player import Player
from tests.app import memory
from tests.table import SERVER


@pytest.fixture
def ann(uow: UnitOfWork) -> Player:
    found = memory.person(uow, "Ann")
    memory.writes(uow, found)
    return found


def test_a_new_address_is_asked_itself_and_is_nobodys_until_then(uow: UnitOfWork, ann: Player) -> None:
    assert addresses.add(uow, "<ann@work.example>") == "ann@work.example"
    assert [to for to, _ in memory.told(uow, ConfirmAddMail)] == ["ann"]
    assert people.addresses(uow.session, ann.id) == [ann.address]


def test_an_address_that_is_known_already_is_not_asked(uow: UnitOfWork, ann: Player) -> None:
    assert addresses.add(uow, ann.address) == ann.address
    assert uow.drafts == []


def test_a_later_address_adds_none_without_the_eldest(uow: UnitOfWork, ann: Player) -> None:
    uow.said_by = "ann@later.example"
    assert addresses.add(uow, "ann@work.example") == ""
    (answer,) = uow.answers
    assert isinstance(answer, AddressChangeAskedAnswer)
    assert answer.address == ann.address


def test_the_fifth_address_is_the_last(uow: UnitOfWork, ann: Player) -> None:
    for number in range(2, 6):
        people.add_address(uow.session, ann.id, f"ann{number}@people.example", uow.now)
    with pytest.raises(Refused) as refused:
        addresses.add(uow, "ann6@people.example")
    assert refused.value.refusal == TooManyAddresses(most=5)


@pytest.mark.parametrize("text", ["nonsense", "", SERVER, SERVER.replace("@", "+tag@")])
def test_what_is_no_address_or_ours_cannot_be_added(uow: UnitOfWork, ann: Player, text: str) -> None:
    with pytest.raises(Refused) as refused:
        addresses.add(uow, text)
    assert refused.value.refusal == BadAddress(given=text)


def test_the_last_address_stays(uow: UnitOfWork, ann: Player) -> None:
    with pytest.raises(Refused) as refused:
        addresses.remove(uow, ann.address)
    assert isinstance(refused.value.refusal, LastAddress)


@pytest.mark.parametrize(("written", "goes_to"), [("", "ann2@people.example"), ("ann3@people.example",) * 2])
def test_who_takes_the_address_of_record_away_gets_mail_where_the_letter_came_from(
    uow: UnitOfWork, ann: Player, written: str, goes_to: str
) -> None:
    for number in (2, 3):
        people.add_address(uow.session, ann.id, f"ann{number}@people.example", uow.now)
    assert uow.author is not None
    uow.author.address = written
    assert addresses.remove(uow, "ann@people.example") == "ann@people.example"
    assert ann.address == goes_to


def test_taking_another_address_away_leaves_the_address_of_record(uow: UnitOfWork, ann: Player) -> None:
    people.add_address(uow.session, ann.id, "ann2@people.example", uow.now)
    addresses.remove(uow, "ann2@people.example")
    assert (ann.address, people.addresses(uow.session, ann.id)) == ("ann@people.example", ["ann@people.example"])


def test_mails_go_to_the_address_that_is_chosen_of_the_own_ones(uow: UnitOfWork, ann: Player) -> None:
    people.add_address(uow.session, ann.id, "ann2@people.example", uow.now)
    assert addresses.use(uow, "ANN2@people.example") == ann.address == "ann2@people.example"
    with pytest.raises(Refused) as refused:
        addresses.use(uow, "ben@people.example")
    assert refused.value.refusal == NotYourAddress(given="ben@people.example")
