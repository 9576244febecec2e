"""A bounce tells what failed and for how long; whom it concerns only our own tag can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.letters.arrival import Arrival
from pbem.letters.bounce import Bounce, Severity, bounce
from pbem.letters.read import read
from tests.letters.builder import OWN, branch, mail

CORPUS = Path(__file__).parent / "corpus"


def _bounce(raw: bytes) -> Bounce | None:
    arrival = Arrival(raw, "smtp", "", ("bounce+t7.e.b2h7mc5y@example.net",))
    return bounce(read(arrival, OWN), arrival)


def _report(*fields: str, kind: str = "message/delivery-status") -> bytes:
    body = "Reporting-MTA: dns; mx.example.com\n\n" + "\n".join(fields) + "\n"
    return mail(
        branch(("Content-Type: text/plain", "Sorry."), (f"Content-Type: {kind}", body)),
        "multipart/report; report-type=delivery-status; boundary=b-1",
        head="From: MAILER-DAEMON@mx.example.com\nTo: bounce+t7.e.b2h7mc5y@example.net\n",
    )


def _words(text: str, *more: str, subject: str = "Delivery failure") -> bytes:
    return mail(text, "text/plain", *more, head=f"From: Mailer-Daemon@mx.example.com\nSubject: {subject}\n")


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
    assert found is None or found.failed == ("east@example.com",)


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
    assert (found.severity, found.failed) == (Severity.HARD, ("b@example.com",))


def test_an_international_report_is_read_too() -> None:
    found = _bounce(_report("Final-Recipient: utf-8; nørd@example.org", "Action: failed", "Status: 5.1.1",
                            kind="message/global-delivery-status"))  # fmt: skip
    assert found is not None
    assert found.failed == ("nørd@example.org",)


def test_a_bounce_says_which_mail_came_back_and_where_the_report_came_to() -> None:
    arrival = Arrival((CORPUS / "095-dsn-failed.eml").read_bytes(), "maildir")
    found = bounce(read(arrival, OWN), arrival)
    assert found is not None
    assert found.message_id == "t7.12.e.b2h7mc5y@example.net"
    assert found.reason == "smtp; 550 5.1.1 no such user"
    assert [OWN.tag(address) for address in found.reached] == ["t7.e.b2h7mc5y"]


def test_a_forged_report_reached_no_tag_of_ours() -> None:
    arrival = Arrival((CORPUS / "098-forged-dsn-for-other-seat.eml").read_bytes(), "maildir")
    found = bounce(read(arrival, OWN), arrival)
    assert found is not None
    assert [OWN.tag(address) for address in found.reached] == [None]


def test_a_persons_letter_is_no_bounce() -> None:
    arrival = Arrival(mail("PLAY QS\nthe other mail said 550 5.1.1"), "smtp", "north@example.org")
    assert bounce(read(arrival, OWN), arrival) is None
