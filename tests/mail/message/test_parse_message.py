"""What a letter says besides its lines: who, whereto, what it answers, and what the transport knew."""

from __future__ import annotations

import pytest

from pbem.mail.message.parse_message import MAX_ANSWERS, MAX_RECIPIENTS, parse_message
from pbem.mail.message.raw_message import RawMessage
from tests.mail.message.builder import OWN, letter, mail, parts

_FROM = "From: North <north@example.org>\n"


def test_recipients_come_with_the_transports_word_first_and_once_each() -> None:
    head = _FROM + "To: a@x.org, B <b@x.org>\nCc: a@x.org, c@x.org\nDelivered-To: d@x.org\nX-Original-To: e@x.org\n"
    found = parse_message(RawMessage(mail("x", "", head=head), "smtp", None, ("<E@X.org>", "f@x.org")), OWN)
    assert found.recipients == ("e@x.org", "f@x.org", "d@x.org", "a@x.org", "b@x.org", "c@x.org")


def test_recipients_without_number_are_not_all_kept() -> None:
    many = ", ".join(f"a{number}@x.org" for number in range(500))
    assert len(letter(mail("x", "", head=f"{_FROM}To: {many}\nCc: {many}\n")).recipients) <= MAX_RECIPIENTS


def test_the_likeliest_mail_that_it_answers_comes_first() -> None:
    head = _FROM + "References: <root@x> <mid@x>\n <last@x>\nIn-Reply-To: <last@x> <other@x>\n"
    assert letter(mail("x", "", head=head)).answers == ("last@x", "other@x", "mid@x", "root@x")
    many = "References: " + " ".join(f"<{number}@x>" for number in range(200)) + "\n"
    assert len(letter(mail("x", "", head=_FROM + many)).answers) == MAX_ANSWERS


def test_the_message_id_stands_without_brackets() -> None:
    assert letter(mail("x", "", head=f"{_FROM}Message-ID: <[a@b]>\n")).message_id == "a@b"
    assert letter(mail("x", "", head=f"{_FROM}Message-ID: <>\n")).message_id == ""
    assert letter(mail("x", "", head=_FROM)).message_id == ""


def test_the_envelope_sender_is_the_transports_or_the_last_servers_note() -> None:
    noted = mail("x", "", head=f"Return-Path: <A@X.org>\n{_FROM}")
    assert parse_message(RawMessage(noted, "imap"), OWN).envelope_sender == "a@x.org"
    assert parse_message(RawMessage(noted, "smtp", "b@x.org"), OWN).envelope_sender == "b@x.org"
    assert parse_message(RawMessage(noted, "smtp", ""), OWN).envelope_sender == ""
    assert parse_message(RawMessage(mail("x", "", head=_FROM), "imap"), OWN).envelope_sender is None


def test_headers_are_all_there_in_their_order() -> None:
    found = letter(mail("x", "", head=f"X-B: 1\n{_FROM}X-A: 2\nX-B: 3\n"))
    assert found.headers == (("x-b", "1"), ("from", "North <north@example.org>"), ("x-a", "2"), ("x-b", "3"))


def test_the_subject_is_decoded_and_on_one_line() -> None:
    head = _FROM + "Subject: =?utf-8?q?R=C3=A9=3A?=\n\t=?utf-8?q?_PLAY?= QS\n"
    assert letter(mail("", "", head=head)).subject == "Ré: PLAY QS"


@pytest.mark.parametrize(
    ("date", "offset"),
    [
        ("Tue, 03 Mar 2026 19:07:41 +0100", "+0100"),
        ("Tue, 03 Mar 2026 19:07:41 -0330", "-0330"),
        ("Tue, 03 Mar 2026 19:07:41 +1400 (LINT)", "+1400"),
        ("Tue, 03 Mar 2026 19:07:41 +1500", ""),
        ("Tue, 03 Mar 2026 19:07:41 +0160", ""),
        ("Tue, 03 Mar 2026 19:07:41 GMT", ""),
        ("", ""),
    ],
)
def test_the_date_tells_how_far_the_writers_clock_is_from_utc(date: str, offset: str) -> None:
    assert letter(mail("x", "", head=f"{_FROM}Date: {date}\n")).offset == offset


def test_words_that_only_the_plain_part_has_are_the_persons() -> None:
    html = '<blockquote type="cite">Your hand: QS</blockquote>'
    raw = parts("alternative", ("Content-Type: text/plain", "JD"), ("Content-Type: text/html", html))
    assert letter(raw).lines == ("JD",)
