"""A look at a mail's header."""

from __future__ import annotations

import pytest

from pbem.mail.message.peek import from_address, message_id


@pytest.mark.parametrize(
    ("header", "address", "known_as"),
    [
        (b"From: Ann <Ann@People.example>\r\nMessage-ID: <1@people.example>", "ann@people.example", "1@people.example"),
        (b"From: ann@a.example, bob@b.example\r\nSubject: hi", "", ""),
        (b"Message-ID: <1@a.example> <2@a.example>", "", "1@a.example"),
    ],
)
def test_a_header_tells_who_it_says_it_is_from_and_its_id(header: bytes, address: str, known_as: str) -> None:
    raw = header + b"\r\n\r\nFrom: carol@c.example\r\nMessage-ID: <3@c.example>\r\n"
    assert (from_address(raw), message_id(raw)) == (address, known_as)
