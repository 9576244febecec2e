from __future__ import annotations

import pytest

from pbem.mail.message.mailbox_owner import is_provider, mailbox, registered


@pytest.mark.parametrize(
    ("address", "one"),
    [
        ("ann@people.example", "ann@people.example"),
        ("Ann+hearts@people.example", "ann@people.example"),
        ("ann.b@people.example", "ann.b@people.example"),
        ("a.n.n+x@gmail.com", "ann@gmail.com"),
        ("ann@googlemail.com", "ann@gmail.com"),
        ("+x@people.example", "+x@people.example"),
    ],
)
def test_what_is_put_into_an_address_at_will_makes_no_other_mailbox(address: str, one: str) -> None:
    assert mailbox(address) == one


@pytest.mark.parametrize(("domain", "many"), [("gmail.com", True), ("GMX.de", True), ("people.example", False)])
def test_a_big_providers_people_have_nothing_to_do_with_each_other(domain: str, many: bool) -> None:
    assert is_provider(domain) is many


@pytest.mark.parametrize(
    ("domain", "owned"),
    [
        ("people.example", "people.example"),
        ("a.b.People.example", "people.example"),
        ("people.co.uk", "people.co.uk"),
        ("a.people.co.uk", "people.co.uk"),
        ("co.uk", "co.uk"),
        ("a.gmx.de", "gmx.de"),
        ("localhost", "localhost"),
        ("", ""),
    ],
)
def test_names_before_the_registered_domain_make_no_other_owner(domain: str, owned: str) -> None:
    assert registered(domain) == owned
