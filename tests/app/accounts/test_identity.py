from __future__ import annotations

import pytest

from pbem.app.accounts import identity
from pbem.app.unit_of_work import Author, UnitOfWork
from pbem.facts.account_refusals import NameTaken, UnknownPerson
from pbem.hearts.refusal import Refused
from tests.app import memory


@pytest.mark.parametrize(
    ("shown", "address", "name"),
    [
        ("Ann Smith", "x@people.example", "Ann Smith"),
        ("buy pills", "ann.smith@people.example", "Ann Smith"),
        ("", "ann_b@people.example", "Ann B"),
        ("", "robot@people.example", "Player"),
        ("A" * 40, "x@people.example", "A" * 26),
    ],
)
def test_a_newcomer_is_called_by_the_first_of_name_and_address_that_is_good(
    uow: UnitOfWork, shown: str, address: str, name: str
) -> None:
    assert identity.name_for(uow.session, Author(address, shown)) == name


def test_a_name_that_is_taken_gets_a_number(uow: UnitOfWork) -> None:
    for name in ("Ann", "Ann 2"):
        memory.person(uow, name)
    assert identity.name_for(uow.session, Author("ann@elsewhere.example", "ann")) == "ann 3"


def test_an_unproven_letter_chooses_no_name(uow: UnitOfWork) -> None:
    uow.author = Author("ann@people.example", "Mallory")
    assert identity.register(uow, "Mallory").name == "Ann"


def test_a_proven_one_chooses_its_name(uow: UnitOfWork) -> None:
    uow.author, uow.proven = Author("ann@people.example", "Ann"), True
    player = identity.register(uow, " Annie ")
    assert (player.name, uow.author.player) == ("Annie", player)


def test_nobody_gets_a_name_that_is_another_persons(uow: UnitOfWork) -> None:
    memory.person(uow, "Ben")
    uow.author, uow.proven = Author("ann@people.example"), True
    with pytest.raises(Refused) as refused:
        identity.register(uow, "ben")
    assert refused.value.refusal == NameTaken(given="ben")


def test_without_an_author_nobody_is_registered(uow: UnitOfWork) -> None:
    with pytest.raises(Refused) as refused:
        identity.register(uow)
    assert isinstance(refused.value.refusal, UnknownPerson)


def test_a_new_name_stands_at_the_tables_too(uow: UnitOfWork) -> None:
    ann = memory.person(uow, "Ann")
    table = memory.playing(uow, ann)
    memory.writes(uow, ann)
    identity.rename(uow, "ANN")
    assert (ann.name, table.seats[0].name) == ("ANN", "ANN")


def test_a_taken_name_changes_nothing(uow: UnitOfWork) -> None:
    ann, _ = memory.person(uow, "Ann"), memory.person(uow, "Ben")
    memory.writes(uow, ann)
    with pytest.raises(Refused):
        identity.rename(uow, "Ben")
    assert ann.name == "Ann"
