"""Header fields: split, unfolded and decoded, whatever is in them."""

from __future__ import annotations

import pytest

from pbem.mail.message.headers import (
    CUT_SHORT,
    MAX_FIELDS,
    MAX_VALUE,
    content_type,
    ids,
    parameters,
    split,
    value,
    values,
    words,
)


def test_fields_are_unfolded_and_named_in_lower_case() -> None:
    fields, body = split(b"Subject: a\r\n\tb\r\n c\r\nTO:x\r\n\r\nbody\r\n")
    assert fields == (("subject", "a b c"), ("to", "x"))
    assert body == b"body\r\n"


def test_a_line_that_is_no_field_begins_the_body() -> None:
    assert split(b"A: b\nno field here\nC: d\n") == ((("a", "b"),), b"no field here\nC: d\n")
    assert split(b"PLAY QS\n") == ((), b"PLAY QS\n")
    assert split(b" folded: x\n\nbody")[0] == ()


def test_a_blank_before_the_colon_hides_no_field() -> None:
    fields, _ = split(b"From : a@b.org\nFrom: c@d.org\n\n")
    assert values(fields, "from") == ("a@b.org", "c@d.org")


def test_controls_and_bare_carriage_returns_do_not_make_fields() -> None:
    fields, _ = split(b"Subject: a\rFrom: evil@b.org\0\x07\n\n")
    assert fields == (("subject", "a From: evil@b.org"),)


def test_raw_bytes_are_utf_8_or_western() -> None:
    fields, _ = split("A: é\n".encode() + b"B: \xe9\n\n")
    assert fields == (("a", "é"), ("b", "é"))


def test_a_header_beyond_bounds_is_cut_and_the_body_still_found() -> None:
    fields, body = split(b"A: b\n" * (MAX_FIELDS * 3) + b"\nbody")
    assert len(fields) <= MAX_FIELDS + 2
    assert fields[-1] == CUT_SHORT
    assert body == b"body"
    assert len(value(split(b"A: " + b"x" * 99999 + b"\n\n")[0], "a")) == MAX_VALUE
    assert split(b"A: b\n" * (MAX_FIELDS * 3))[1] == b""


WORDS = [
    ("plain", "plain"),
    ("=?utf-8?b?562U5aSNOiBQTEFZIFFT?=", "答复: PLAY QS"),
    ("=?utf-8?q?a_b?= =?utf-8?q?c?=", "a bc"),
    ("=?utf-8?q?a?= x =?utf-8?q?b?=", "a x b"),
    ("=?utf-8?b?w7g=?= =?utf-8?b?w7g=?=", "øø"),
    ("=?utf-8?q?=C3?= =?utf-8?q?=B8?=", "ø"),
    ("=?iso-8859-1?Q?k=F6nnte?=", "könnte"),
    ("=?utf-8*en?q?x?=", "x"),
    ("=?x-nope?Q?=41?=", "A"),
    ("=?utf-8?b?QQ?=", "A"),
    ("=?utf-8?b?Q?=", ""),
    ("=?utf-8?b?!!QQ==?=", "A"),
    ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
    ("=?utf-8?q?a", "=?utf-8?q?a"),
    ("(=?utf-8?q?a?=)", "(a)"),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_encoded_words_are_decoded(text: str, expected: str) -> None:
    assert words(text) == expected


IDS = [
    ("<a@b>", ("a@b",)),
    ("<a@b> (comment) <c@d>", ("a@b", "c@d")),
    ("<[a@b]>", ("a@b",)),
    ("<>", ()),
    ("a@b", ("a@b",)),
    ("no id", ()),
    ("<<a@b>", ("a@b",)),
    ("<a b@c>", ()),
]


@pytest.mark.parametrize(("text", "expected"), IDS)
def test_message_ids_are_found(text: str, expected: tuple[str, ...]) -> None:
    assert ids(text) == expected


TYPES = [
    ("text/html; charset=utf-8", "text/html", {"charset": "utf-8"}),
    ('TEXT/HTML; Charset="a;b"; X=y', "text/html", {"charset": "a;b", "x": "y"}),
    ('multipart/mixed; boundary="a\\"b"', "multipart/mixed", {"boundary": 'a"b'}),
    ("text/plain; name*0=a; name*1=b", "text/plain", {"name": "ab"}),
    ("image/jpeg; name*=us-ascii''x%20y", "image/jpeg", {"name": "us-ascii''x%20y"}),
    ("text/plain; a=1; a=2", "text/plain", {"a": "1"}),
    ('text/plain; a="open', "text/plain", {"a": "open"}),
    ("text/plain;;;; ;a=b", "text/plain", {"a": "b"}),
    ("=?utf-8?Q?application/pdf; =20name?=", "text/plain", {}),
    ("text", "text/plain", {}),
    ("", "text/plain", {}),
]


@pytest.mark.parametrize(("text", "word", "expected"), TYPES)
def test_content_types_are_read_or_default(text: str, word: str, expected: dict[str, str]) -> None:
    kind = content_type(text)
    assert kind.word == word
    assert {name: given for name, given in kind.parameters.items() if name != "=20name?"} == expected


def test_only_so_much_of_a_parameter_list_is_read() -> None:
    assert len(parameters("a" + "; x=y" * 100000).parameters) == 1
