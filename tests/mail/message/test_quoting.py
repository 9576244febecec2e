"""The rules of `quoting`, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.quoting import MAX_LINES, extract, to_lines, unflow
from tests.mail.message.builder import OWN, TAGGED

TEXTS = [
    ("a\n\nb", "a\n\nb"),
    ("\n\na\n\n\n", "a"),
    ("a\n-- \nb", "a"),
    ("a\n--\nb", "a"),
    ("a\n---\nb", "a\n---\nb"),
    ("a\n---\n" + "b" * 40, "a"),
    ("---\n" + "b" * 40, "---\n" + "b" * 40),
    ("a\n________\nb", "a\n________\nb"),
    ("a\n-- \nb\n> c\nd", "a\nd"),
    ("a\n> b\nc\n> d\ne", "a\nc\ne"),
    ("a\n-----Old-----\nb", "a"),
    ("a\n---- x ----\nb", "a"),
    ("a\n----------\nb", "a\n----------\nb"),
    ("a\nFrom: x\nTo: y\nb", "a\nFrom: x\nTo: y\nb"),
    ("a\nFrom: x\nTo: y\nDate: 3.3.2026 19:02\nb", "a"),
    ("a\nFrom: x\nDate: 3.3.2026 19:02\nb", "a\nFrom: x\nDate: 3.3.2026 19:02\nb"),
    ("a\nFrom: x\nTo: y\nDate: 3.3.2026 19:02\n> b\nc", "a\nc"),
    ("a\nName: x\nMood: y\nPlan: z\nb", "a\nName: x\nMood: y\nPlan: z\nb"),
    (f"a\nx {TAGGED} y\nb", "a"),
    ("a\nwrite to hearts@example.net please\nb", "a\nwrite to hearts@example.net please\nb"),
    ("a\nhearts@example.net wrote:\nb", "a"),
    ("a\n<hearts@example.net>\nb", "a"),
    ("a\n3.3.2026 hearts@example.net\nb", "a"),
    ("a\nmy-hearts@example.net:\nb", "a\nmy-hearts@example.net:\nb"),
    ("a\nhearts@example.network:\nb", "a\nhearts@example.network:\nb"),
    ("a\nOn 3 Mar 2026 at 19:02 x wrote:\nb", "a"),
    ("a\nOn 3 Mar 2026 at 19:02 x wrote:\n> b\nc", "a\nc"),
    (f"a\nOn 3 Mar 2026\nx <\n{TAGGED}> wrote:\nb", "a"),
    ("a\nat 19:02 we begin:\nb", "a\nat 19:02 we begin:\nb"),
    ("a   On 3 Mar 2026, 19:02 x wrote:\nb", "a"),
    ("a\n<t7@example.net> was the id\nb", "a"),
    ("a\n##- ANSWER above this line -##\nb", "a"),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_the_persons_own_lines_are_kept(text: str, expected: str) -> None:
    assert "\n".join(extract(to_lines(text), OWN, ("t7@example.net",), "Re: x").lines) == expected


def test_a_quote_is_told() -> None:
    assert extract(["> a"], OWN).quoted
    assert not extract(["a"], OWN).quoted


def test_a_server_without_sub_addresses_knows_its_address_too() -> None:
    own = OwnAddresses("hearts@example.net", delimiter="")
    assert extract(["a", "x <hearts@example.net> y", "b"], own).lines == ("a",)
    assert extract(["a", "hearts+x@example.net says", "b"], own).lines == ("a", "hearts+x@example.net says", "b")


def test_a_server_without_a_sentinel_has_no_such_line() -> None:
    assert extract(["a", "", "b"], replace(OWN, sentinel="")).lines == ("a", "", "b")


def test_lines_end_at_whatever_ends_lines() -> None:
    assert to_lines("a\r\nb\rc\nd\u2028e\x0bf") == ["a", "b", "c", "d", "e", "f"]


def test_only_the_first_lines_are_read() -> None:
    assert len(extract(["a"] * (MAX_LINES * 2), OWN).lines) == MAX_LINES


FLOWED = [
    (["a ", "b"], False, ["a b"]),
    (["a ", "b"], True, ["ab"]),
    (["a ", "> b"], False, ["a ", "> b"]),
    (["> a ", "> b", "c"], False, ["> a b", "c"]),
    ([">> a ", "> b"], False, [">> a ", "> b"]),
    (["a ", "-- ", "b"], False, ["a ", "-- ", "b"]),
    ([" >a", " From b"], False, [">a", "From b"]),
    (["a ", ""], False, ["a "]),
]


@pytest.mark.parametrize(("lines", "delsp", "expected"), FLOWED)
def test_flowed_lines_are_joined(lines: list[str], delsp: bool, expected: list[str]) -> None:
    assert unflow(lines, delsp) == expected
