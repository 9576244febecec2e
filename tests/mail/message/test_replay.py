"""A letter without a token is proven only if its author wrote it to us."""

from __future__ import annotations

import dataclasses

import pytest

from pbem.mail.message.authentication import TrustedResults
from pbem.mail.message.headers import MAX_FIELDS
from pbem.mail.message.replay import is_written_to_us
from tests.mail.message.builder import OWN, letter, mail

MX = "mx.example.net"
TO_SOUTH = "From: North <north@example.org>\nTo: South <south@example.com>\nDate: x\nMessage-ID: <a1@example.org>\n"
TO_US = TO_SOUTH.replace("South <south@example.com>", "hearts@example.net")
SIGNED = "DKIM-Signature: v=1; a=rsa-sha256; d={}; s=x; h={}; bh=AA; b=BB"
COVERS = "From:To:Cc:Subject:Date:Message-ID"
SPF = f"Authentication-Results: {MX}; spf=pass smtp.mailfrom=north@example.org; dmarc=pass header.from=example.org"


def _ours(head: str, *lines: str, own: object = OWN) -> bool:
    on_top = "".join(f"{line}\n" for line in lines)
    return is_written_to_us(letter(mail("yes", head=on_top + head)), OWN if own is OWN else own, TrustedResults(MX))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "field",
    [
        "To: hearts@example.net", "To: Hearts <HEARTS+t1@Example.NET>", "To: south@example.com, hearts@example.net",
        "Cc: hearts@example.net", "To: friends: south@example.com, hearts@example.net;",
    ],
)  # fmt: skip
def test_our_address_in_to_or_cc_says_that_it_was_written_to_us(field: str) -> None:
    head = TO_SOUTH.replace("To: South <south@example.com>", field)
    assert _ours(head)
    assert _ours(head, SIGNED.format("example.org", COVERS))


def test_an_alias_is_our_address_too() -> None:
    old = dataclasses.replace(OWN, aliases=("hearts@old.example",))
    head = TO_US.replace("hearts@example.net", "hearts@old.example")
    assert _ours(head, own=old)
    assert _ours(head.replace("hearts@", "hearts+x@"), own=old)
    assert not _ours(head)


@pytest.mark.parametrize(
    "on_top",
    [
        (), ("Delivered-To: hearts@example.net",), ("Bcc: hearts@example.net",), ("Resent-To: hearts@example.net",),
        ("To: hearts@example.net",), ("Cc: hearts@example.net",), ("X-Original-To: hearts@example.net", SPF),
    ],
)  # fmt: skip
def test_what_was_written_to_another_is_not_ours_whatever_is_put_on_top(on_top: tuple[str, ...]) -> None:
    assert not _ours(TO_SOUTH, *on_top, SIGNED.format("example.org", "From:To:Subject:Date:Message-ID"))


def test_a_field_that_the_signature_does_not_cover_may_be_anybodys() -> None:
    assert not _ours(TO_US, SIGNED.format("example.org", "From:Subject:Date:Message-ID"))
    assert not _ours(TO_US, SIGNED.format("mail.example.org", "From:Subject:Date:Message-ID"))
    assert not _ours(TO_US, SIGNED.format("example.org", "From:To:Subject:Date"))


def test_a_second_signature_that_covers_more_does_not_help() -> None:
    bare = SIGNED.format("example.org", "From:Subject:Date:Message-ID")
    assert not _ours(TO_US, SIGNED.format("example.org", COVERS), bare)
    assert not _ours(TO_US, bare, SIGNED.format("example.org", COVERS))


@pytest.mark.parametrize("length", ["l=0", "l=3", " l = 3 ", "\n\tl=999999"])
def test_a_signature_over_a_part_of_the_text_proves_nothing_since_anybody_may_write_on(length: str) -> None:
    part = SIGNED.format("example.org", COVERS).replace("bh=", f"{length}; bh=")
    assert not _ours(TO_US, part)
    assert not _ours(TO_US, part, SIGNED.format("example.org", COVERS))
    assert _ours(TO_US, SPF, part)
    assert _ours(TO_US, part.replace("d=example.org", "d=list.example"), SIGNED.format("example.org", COVERS))


def test_a_signature_of_somebody_else_says_nothing_against_it() -> None:
    assert _ours(TO_US, SIGNED.format("list.example", "From:Subject"), SIGNED.format("example.org", COVERS))


def test_what_comes_from_the_authors_own_servers_is_no_copy() -> None:
    bare = SIGNED.format("example.org", "From:Subject:Date:Message-ID")
    assert _ours(TO_US, SPF, bare)
    assert not _ours(TO_US, SPF.replace("smtp.mailfrom=north@example.org", "smtp.mailfrom=x@evil.example"), bare)
    assert not _ours(TO_US, SPF.replace("spf=pass", "spf=softfail"), bare)
    assert not _ours(TO_US, SPF.replace(MX, "mx.evil.example"), bare)


def test_a_header_so_long_that_the_signature_is_out_of_sight_proves_nothing() -> None:
    flood = [f"X-Junk-{number}: x" for number in range(MAX_FIELDS)]
    assert not _ours(TO_US + "".join(f"{line}\n" for line in flood))
    assert _ours(TO_US + "".join(f"{line}\n" for line in flood[:300]))
