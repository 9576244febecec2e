"""Keeping mails: all together if possible, and none held up by another."""

from __future__ import annotations

import pytest

from pbem.mail.inbound.intake import IntakePass, envelope_sender, keep_each
from pbem.mail.message.raw_message import RawMessage
from tests.mail.inbound.conftest import Shelf, mail


def raw_messages(count: int) -> list[RawMessage]:
    return [RawMessage(mail(number), "smtp") for number in range(count)]


def test_all_go_into_one_transaction(shelf: Shelf) -> None:
    assert keep_each(shelf, raw_messages(5)) == [None] * 5
    assert shelf.calls == [5]


def test_nothing_is_no_transaction(shelf: Shelf) -> None:
    assert keep_each(shelf, []) == []
    assert shelf.calls == []


def test_after_a_failure_each_is_tried_alone(shelf: Shelf) -> None:
    shelf.poison = b"mail 2"
    outcomes = keep_each(shelf, raw_messages(5))
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 2 + [ValueError] + [type(None)] * 2
    assert shelf.raws == [mail(number) for number in (0, 1, 3, 4)]


def test_a_store_that_is_down_is_not_tried_for_every_mail(shelf: Shelf) -> None:
    shelf.down = True
    outcomes = keep_each(shelf, raw_messages(100), patience=2)
    assert all(isinstance(outcome, OSError) for outcome in outcomes)
    assert shelf.calls == [100, 1, 1]


def test_a_pass_that_kept_nothing_tells_why_and_one_that_kept_something_goes_on(shelf: Shelf) -> None:
    shelf.poison = b"mail 0"
    run: IntakePass[int] = IntakePass(shelf)
    assert run.keep({7: raw_messages(1)[0]}) == []
    with pytest.raises(ValueError, match="cannot be stored"):
        run.result()
    assert run.keep(dict(enumerate(raw_messages(3)))) == [1, 2]
    assert run.result() == 2
    assert not run.store_is_down


@pytest.mark.parametrize(
    ("raw", "sender"),
    [
        (b"Return-Path: <a@b.example>\r\n\r\n", "a@b.example"),
        (b"RETURN-PATH:<>\n\n", ""),
        (b"Return-Path: a@b.example\n\n", "a@b.example"),
        ("Return-Path: <nørd@b.example>\n\n".encode(), "nørd@b.example"),
        (b"Return-Path: <\xff@b.example>\n\n", "\ufffd@b.example"),
        (b"Subject: x\n\nReturn-Path: <a@b.example>\n", None),
        (b"", None),
        (b"\n\n\n", None),
    ],
)
def test_the_return_path_is_read_from_the_header_alone(raw: bytes, sender: str | None) -> None:
    assert envelope_sender(raw) == sender
