from __future__ import annotations

import pytest

from pbem.app.accounts.names import good_name
from pbem.facts.account_refusals import BadName
from pbem.hearts.refusal import Refused


@pytest.mark.parametrize("name", ["Ann", "J.R. Smith", "Mary-Lou O'Hara", "Ünal 2", "A", "Mr. T.", "A" * 30])
def test_a_name_as_people_have_them_is_good(name: str) -> None:
    assert good_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", "-Ann", "Ann!", "A" * 31, "a@b.example", "Robot 3", "robotnik", "Ann\u202enna"])
def test_what_could_be_taken_for_something_else_is_no_name(name: str) -> None:
    with pytest.raises(Refused) as refused:
        good_name(name)
    assert isinstance(refused.value.refusal, BadName)


@pytest.mark.parametrize("name", ["evil.example", "evil dot com", "www evil", "call 0900 123456", "evil . co"])
def test_a_link_is_refused_without_a_word_of_it(name: str) -> None:
    with pytest.raises(Refused) as refused:
        good_name(name)
    assert refused.value.refusal == BadName(given="")


@pytest.mark.parametrize("name", ["Buy pills", "Free Bitcoin", "click here"])
def test_an_advertisement_is_no_name(name: str) -> None:
    with pytest.raises(Refused):
        good_name(name)
