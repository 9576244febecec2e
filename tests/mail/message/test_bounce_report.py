"""A bounce tells what failed and for how long; whom it concerns only our own tag can tell."""

from __future__ import annotations

import email
import re
import subprocess
import sys
from pathlib import Path

import flufl.bounce
import pytest

from pbem.mail.message.bounce_report import Bounce, Severity, read_bounce, returned_ids, severity_of
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from tests.mail.message.builder import OWN, branch, mail

CORPUS = Path(__file__).parent / "corpus"
WORDS = Path(__file__).parent / "bounces"


def _bounce(raw: bytes) -> Bounce | None:
    raw_message = RawMessage(raw, "smtp", "", ("bounce+t7.e.b2h7mc5y@example.net",))
    return read_bounce(parse_message(raw_message, OWN), raw_message)


def _report(*fields: str, kind: str = "message/delivery-status") -> bytes:
    body = "Reporting-MTA: dns; mx.example.com\n\n" + "\n".join(fields) + "\n"
    return mail(
        branch(("Content-Type: text/plain", "Sorry."), (f"Content-Type: {kind}", body)),
        "multipart/report; report-type=delivery-status; boundary=b-1",
        head="From: MAILER-DAEMON@mx.example.com\nTo: bounce+t7.e.b2h7mc5y@example.net\n",
    )


def _words(text: str, *more: str, subject: str = "Delivery failure") -> bytes:
    return mail(text, "text/plain", *more, head=f"From: Mailer-Daemon@mx.example.com\nSubject: {subject}\n")


@pytest.mark.parametrize(
    ("reply", "after_dot", "severity"),
    [
        ("550 5.1.1 no such user", False, Severity.HARD),
        ("550 5.1.1 no such user", True, Severity.HARD),
        ("554 5.7.1 spam", False, Severity.SOFT),
        ("554 5.7.1 spam", True, Severity.SOFT),
        ("552 5.2.2 mailbox full", False, Severity.SOFT),
        ("550 no such user", False, Severity.HARD),
        ("550 too big", True, Severity.SOFT),
        ("550 5.3.4 too big", True, Severity.SOFT),
    ],
)
def test_a_refusal_is_weighed_by_its_code_and_after_the_mail_it_is_the_mail_that_is_refused(
    reply: str, after_dot: bool, severity: Severity
) -> None:
    assert severity_of(reply, after_dot) is severity


REPORTS = [
    (("Final-Recipient: rfc822; east@example.com", "Action: failed", "Status: 5.1.1"), Severity.HARD),
    (("Final-Recipient: rfc822; east@example.com", "Action: failed", "Status: 5.0.0 (unknown)"), Severity.HARD),
    (("Final-Recipient: rfc822; east@example.com", "Action: failed", "Status: 5.2.2"), Severity.SOFT),
    (("Final-Recipient: rfc822; east@example.com", "Action: failed", "Status: 5.7.1"), Severity.SOFT),
    (("Final-Recipient: rfc822; east@example.com", "Action: failed", "Status: 4.4.7"), Severity.SOFT),
    (("Final-Recipient: rfc822; east@example.com", "Action: FAILED (gave up)", "Status: none"), Severity.SOFT),
    (("Final-Recipient: rfc822; east@example.com", "Action: delayed", "Status: 4.4.1"), Severity.DELAY),
    (("Final-Recipient: rfc822; east@example.com", "Action: delivered", "Status: 2.0.0"), None),
    (("Final-Recipient: rfc822; east@example.com", "Action: relayed", "Status: 2.1.5"), None),
    (("Final-Recipient: rfc822; east@example.com",), None),
]


@pytest.mark.parametrize(("fields", "severity"), REPORTS)
def test_a_report_is_weighed_by_its_action_and_status(fields: tuple[str, ...], severity: Severity | None) -> None:
    found = _bounce(_report(*fields))
    assert (found and found.severity) == severity


TEXTS = [
    (_words("550 5.1.1 <east@example.com>: no such user"), Severity.HARD),
    (_words("<east@example.com>: host said: 550 no mailbox here"), Severity.HARD),
    (_words("<east@example.com>: 452 4.2.2 try later"), Severity.SOFT),
    (_words("east@example.com\n  mailbox is full (552)"), Severity.SOFT),
    (_words("554 refused east@example.com"), Severity.SOFT),
    (_words("east@example.com: 4.4.1", subject="Warning: message delayed 4 hours"), Severity.DELAY),
    (_words("could not be delivered", "X-Failed-Recipients: east@example.com"), Severity.SOFT),
    (_words("Something went wrong on 3.3.2026."), None),
]


@pytest.mark.parametrize(("raw", "severity"), TEXTS)
def test_a_bounce_in_words_is_hard_only_where_it_says_so(raw: bytes, severity: Severity | None) -> None:
    found = _bounce(raw)
    assert (found and found.severity) == severity


def test_the_worst_recipient_of_a_report_counts() -> None:
    found = _bounce(_report("Final-Recipient: rfc822; a@example.com", "Action: delayed", "Status: 4.4.1", "",
                            "Final-Recipient: rfc822; b@example.com", "Action: failed", "Status: 5.1.1"))  # fmt: skip
    assert found is not None
    assert (found.severity, found.code) == (Severity.HARD, "5.1.1")


def test_an_international_report_is_read_too() -> None:
    found = _bounce(_report("Final-Recipient: utf-8; nørd@example.org", "Action: failed", "Status: 5.1.1",
                            kind="message/global-delivery-status"))  # fmt: skip
    assert found is not None
    assert found.severity is Severity.HARD


def test_a_report_tells_the_reason() -> None:
    found = _bounce((CORPUS / "095-dsn-failed.eml").read_bytes())
    assert found == Bounce(Severity.HARD, "5.1.1", "smtp; 550 5.1.1 no such user")


