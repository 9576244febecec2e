"""Programs are ignored with their cause; no person ever is."""

from __future__ import annotations

import unicodedata

import pytest

from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import Cause, null_sender, screen
from tests.mail.message.builder import OLD, OWN, branch, letter, mail

_TO = "To: hearts@example.net\nDate: Tue, 03 Mar 2026 19:07:41 +0000\nMessage-ID: <a1@example.org>\n"


def _from(sender: str, *more: str, subject: str = "Hello", body: str = "PLAY QS") -> bytes:
    """A mail from anybody, which answers no mail of ours."""
    return mail(body, "text/plain", *more, head=f"From: {sender}\nSubject: {subject}\n{_TO}")


ROBOTS = {
    "exchange out of office": (
        mail(OLD, "text/plain", "Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All"), Cause.AUTO_SUBMITTED
    ),
    "a game server like ours": (_from("bridge@example.com", "Auto-Submitted: auto-notified"), Cause.AUTO_SUBMITTED),
    "capitals and a comment": (_from("a@example.com", "auto-submitted: Auto-Replied; x=y"), Cause.AUTO_SUBMITTED),
    "x-autoreply": (_from("a@example.com", "X-Autoreply: yes"), Cause.AUTO_REPLY),
    "x-autorespond": (_from("a@example.com", "X-Autorespond: hearts"), Cause.AUTO_REPLY),
    "precedence auto_reply": (_from("a@example.com", "Precedence: auto_reply"), Cause.AUTO_REPLY),
    "subject only": (_from("a@example.com", subject="Automatic reply: [Hearts 7]"), Cause.AUTO_REPLY),
    "subject with a gateway's tag": (_from("a@example.com", subject="[External] Out of Office: x"), Cause.AUTO_REPLY),
    "german subject": (_from("a@example.com", subject="Automatische Antwort: x"), Cause.AUTO_REPLY),
    "japanese subject": (_from("a@example.com", subject="自動応答: x"), Cause.AUTO_REPLY),
    "encoded french subject": (_from("a@b.fr", subject="=?utf-8?q?R=C3=A9ponse_automatique_=3A?= x"), Cause.AUTO_REPLY),
    "google group": (_from("a@example.com", "List-ID: <x.googlegroups.com>", "Mailing-list: list x"), Cause.LIST),
    "precedence list": (_from("a@example.com", "Precedence: list"), Cause.LIST),
    "exchange's mailbox rules": (
        _from("a@example.com", "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent"), Cause.AUTO_REPLY
    ),
    "exchange's mailbox rules in answer to us": (
        mail("PLAY QS", "text/plain", "x-ms-exchange-generated-message-source: Mailbox Rules Agent"), Cause.AUTO_REPLY
    ),
    "a forwarding rule of exchange": (
        _from("a@example.com", "X-MS-Exchange-Inbox-Rules-Loop: a@example.com"), Cause.INBOX_RULE
    ),
    "ukrainian subject": (_from("a@example.com", subject="Автоматична відповідь: x"), Cause.AUTO_REPLY),
    "greek subject": (_from("a@example.com", subject="ΑΥΤΌΜΑΤΗ ΑΠΆΝΤΗΣΗ: x"), Cause.AUTO_REPLY),
    "romanian subject": (_from("a@example.com", subject="Răspuns automat: x"), Cause.AUTO_REPLY),
    "croatian subject": (_from("a@example.com", subject="Automatski odgovor: x"), Cause.AUTO_REPLY),
    "slovak subject": (_from("a@example.com", subject="[EXT] Automatická odpoveď: x"), Cause.AUTO_REPLY),
    "vietnamese subject": (_from("a@example.com", subject="Trả lời tự động: x"), Cause.AUTO_REPLY),
    "vietnamese subject in pieces": (
        _from("a@example.com", subject=unicodedata.normalize("NFD", "Trả lời tự động: x")), Cause.AUTO_REPLY
    ),
    "thai subject": (_from("a@example.com", subject="ตอบกลับอัตโนมัติ: x"), Cause.AUTO_REPLY),
    "indonesian subject": (_from("a@example.com", subject="Balasan Otomatis: x"), Cause.AUTO_REPLY),
    "bulgarian subject": (_from("a@example.com", subject="Автоматичен отговор: x"), Cause.AUTO_REPLY),
    "slovenian subject": (_from("a@example.com", subject="Samodejni odgovor: x"), Cause.AUTO_REPLY),
    "outlook's reaction as a mail": (mail("North reacted to your message:\n\nYour hand: QS\n"), Cause.REACTION),
    "gmail's reaction as a text": (mail("👍 North reacted via Gmail\n"), Cause.REACTION),
    "a digest of reactions": (_from("a@example.com", subject="Reaction Daily Digest - Tuesday"), Cause.REACTION),
    "newsletter": (_from("a@example.com", "List-Unsubscribe: <mailto:u@example.com>"), Cause.BULK),
    "precedence junk": (_from("a@example.com", "Precedence: junk"), Cause.BULK),
    "no-reply": (_from("no-reply@example.com"), Cause.NO_REPLY),
    "do_not_reply": (_from("Shop <do_not_reply@example.com>"), Cause.NO_REPLY),
    "noreply with more": (_from("noreply-orders@example.com"), Cause.NO_REPLY),
    "qmail": (_from("MAILER-DAEMON@mx.example.com", "Return-Path: <>", body="550 no such user"), Cause.BOUNCE),
    "postmaster with no return path": (_from("postmaster@example.com", "Return-Path: <>"), Cause.BOUNCE),
    "report without parts": (
        mail("x", 'multipart/report; report-type="delivery-status"; boundary=none'), Cause.BOUNCE
    ),
    "spam report": (
        mail(branch(("Content-Type: text/plain", "x"), ("Content-Type: message/feedback-report", "x")),
             "multipart/report; report-type=feedback-report; boundary=b-1"), Cause.REPORT
    ),
    "read receipt without parts": (
        mail("x", "multipart/report; boundary=none; report-type=disposition-notification"), Cause.READ_RECEIPT
    ),
    "calendar answer of outlook": (
        mail(branch(("Content-Type: text/plain", ""), ("Content-Type: text/calendar; method=REPLY", "x")),
             "multipart/alternative; boundary=b-1"), Cause.CALENDAR
    ),
    "calendar answer of google": (
        mail(branch(("Content-Type: text/calendar", "x"), ("Content-Type: application/ics", "x")),
             "multipart/mixed; boundary=b-1"), Cause.CALENDAR
    ),
    "our own mail by its mark": (_from("a@example.com", "X-Hearts-Loop: hearts@example.net"), Cause.OWN_MAIL),
    "our own tagged address": (_from("hearts+t7.n.k4v9qz2m@example.net"), Cause.OWN_MAIL),
    "our own envelope sender": (_from("bounce+x@example.net"), Cause.OWN_MAIL),
    "our own address in capitals": (_from("Hearts <HEARTS@EXAMPLE.NET>"), Cause.OWN_MAIL),
    "no From": (mail("PLAY QS", "text/plain", head=f"Subject: x\n{_TO}"), Cause.NO_SENDER),
    "an empty From": (_from("<>"), Cause.NO_SENDER),
    "a group as From": (_from("friends:;"), Cause.NO_SENDER),
    "From with a blank before the colon, and another": (
        mail("PLAY QS", "text/plain", "From : south@example.org"), Cause.TWO_FROMS
    ),
    "two addresses by brackets": (_from("South <south@example.org> <x@example.net>"), Cause.TWO_FROMS),
    "no return path and nothing to do with us": (_from("a@example.com", "Return-Path: <>"), Cause.NULL_SENDER),
    "no return path, in answer to us": (mail("PLAY QS", "text/plain", "Return-Path: <>"), Cause.NULL_SENDER),
    "a vacation's note with every mark": (
        mail("QS", "text/plain", "Auto-Submitted: auto-replied", "Precedence: bulk", "Return-Path: <>"),
        Cause.AUTO_SUBMITTED,
    ),
    "a program's address with a relay's mark": (_from("no-reply@example.com", "Precedence: bulk"), Cause.NO_REPLY),
}  # fmt: skip

