"""Bounces: what comes back to a mail's own envelope address pauses it, and a forged one does nothing."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.db.queries import people
from pbem.db.records import Records
from pbem.hearts.entries import Passed
from pbem.mail.outbound.transport import Fate, Receipt
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import SERVER, Bench

WORDS = Path(__file__).parents[1] / "mail" / "message" / "bounces"


def report(to: str, status: str = "5.1.1", action: str = "failed", number: int = 1, recipient: str = EAST) -> bytes:
    """A delivery report as mail servers write it."""
    return (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.com (Mail Delivery System)\nTo: {to}\n"
        f"Subject: Undelivered Mail Returned to Sender\nMessage-ID: <dsn{number}@mx.example.com>\n"
        "Auto-Submitted: auto-replied\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="d"\n\n'
        "--d\nContent-Type: text/plain\n\nIt could not be delivered.\n\n"
        "--d\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\n"
        f"Final-Recipient: rfc822; {recipient}\nAction: {action}\nStatus: {status}\n"
        f"Diagnostic-Code: smtp; 550 {status} sorry\n\n--d--\n"
    ).encode()


def in_words(name: str, to: str, number: int = 1) -> bytes:
    """A bounce as some mail server writes it, to this envelope address."""
    raw = (WORDS / f"{name}.eml").read_bytes().replace(b"bounce+t7.e.b2h7mc5y@example.net", to.encode())
    raw = re.sub(rb"(?im)^message-id: <.*\n", b"", raw)
    return raw.replace(b"Date: ", f"Message-ID: <{number}.{name}@mx.example.com>\nDate: ".encode(), 1)


def comes_back(bench: Bench, times: int, status: str = "5.1.1", action: str = "failed", to: str = "") -> None:
    envelope = to or bench.mail(EAST).envelope
    for _ in range(times):
        number = len(setting.outcomes(bench))
        bench.takes(report(envelope, status, action, number), (envelope,), "")


def paused(bench: Bench, address: str = EAST) -> bool:
    with bench.worker.database.read() as session:
        found = Records(session).player(people.owner(session, address))
        assert found is not None
        return bool(found.paused)


def test_three_hard_bounces_pause_the_mails_and_the_host_is_told(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    comes_back(bench, 2)
    assert not paused(bench)
    comes_back(bench, 1)
    assert paused(bench)
    assert "cannot be reached" in " ".join(bench.mail(NORTH).text.split())
    assert "East" in bench.mail(NORTH).text
    assert setting.outcomes(bench)[-1] == "ignored: bounce, hard"


def test_the_stand_in_plays_on_and_no_mail_goes_there(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    comes_back(bench, 3)
    count = len(bench.mails(EAST))
    bench.passes(timedelta(days=3))
    assert len(bench.mails(EAST)) == count
    assert [e.stand_in for e in setting.entries(bench, 1) if isinstance(e, Passed) and e.seat == 1] == [True]


def test_the_persons_next_letter_ends_the_pause_and_gets_the_state_now(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    asked = bench.mail(EAST)
    comes_back(bench, 3)
    bench.writes(EAST, "SCORE", answering=asked)
    assert not paused(bench)
    assert bench.mail(EAST).to_pass == 3
    comes_back(bench, 2)
    assert not paused(bench)  # it counts from the beginning again


def test_a_forged_report_does_nothing(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    sent = len(bench.post.sent)
    reply = bench.mail(EAST).reply_to
    forged = bench.mail(EAST).envelope.replace("+b", "+b1")
    for to in (SERVER, reply, forged, "bounce@example.net"):
        comes_back(bench, 4, to=to)
    assert not paused(bench)
    assert len(bench.post.sent) == sent


@pytest.mark.parametrize("name", ["qmail", "exim", "postfix-without-report", "exchange", "yahoo", "raw-8bit-from"])
def test_bounces_in_words_pause_the_mails_too_and_forged_ones_do_nothing(bench: Bench, name: str) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    envelope = bench.mail(EAST).envelope
    for to, worker in ((envelope.replace("+b", "+b1"), False), (envelope, True)):
        for number in range(3):
            bench.takes(in_words(name, to, number + 10 * worker), (to,), "")
        assert paused(bench) == worker


def test_the_away_note_of_an_answering_machine_is_no_bounce(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    envelope = bench.mail(EAST).envelope
    for number in range(4):
        bench.takes(in_words("away", envelope, number), (envelope,), "")
    assert setting.outcomes(bench)[-1] == "ignored: mail to a bounce address"
    assert not paused(bench)


def test_a_report_counts_for_whose_mail_it_was_whatever_it_says(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    envelope = bench.mail(EAST).envelope
    for number in range(3):
        bench.takes(report(envelope, number=number, recipient=SOUTH), (envelope,), "")
    assert paused(bench, EAST)
    assert not paused(bench, SOUTH)


def test_soft_bounces_pause_only_when_many_come_in_a_short_time(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    for _ in range(20):
        comes_back(bench, 1, "4.2.2")
        bench.now += timedelta(days=4)
    assert not paused(bench)
    bench.now += timedelta(days=40)
    comes_back(bench, 12, "5.2.2")
    assert paused(bench)


def test_hard_bounces_are_forgiven_after_a_month(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    for _ in range(6):
        comes_back(bench, 1)
        bench.now += timedelta(days=31)
    assert not paused(bench)


def test_a_delay_is_no_bounce(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    comes_back(bench, 9, "4.4.1", "delayed")
    assert not paused(bench)


def test_what_a_person_writes_to_an_envelope_address_is_not_acted_on(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    log = setting.entries(bench, 1)
    bench.writes(EAST, " ".join(bench.mail(EAST).hand[:3]), to=bench.mail(EAST).envelope)
    assert setting.entries(bench, 1) == log


def returned(bench: Bench, message_id: str, number: int, status: str = "5.1.1", action: str = "failed") -> None:
    """A report to our plain address, as of a relay that rewrote the envelope sender; it returns the header."""
    copy = f"--d\nContent-Type: text/rfc822-headers\n\nFrom: {SERVER}\nMessage-ID: {message_id}\n\n--d--\n"
    raw = report(SERVER, status, action, number + 1000).replace(b"--d--\n", copy.encode())
    bench.takes(raw, (SERVER,), "")


def talks(bench: Bench, times: int) -> list[str]:
    """So many mails more to east; their Message-IDs."""
    bench.writes(EAST, "SET CHAT now", answering=bench.mail(EAST))
    for n in range(times):
        bench.writes(NORTH, f"SAY hello number {n}", answering=bench.mail(NORTH))
    return [str(mail.message["Message-ID"]) for mail in bench.mails(EAST)[-times:]]


def test_reports_that_come_to_our_plain_address_are_known_by_the_mail_that_they_return(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    for number, message_id in enumerate(talks(bench, 3)):
        assert not paused(bench)
        returned(bench, message_id, number)
    assert paused(bench)
    assert setting.outcomes(bench)[-1] == "ignored: bounce, hard"


def test_one_mail_that_is_returned_again_and_again_counts_once(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    message_id = str(bench.mail(EAST).message["Message-ID"])
    for number in range(9):
        returned(bench, message_id, number)
    assert not paused(bench)
    for number, delayed in enumerate(talks(bench, 3)):
        returned(bench, delayed, number + 10, "4.4.1", "delayed")
    assert not paused(bench)


def test_a_report_that_returns_a_mail_which_we_never_sent_does_nothing(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    sent = len(bench.post.sent)
    token = bench.mail(EAST).reply_to.partition("+")[2].partition("@")[0]
    for number, name in enumerate((f"{token}.aaaaaaaaaaaa", token, "game1.deal1", "x", f"{token[:-1]}a.aaaaaaaaaaaa")):
        returned(bench, f"<{name}@example.net>", number)
    assert not paused(bench)
    assert len(bench.post.sent) == sent


def test_an_invitation_returned_to_our_plain_address_frees_the_seat(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    count = len(bench.mails(NORTH))
    returned(bench, str(bench.mail(EAST).message["Message-ID"]), 1)
    assert len(bench.mails(NORTH)) > count


def test_an_answer_that_went_to_the_envelope_address_is_known_by_the_mail_that_it_answers(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    turn = bench.mail(EAST)
    bench.writes(EAST, " ".join(turn.hand[:3]), to=turn.envelope, headers={"In-Reply-To": turn.message["Message-ID"]})
    assert [e.seat for e in setting.entries(bench, 1) if isinstance(e, Passed)] == [1]


def test_another_persons_answer_to_the_envelope_address_moves_nothing_and_asks_nobody(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    turn, sent = bench.mail(EAST), len(bench.post.sent)
    headers = {"In-Reply-To": str(turn.message["Message-ID"])}
    bench.writes("friend@elsewhere.example", " ".join(turn.hand[:3]), to=turn.envelope, headers=headers)
    bench.writes(EAST, "I am away until the 20th", to=turn.envelope, headers=headers)
    assert not any(isinstance(e, Passed) for e in setting.entries(bench, 1))
    assert len(bench.post.sent) == sent
    assert setting.outcomes(bench)[-2:] == ["ignored: mail to a bounce address"] * 2


def test_an_address_that_refuses_our_mail_for_good_counts_like_a_bounce(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    bench.writes(EAST, "SET CHAT now", answering=bench.mail(EAST))
    bench.post.refusing[EAST] = Receipt(Fate.NEVER, 550, "5.1.1 no such user")
    for n in range(3):
        assert not paused(bench)
        bench.writes(NORTH, f"SAY hello number {n}", answering=bench.mail(NORTH))
    assert paused(bench)
    assert "cannot be reached" in " ".join(bench.mail(NORTH).text.split())


def test_every_mail_has_an_envelope_sender_of_its_own(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    readers: dict[str, set[str]] = {}
    for mail in bench.post.sent:
        assert mail.envelope.startswith(("hearts+b", "hearts+r"))
        readers.setdefault(mail.envelope, set()).add(mail.to)
    known = [who for envelope, who in readers.items() if not envelope.startswith("hearts+b0x")]
    assert all(len(who) == 1 for who in known)
