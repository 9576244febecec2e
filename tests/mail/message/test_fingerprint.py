"""Two copies of one mail have one fingerprint; two mails never have."""

from __future__ import annotations

import base64

from pbem.mail.message.fingerprint import fingerprint
from pbem.mail.message.raw_message import RawMessage
from tests.mail.message.builder import branch, mail

_NAMELESS = "From: east@example.com\nTo: {to}\nSubject: Re: x\nIn-Reply-To: {answers}\n"


def _print(raw: bytes) -> str:
    return fingerprint(RawMessage(raw, "imap"))


def _nameless(to: str = "hearts+a@example.net", answers: str = "<a@example.net>", body: str = "PLAY 2D") -> str:
    return _print(mail(body, "text/plain", head=_NAMELESS.format(to=to, answers=answers)))


def test_the_route_leaves_no_trace_in_the_fingerprint() -> None:
    raw = mail("PLAY QS\nthanks \n")
    assert _print(
        b"Received: from a by b; Tue\nReturn-Path: <x@y.org>\nDelivered-To: hearts@example.net\n" + raw
    ) == _print(raw)
    assert _print(raw.replace(b"\n", b"\r\n")) == _print(raw)
    assert _print(b"From north@example.org Tue Mar  3 19:07:44 2026\n" + raw) == _print(raw)
    assert fingerprint(RawMessage(raw, "smtp", "a@b.org", ("c@d.org",))) == _print(raw)


def test_a_transfer_encoding_changed_on_the_way_makes_no_new_mail() -> None:
    plain = mail("PLAY QS\nGrüße\n")
    quoted = mail(
        "PLAY QS\nGr=C3=BC=C3=9Fe\n", 'text/plain; charset="utf-8"', "Content-Transfer-Encoding: quoted-printable"
    )
    coded = mail(base64.encodebytes("PLAY QS\nGrüße\n".encode()), "text/plain", "Content-Transfer-Encoding: base64")
    assert _print(plain) == _print(quoted) == _print(coded)


def test_a_message_id_used_again_for_other_words_is_a_new_letter() -> None:
    assert _print(mail("PLAY QS")) != _print(mail("PLAY QC"))


def test_another_date_or_sender_is_another_letter() -> None:
    raw = mail("PLAY QS")
    assert _print(raw) != _print(raw.replace(b"19:07:41", b"19:07:42"))
    assert _print(raw) != _print(raw.replace(b"north@example.org>\n", b"south@example.org>\n", 1))


def test_mails_without_an_id_differ_by_what_they_answer() -> None:
    assert _nameless() == _nameless()
    assert _nameless() != _nameless(answers="<b@example.net>")
    assert _nameless() != _nameless(to="hearts+b@example.net")
    assert _nameless() != _nameless(body="PLAY 3D")


def test_every_part_counts() -> None:
    one = mail(branch(("", "PLAY QS"), ("Content-Type: image/png", "a")), "multipart/mixed; boundary=b-1")
    assert _print(one) != _print(one.replace(b"\na\n", b"\nb\n"))


def test_what_ends_one_part_cannot_begin_the_next() -> None:
    first = mail(branch(("", "PLAY"), ("", "QS")), "multipart/mixed; boundary=b-1")
    second = mail(branch(("", "PLAYQ"), ("", "S")), "multipart/mixed; boundary=b-1")
    assert _print(first) != _print(second)


def test_a_second_message_id_or_date_put_on_top_makes_no_second_letter() -> None:
    raw = mail("PLAY QS")
    for line in (b"Message-ID: <other@evil.example>\n", b"Date: Wed, 04 Mar 2026 10:00:00 +0000\n"):
        assert _print(line + raw) == _print(raw)
        assert _print(line + line.replace(b"other", b"third") + raw) == _print(raw)


def test_fields_of_a_letter_without_an_id_count_from_below_too() -> None:
    raw = mail("PLAY 2D", "text/plain", head=_NAMELESS.format(to="hearts@example.net", answers="<a@example.net>"))
    assert _print(b"Subject: another\nTo: x@evil.example\n" + raw) == _print(raw)