PEOPLE = {
    "a plain mail": _from("a@example.org"),
    "no automatic mail, it says": _from("a@example.org", "Auto-Submitted: no"),
    "asks for silence": _from("a@example.org", "X-Auto-Response-Suppress: DR, OOF, AutoReply"),
    "procmail's mark": _from("a@example.org", "X-Loop: a@example.org"),
    "urgent": _from("a@example.org", "Precedence: first-class", "Importance: high"),
    "another server's loop mark": _from("a@example.org", "X-Hearts-Loop: hearts@elsewhere.example"),
    "a postmaster who plays": _from("postmaster@example.org"),
    "the name begins like no-reply": _from("noah@example.org"),
    "the name holds reply": _from("norepl.yvonne@example.org"),
    "talks of a reaction": mail(
        "East has not yet said whether he would play, and neither has anybody else of us reacted to your message\nQS"
    ),
    "talks of being away": _from("a@example.org", subject="Re: out on Friday"),
    "our address in the display name": _from('"hearts@example.net" <a@example.org>'),
    "another's address for a name": _from("south@example.org <a@example.org>"),
    "address twice the same": _from("a@example.org <a@example.org>"),
    "an appointment attached": mail(
        branch(("Content-Type: text/plain", "PLAY QS"), ("Content-Type: text/calendar", "x")),
        "multipart/mixed; boundary=b-1",
    ),
    "a bounce forwarded for advice": mail(
        branch(("Content-Type: text/plain", "What is this?"),
               ("Content-Type: message/rfc822", "Auto-Submitted: auto-replied\nContent-Type: multipart/report\n\nx")),
        "multipart/mixed; boundary=b-1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROBOTS)
def test_a_program_is_ignored_with_its_cause(name: str) -> None:
    raw, cause = ROBOTS[name]
    ignored = screen(letter(raw), OWN)
    assert ignored is not None
    assert ignored.cause is cause
    assert ignored.certain is (cause not in (Cause.BULK, Cause.NULL_SENDER, Cause.INBOX_RULE))


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_is_never_ignored(name: str) -> None:
    assert screen(letter(PEOPLE[name]), OWN) is None


def _enveloped(sender: str | None) -> InboundMessage:
    return parse_message(RawMessage(mail("PLAY QS"), "smtp", sender, ("hearts+t7.n.k4v9qz2m@example.net",)), OWN)


def test_an_empty_envelope_sender_is_a_mark_and_no_certainty() -> None:
    assert null_sender(_enveloped(""))
    assert null_sender(_enveloped("<>"))
    assert not null_sender(_enveloped("north@example.org"))
    assert not null_sender(_enveloped(None))
    for sender in ("", "<>"):
        ignored = screen(_enveloped(sender), OWN)
        assert ignored is not None
        assert ignored.cause is Cause.NULL_SENDER
        assert not ignored.certain
