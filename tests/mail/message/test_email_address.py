"""Addresses are compared in one spelling, From is read strictly, and tags survive what mail systems do to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.message.email_address import (
    MAX_ADDRESSES,
    canonical,
    clean_name,
    domain_of,
    mailboxes,
    sender_of,
    tag_of,
    to_ascii,
    with_tag,
)

CANONICAL = [
    ("north@example.org", "north@example.org"),
    (" <NORTH@Example.ORG> ", "north@example.org"),
    ("north@example.org.", "north@example.org"),
    ('"north"@example.org', "north@example.org"),
    ("north+x@example.org", "north+x@example.org"),
    ("o'hara@example.org", "o'hara@example.org"),
    ("north@xn--bcher-kva.example.org", "north@bücher.example.org"),
    ("north@XN--BCHER-KVA.example.org", "north@bücher.example.org"),
    ("north@BÜCHER.example.org", "north@bücher.example.org"),
    ("north@bu\u0308cher.example.org", "north@bücher.example.org"),
    ("north@xn--strae-oqa.de", "north@straße.de"),
    ("north@STRAẞE.de", "north@straße.de"),
    ("north@straße.de", "north@straße.de"),
    ("north@strasse.de", "north@strasse.de"),
    ("north@xn--nxasmm1c.gr", "north@βόλος.gr"),
    ("north@ΒΌΛΟΣ.gr", "north@βόλοσ.gr"),
    ("İnci@example.org", "i̇nci@example.org"),
    ("north@例え。テスト", "north@例え.テスト"),
    ("NØRD@example.org", "nørd@example.org"),
    ("no\u0308rd@example.org", "nörd@example.org"),
    ("alice@localhost", "alice@localhost"),
    ("a..b@example.org", "a..b@example.org"),
]
NOT_ONE_ADDRESS = [
    "", "north", "@example.org", "north@", "a@b@example.org", "a b@example.org", "north@example..org", "north@-x.org",
    "north@[192.0.2.1]", "a@example.org, b@example.org", "North <north@example.org>", "a\r\nb@example.org",
    "a\u200bb@example.org", "a＠b@example.org", "a@exa\u200bmple.org", "a@example\u202e.org", "a@xn--zz--.org",
    "a@xn--abc-.org", "x" * 65 + "@example.org", "a@" + "x" * 64 + ".org", "a@" + "x." * 150 + "org", "...@example.org",
    "north@xn--ls8h.la", "north@xn--strasse-.de", "north@ab\u200ccd.org", "north@\u05d0a.org",
    "x" * 330 + "@example.org", '"a b"@example.org', "a<b@example.org", "a@ex ample.org", "a@exa_mple!.org",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CANONICAL)
def test_an_address_has_one_spelling(text: str, expected: str) -> None:
    assert canonical(text) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize("text", NOT_ONE_ADDRESS)
def test_what_is_not_exactly_one_address_is_none(text: str) -> None:
    assert canonical(text) == ""
    assert domain_of(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "\u212aate@example.org", "kate@\u212aitchen.example", "kate@ba\u212ary.example", "kate@bü\u212aher.example",
        "ａlice@example.org", "alice@ｅxample.org", "o\ufb03ce@example.org", "x\u00aa@example.org",
        "a\u2488b@example.org", "\u017fam@example.org", "sam@cla\u017fs.example",
        "a\u1fefb@example.org", "a\u037eb@example.org",
    ],
)  # fmt: skip
def test_a_letter_that_only_compares_like_ascii_makes_no_address(text: str) -> None:
    assert canonical(text) == ""


def test_two_domains_of_which_one_was_once_written_for_the_other_are_two() -> None:
    assert to_ascii("north@straße.de") == "north@xn--strae-oqa.de"
    assert to_ascii("north@βόλος.gr") == "north@xn--nxasmm1c.gr"
    assert canonical("north@straße.de") != canonical("north@strasse.de")
    assert to_ascii("north@no such.domain") == "north@no such.domain"


@given(st.text(max_size=40) | st.from_regex(r"[a-zA-Z.+-]{1,9}@[a-zà-ÿ.-]{1,12}(xn--[a-z0-9-]{1,9})?", fullmatch=True))
def test_the_canonical_spelling_is_stable(text: str) -> None:
    once = canonical(text)
    assert canonical(once) == once
    assert not once or canonical(to_ascii(once)) == once


def test_the_wire_form_has_an_ascii_domain_and_the_local_part_as_it_is() -> None:
    assert to_ascii("nørd@bücher.example.org") == "nørd@xn--bcher-kva.example.org"
    assert to_ascii("north@example.org") == "north@example.org"


FROM = [
    ("north@example.org", "", "north@example.org"),
    ("North <north@example.org>", "North", "north@example.org"),
    ('"North, of the Table" <north@example.org>', "North, of the Table", "north@example.org"),
    ("north@example.org (North)", "North", "north@example.org"),
    (r"north@example.org (N\)orth)", "N)orth", "north@example.org"),
    ("=?utf-8?q?south=40example=2Eorg?= <north@example.org>", "south@example.org", "north@example.org"),
    ('"south@example.org" <north@example.org>', "south@example.org", "north@example.org"),
    ("=?utf-8?b?TsO4cnRo?= <north@example.org>", "Nørth", "north@example.org"),
    ("north@example.org <north@example.org>", "north@example.org", "north@example.org"),
    ("south@example.org <north@example.org>", "south@example.org", "north@example.org"),
    ("south@example.org via L <list@example.net>", "south@example.org via L", "list@example.net"),
    ('"a \\"b\\"" <north@example.org>', 'a "b', "north@example.org"),
]
UNSURE = [
    "North <north@example.org>, South <south@example.org>", "South <south@example.org> <x@example.net>",
    "<>", "", "undisclosed:;", "g: north@example.org;", '"', "(c):",
    "<north@example.org", "north@example.org>", '"north@example.org', "(north@example.org", "North north@example.org",
    '(") <north@example.org> (") south@example.org', "<<north@example.org>>", "<@relay.org:north@example.org>",
    "(" * 5000, "<" * 5000, '"\\' * 5000, "north@example.org;south@example.org", 'x" <north@example.org>',
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "address"), FROM)
def test_from_gives_the_sender(text: str, name: str, address: str) -> None:
    found = sender_of((("from", text),))
    assert (found.name, found.address) == (name, address)


@pytest.mark.parametrize("text", UNSURE)
def test_a_from_that_can_be_read_in_two_ways_gives_nobody(text: str) -> None:
    assert sender_of((("from", text),)).address == ""


def test_two_from_fields_give_nobody_even_if_they_agree() -> None:
    assert sender_of((("from", "a@example.org"), ("from", "a@example.org"))).address == ""
    assert sender_of(()).address == ""


LISTS = [
    ('"Hearts" <hearts+a@example.net>, ', ["hearts+a@example.net"]),
    ("friends: a@example.org, B <b@example.org>;, c@example.org", ["a@example.org", "b@example.org", "c@example.org"]),
    ("a@example.org; b@example.org", ["a@example.org", "b@example.org"]),
    ("undisclosed-recipients:;", []),
    ("a@example.org (x (y) , z), b@example.org", ["a@example.org", "b@example.org"]),
    ('"a, b" <c@example.org>,,d@example.org', ["c@example.org", "d@example.org"]),
]


@pytest.mark.parametrize(("text", "expected"), LISTS)
def test_a_list_of_addresses_is_read_kindly(text: str, expected: list[str]) -> None:
    assert [box.address for box in mailboxes(text)] == expected


def test_two_thousand_addresses_are_not_all_read() -> None:
    assert len(mailboxes("a@b.c, " * 2000)) <= MAX_ADDRESSES


def test_a_tag_goes_in_and_comes_out_whatever_case_it_comes_back_in() -> None:
    address = with_tag("hearts@example.net", "+", "k4v9qz2m")
    assert address == "hearts+k4v9qz2m@example.net"
    assert tag_of(address.upper(), "Hearts@example.net", "+") == "k4v9qz2m"


def test_the_delimiter_may_be_another_one_or_none() -> None:
    assert tag_of(with_tag("hearts@example.net", "-", "a1"), "hearts@example.net", "-") == "a1"
    assert tag_of(with_tag("h-x@example.net", "-", "a1"), "h-x@example.net", "-") == "a1"
    assert with_tag("hearts@example.net", "", "a1") == "hearts@example.net"
    assert tag_of("hearts+a1@example.net", "hearts@example.net", "") is None


@pytest.mark.parametrize(
    "address",
    [
        "hearts@example.net",
        "hearts+@example.net",
        "hearts+a@example.org",
        "hearts2+a@example.net",
        "heart+a@example.net",
        "x",
    ],
)
def test_an_address_without_our_mailbox_or_without_a_tag_has_none(address: str) -> None:
    assert tag_of(address, "hearts@example.net", "+") is None


NAMES = [
    ("  North \t Star ", "North Star"),
    ("a\r\nBcc: x@y.org", "a Bcc: x@y.org"),
    ("\u202eevil\u200b\ufeff", "evil"),
    ('"North"', "North"),
    ("x" * 500, "x" * 60),
    ("\ud800", ""),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_a_name_is_cleaned_for_showing(text: str, expected: str) -> None:
    assert clean_name(text) == expected


@pytest.mark.parametrize(
    "bare", ["ann@people.example", "hearts+t1x2@people.example", "ann", "a@b@c", "\u00fc@b.example", "=?x?="]
)
def test_a_bare_address_reads_like_the_first_of_a_list(bare: str) -> None:
    assert mailboxes(bare) == mailboxes(f"{bare},")
