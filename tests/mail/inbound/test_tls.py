"""TLS on the listeners: where it is offered, what it covers, and that nothing said before it counts in it."""

from __future__ import annotations

import contextlib
import smtplib
from pathlib import Path

import pytest

from pbem.mail.inbound.smtp_listener import MailProtocol
from tests.mail.inbound.conftest import Shelf, mail
from tests.mail.inbound.encrypting import begin, encrypted, encryption, nobody_inside, trust
from tests.mail.inbound.serving import EHLO, serving
from tests.servers.machine import wait_until
from tests.servers.postfix import Postfix

LETTER = b"MAIL FROM:<a@b.example>\r\nRCPT TO:<hearts@example.org>\r\nDATA\r\n" + mail(66) + b".\r\n"


def test_starttls_is_offered_where_there_is_a_certificate_and_once(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf) as server, server.client() as client:
        client.reply()
        assert "STARTTLS" not in client.say(EHLO)
        assert client.say("STARTTLS").startswith("454 4.7.0")
    with serving("smtp", shelf, **encryption(cert)) as server, server.client() as client:
        client.reply()
        assert "250-STARTTLS" in client.say(EHLO).splitlines()
        assert "STARTTLS" in client.say("HELP")
        assert client.say("STARTTLS now").startswith("501")
        with begin(client).encrypted(cert) as inside:
            assert "STARTTLS" not in inside.say(EHLO)
            assert inside.say("STARTTLS").startswith("503 5.5.1")
            assert "STARTTLS" not in inside.say("HELP")
            assert inside.envelope("a@b.example", "hearts@example.org")[-1].startswith("250")


def test_letters_come_over_starttls(shelf: Shelf, cert: Path) -> None:
    long = "a line\r\n" * 100_000
    with serving("smtp", shelf, **encryption(cert)) as server:
        with smtplib.SMTP("127.0.0.1", server.port, "c", timeout=20) as client:
            client.starttls(context=trust(cert))
            for content in (mail(1), mail(2, long)):
                client.sendmail("a@b.example", ["hearts@example.org"], content)
            with pytest.raises(smtplib.SMTPSenderRefused):
                client.sendmail("a@b.example", ["hearts@example.org"], mail(3, long + long))
        assert shelf.raws == [mail(1), mail(2, long)]
        assert shelf.kept[0].source == "smtp"
        wait_until(lambda: nobody_inside(server), "the client's place to be free")


def test_letters_come_over_a_line_that_is_encrypted_from_the_first_byte(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, **encryption(cert, implicit=True, required=True)) as server:
        with smtplib.SMTP_SSL("127.0.0.1", server.port, "c", timeout=20, context=trust(cert)) as client:
            client.ehlo()
            assert not client.has_extn("starttls")
            client.sendmail("a@b.example", ["hearts@example.org"], mail(1))
        assert shelf.raws == [mail(1)]
        wait_until(lambda: nobody_inside(server), "the client's place to be free")


def test_letters_may_still_come_in_the_clear_unless_that_is_forbidden(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, **encryption(cert)) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(mail(1) + b".\r\n").startswith("250")


@pytest.mark.parametrize("greeting", [EHLO, "HELO client.example", "LHLO client.example"])
def test_with_tls_required_nothing_is_taken_in_the_clear(shelf: Shelf, cert: Path, greeting: str) -> None:
    kind: MailProtocol = "lmtp" if greeting.startswith("LHLO") else "smtp"
    with serving(kind, shelf, **encryption(cert, required=True)) as server, server.client(greeting) as client:
        assert client.say("MAIL FROM:<a@b.example>").startswith("530 5.7.0")
        assert client.say("RCPT TO:<hearts@example.org>").startswith("503")
        assert client.say("DATA").startswith("503")
        assert client.say("NOOP").startswith("250")
        with begin(client).encrypted(cert) as inside:
            inside.say(greeting)
            inside.envelope("a@b.example", "hearts@example.org")
            assert inside.data(mail(1) + b".\r\n").startswith("250")
    assert shelf.raws == [mail(1)]


def test_login_is_not_offered_in_tls_either(shelf: Shelf, cert: Path) -> None:
    with encrypted(shelf, cert) as inside:
        assert "AUTH" not in inside.say(EHLO)
        assert inside.say("AUTH PLAIN AGEAYQ==")[0] == "5"


def test_postfix_hands_over_by_lmtp_in_tls(postfix: Postfix, shelf: Shelf, cert: Path) -> None:
    with serving("lmtp", shelf, port=postfix.lmtp, **encryption(cert, required=True)):
        with smtplib.SMTP("127.0.0.1", postfix.port, "client.example", timeout=30) as client:
            client.sendmail("a@b.example", ["hearts+a@hearts.test", "hearts+b@hearts.test"], mail(1))
        shelf.wait_for(1)
        wait_until(lambda: postfix.queue() == [], "Postfix to have nothing left")
    assert shelf.kept[0].recipients == ("hearts+a@hearts.test", "hearts+b@hearts.test")


# -- what is forgotten -------------------------------------------------------------------------------------------


def test_what_was_said_before_tls_does_not_count_in_it(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, **encryption(cert)) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        with begin(client).encrypted(cert) as inside:
            assert inside.say("MAIL FROM:<a@b.example>").startswith("503 Error: send HELO first")
            inside.say(EHLO)
            assert inside.say("RCPT TO:<hearts@example.org>").startswith("503")
            assert inside.say("DATA").startswith("503")
            assert inside.envelope("a@b.example", "hearts@example.org")[-1].startswith("250")


@pytest.mark.parametrize(
    "ahead",
    [LETTER, b"EHLO injected\r\n" + LETTER, b"NOOP\r\n" * 50, b"MAIL FROM:<a@b"],
    ids=["a letter", "a letter with its greeting", "many commands", "half a line"],
)
def test_what_is_sent_ahead_of_tls_in_one_write_is_never_carried_out(shelf: Shelf, cert: Path, ahead: bytes) -> None:
    with encrypted(shelf, cert, ahead) as inside:
        assert inside.say("VRFY a").startswith("252")  # and not the answer to something else
        assert inside.say("RCPT TO:<hearts@example.org>").startswith("503")
        inside.say(EHLO)
        inside.envelope("a@b.example", "hearts@example.org")
        assert inside.data(mail(1) + b".\r\n").startswith("250")
    assert shelf.raws == [mail(1)]


def test_more_than_a_buffer_sent_ahead_of_tls_ends_the_session_and_is_not_carried_out_either(
    shelf: Shelf, cert: Path
) -> None:
    with serving("smtp", shelf, **encryption(cert)) as server:
        with server.client(EHLO) as client:
            with contextlib.suppress(OSError):  # it may be cut before all of it is written
                client.send(b"STARTTLS\r\n" + b"EHLO injected\r\n" + LETTER * 10_000)
            said = client.rest()
            assert b"\r\n250" not in said
        wait_until(lambda: nobody_inside(server), "its place to be free")
    assert shelf.raws == []