def test_a_persons_letter_is_no_bounce() -> None:
    raw_message = RawMessage(mail("PLAY QS\nthe other mail said 550 5.1.1"), "smtp", "north@example.org")
    assert read_bounce(parse_message(raw_message, OWN), raw_message) is None


# What mail servers write where they send no report (RFC 3464), or where a gateway has lost it.
WRITTEN = {
    "qmail": Severity.HARD,
    "qmail-gives-up": Severity.SOFT,  # it failed for good, and nothing says that the address is to blame
    "exim": Severity.HARD,
    "exim-timeout": Severity.SOFT,
    "exim-warning": Severity.DELAY,
    "postfix-without-report": Severity.HARD,
    "raw-8bit-from": Severity.HARD,
    "sendmail": Severity.HARD,
    "exchange": Severity.HARD,
    "yahoo": Severity.HARD,
    "yahoo-full": Severity.SOFT,
    "german": Severity.HARD,
    "french-full": Severity.SOFT,
    "greylisted": Severity.SOFT,
    "haraka": Severity.HARD,
    "opensmtpd": Severity.HARD,
    "domino": Severity.HARD,
    "mdaemon": Severity.HARD,
    "hmailserver": Severity.HARD,
    "kerio": Severity.SOFT,
    "courier": Severity.HARD,
    "away": None,  # an answering machine with a null sender, a date like a code, and an address
}


def test_there_is_an_expectation_for_each_bounce_as_written() -> None:
    assert {path.stem for path in WORDS.glob("*.eml")} == set(WRITTEN)


@pytest.mark.parametrize(("name", "severity"), WRITTEN.items())
def test_bounces_in_the_words_of_many_mail_servers_are_weighed(name: str, severity: Severity | None) -> None:
    found = _bounce((WORDS / f"{name}.eml").read_bytes())
    assert (found and found.severity) == severity


COPIES = [
    mail(branch(("", "Sorry."), ("Content-Type: message/rfc822", "Message-ID: <a1@x.org>\n\nx")),
         "multipart/report; boundary=b-1"),
    mail(branch(("Content-Type: text/rfc822-headers", "From: x\nMessage-ID:\n <a1@x.org>")),
         "multipart/report; boundary=b-1"),
    mail(branch(("Content-Type: message/global-headers\nContent-Transfer-Encoding: base64",
                 "TWVzc2FnZS1JRDogPGExQHgub3JnPg==")),
         "multipart/report; boundary=b-1"),
    mail("Sorry.\n\n--- Below is a copy\n\nFrom: x\nMessage-Id: <a1@x.org>\n\nPLAY QS"),
    mail("Sorry.\n> From: x\n> message-id: <a1@x.org>\n"),
]  # fmt: skip


@pytest.mark.parametrize("raw", COPIES)
def test_the_mail_that_a_report_returns_is_named_by_its_id(raw: bytes) -> None:
    assert returned_ids(RawMessage(raw, "smtp")) == ("a1@x.org",)


def test_a_report_of_a_great_many_mails_names_a_few() -> None:
    many = mail("".join(f"Message-ID: <a{number}@x.org>\n" for number in range(10_000)))
    assert returned_ids(RawMessage(many, "smtp")) == tuple(f"a{number}@x.org" for number in range(5))


@pytest.mark.parametrize("name", ["exim", "exchange", "postfix-without-report", "yahoo"])
def test_without_a_code_it_takes_the_library_and_a_word_to_make_a_hard_bounce(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    raw = (WORDS / f"{name}.eml").read_bytes()
    found = _bounce(re.sub(rb"(?i)unrouteable|not recognized|unknown|doesn't have", b"...", raw))
    assert found is not None
    assert found.severity is Severity.SOFT
    monkeypatch.setattr(flufl.bounce, "all_failures", lambda _mail: (set(), set()))
    found = _bounce(raw)
    assert found is None or found.severity is Severity.SOFT


def test_a_failure_that_the_library_calls_temporary_is_a_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flufl.bounce, "all_failures", lambda _mail: ({b"east@example.com"}, {b"east@example.com"}))
    found = _bounce((WORDS / "qmail.eml").read_bytes())
    assert found is not None
    assert found.severity is Severity.DELAY


def test_a_from_of_raw_bytes_on_which_the_library_stumbles_is_read() -> None:
    raw = (WORDS / "raw-8bit-from.eml").read_bytes()
    with pytest.raises(AttributeError):
        flufl.bounce.all_failures(email.message_from_bytes(raw))
    assert _bounce(raw) == Bounce(Severity.HARD, "", '<east@example.com>: unknown user: "east"')


@pytest.mark.parametrize("fault", [AttributeError, UnicodeError, RecursionError])
def test_whatever_the_library_stumbles_over_the_rest_is_read(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def stumbles(_mail: object) -> None:
        raise fault

    monkeypatch.setattr(flufl.bounce, "all_failures", stumbles)
    expected = WRITTEN | {"exim": Severity.SOFT, "yahoo": Severity.SOFT, "exim-warning": None, "qmail-gives-up": None,
                          "exchange": None, "postfix-without-report": None, "raw-8bit-from": None}  # fmt: skip
    for name, severity in expected.items():
        found = _bounce((WORDS / f"{name}.eml").read_bytes())
        assert (name, found and found.severity) == (name, severity)


def test_the_library_is_loaded_by_a_bounce_in_words_and_not_before() -> None:
    ask = """
import sys
import pbem.server.bootstrap
from pbem.mail.message import bounce_report
print("flufl.bounce" in sys.modules)
bounce_report._recognized("mailer-daemon@example.com", "", "no such user")
print("flufl.bounce" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
