"""SMTP on real sockets, one session: what is kept, what is answered, and what nobody may do to us."""

from __future__ import annotations

import smtplib
import socket
from time import sleep

import pytest

from pbem.mail.inbound.smtp_listener import SessionLimits
from pbem.mail.message.raw_message import RawMessage
from tests.mail.inbound.conftest import Shelf, mail
from tests.mail.inbound.serving import EHLO, Client, send_all, serving


def dribble(client: Client) -> None:
    for _ in range(2_000):
        client.send(b"y\r\n")
        sleep(0.01)


def test_a_mail_is_kept_with_its_envelope_before_it_is_answered(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("north@example.org", "hearts+a1@example.org", "hearts@example.org", "hearts@example.org")
        reply = client.data(mail(1) + b".\r\n")
        assert reply.startswith("250 2.0.0")
        recipients = ("hearts+a1@example.org", "hearts@example.org")
        assert shelf.kept == [RawMessage(mail(1), "smtp", "north@example.org", recipients)]


def test_an_old_client_that_only_says_helo_is_served(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client("HELO client.example") as client:
        client.envelope("north@example.org", "hearts@example.org")
        assert client.data(mail(1) + b".\r\n").startswith("250")
    assert shelf.raws == [mail(1)]


def test_the_null_sender_is_known_as_such(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("", "hearts@example.org")
        client.data(mail(1) + b".\r\n")
        assert shelf.kept[0].sender == ""


def test_any_failure_of_ours_is_for_now_only_and_shows_no_cause(shelf: Shelf) -> None:
    shelf.down = True
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("north@example.org", "hearts@example.org")
        reply = client.data(mail(1) + b".\r\n")
        assert reply.startswith("451 4.3.0")
        assert "OSError" not in reply
        assert "space" not in reply
        shelf.down = False
        client.envelope("north@example.org", "hearts@example.org")
        assert client.data(mail(1) + b".\r\n").startswith("250")
        assert shelf.raws == [mail(1)]


def test_a_fault_while_a_recipient_is_looked_up_is_for_now_only(shelf: Shelf) -> None:
    def accept(address: str) -> bool:
        raise KeyError(address)

    with serving("smtp", shelf, accept=accept) as server, server.client(EHLO) as client:
        assert client.envelope("a@b.example", "hearts@example.org")[-1].startswith("451 4.3.0")
        assert client.say("NOOP").startswith("250")


def test_strangers_addresses_are_refused_in_the_session(shelf: Shelf) -> None:
    with (
        serving("smtp", shelf, accept=lambda address: address.startswith("hearts")) as server,
        server.client(EHLO) as client,
    ):
        replies = client.envelope("a@b.example", "hearts@example.org", "nobody@example.org")
        assert [reply[:9] for reply in replies[1:]] == ["250 2.1.5", "550 5.1.1"]
        client.data(mail(1) + b".\r\n")
        assert shelf.kept[0].recipients == ("hearts@example.org",)


def test_a_mail_too_big_is_refused_after_it_was_heard_out(shelf: Shelf) -> None:
    with serving("smtp", shelf, SessionLimits(message_bytes=10_000)) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(mail(1, size=9_000) + b"\r\n.\r\n").startswith("250")
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(mail(2, size=10_000) + b"\r\n.\r\n").startswith("552 5.3.4")
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(mail(3, size=300_000) + b"\r\n.\r\n").startswith("552 5.3.4")
        assert client.say("MAIL FROM:<a@b.example> SIZE=10001").startswith("552")
        assert client.say("NOOP").startswith("250")
        assert len(shelf.kept) == 1


def test_a_line_of_64_kilobytes_is_taken_and_a_longer_one_refused(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(b"Subject: long\r\n\r\n" + b"y" * 65_536 + b"\r\n.\r\n").startswith("250")
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(b"Subject: longer\r\n\r\n" + b"y" * 65_537 + b"\r\n.\r\n").startswith("500 5.6.0")
        assert [len(raw) for raw in shelf.raws] == [17 + 65_536 + 2]


def test_addresses_in_any_script_are_taken(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client() as client:
        client.reply()
        assert "SMTPUTF8" in client.say(EHLO)
        assert client.say("MAIL FROM:<nørd@bücher.example.org> SMTPUTF8 BODY=8BITMIME").startswith("250")
        assert client.say("RCPT TO:<心@example.org>").startswith("250")
        assert client.data("Subject: Grüße\r\n\r\n♠\r\n.\r\n".encode()).startswith("250")
        assert shelf.kept[0].sender == "nørd@bücher.example.org"
        assert shelf.kept[0].recipients == ("心@example.org",)
        assert shelf.raws == ["Subject: Grüße\r\n\r\n♠\r\n".encode()]


@pytest.mark.parametrize(
    "path",
    [
        "<\udcff@example.org>", "<a\x00b@example.org>", "<a\x1b@example.org>", "<", "<a@", "<>>", "a@@b",
        "<@>", '<"@example.org>', "<(((@>", "<" + "a" * 900 + "@", "<a@[>",
    ],
)  # fmt: skip
def test_a_broken_address_is_refused_for_good_and_the_session_goes_on(shelf: Shelf, path: str) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        reply = client.say(f"MAIL FROM:{path}")
        assert reply[0] == "5"
        assert "Error: (" not in reply
        assert client.envelope("a@b.example", "hearts@example.org")[-1].startswith("250")


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("<@relay.example,@other.example:a@b.example>", "a@b.example"),
        ('<"quoted local"@b.example>', '"quoted local"@b.example'),
        (r'<"a\"b>c"@[127.0.0.1]>', r'"a\"b>c"@[127.0.0.1]'),
        ("a@b.example", "a@b.example"),
        ("a@b.example SIZE=10", "a@b.example"),
        ("<postmaster>", "postmaster"),
        (" <a@b.example>", "a@b.example"),
        ("<a+b=c.d@b.example> BODY=8BITMIME SIZE=10", "a+b=c.d@b.example"),
    ],
)
def test_unusual_forms_of_an_address_are_read(shelf: Shelf, path: str, address: str) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        assert client.say(f"MAIL FROM:{path}").startswith("250")
        assert client.say("RCPT TO:<hearts@example.org>").startswith("250")
        client.data(mail(1) + b".\r\n")
        assert shelf.kept[0].sender == address


def test_the_null_address_is_no_recipient(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        assert [reply[:3] for reply in client.envelope("", "")] == ["250", "550"]


def test_of_3000_recipients_a_hundred_are_taken(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.say("MAIL FROM:<a@b.example>")
        client.send(b"".join(b"RCPT TO:<p%d@example.org>\r\n" % number for number in range(3_000)))
        replies = [client.reply()[:3] for _ in range(3_000)]
        assert replies.count("250") == 100
        assert replies.count("452") == 2_900
        client.data(mail(1) + b".\r\n")
        assert len(shelf.kept[0].recipients) == 100


@pytest.mark.parametrize(
    "trick",
    [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r", b"\r\n.\r", b"\r.\r\n", b"\r\n\x00.\r\n", b"\n.\r", b"\r\n..\r\n"],
)
def test_nothing_but_a_dot_on_its_own_line_ends_a_mail(shelf: Shelf, trick: bytes) -> None:
    smuggled = b"Subject: outer\r\n\r\ntext" + trick + b"MAIL FROM:<forged@example.org>\r\nRCPT TO:<x@y>\r\nDATA\r\n"
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(smuggled + b"inner\r\n.\r\n").startswith("250")
        assert client.say("NOOP").startswith("250")
        assert len(shelf.kept) == 1
        assert b"forged@example.org" in shelf.raws[0]


def test_dots_at_line_starts_come_through(shelf: Shelf) -> None:
    text = b".\r\n..\r\n.a\r\n\r\n.\r\n"
    with serving("smtp", shelf) as server, smtplib.SMTP("127.0.0.1", server.port, "c", timeout=20) as client:
        client.sendmail("a@b.example", ["hearts@example.org"], text)
        assert shelf.raws == [text]


@pytest.mark.parametrize("text", [b"", b"\r\n", b"\r\n\r\n"])
def test_a_mail_of_next_to_nothing_is_taken(shelf: Shelf, text: bytes) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.envelope("a@b.example", "hearts@example.org")
        assert client.data(text + b".\r\n").startswith("250")
        assert client.say("NOOP").startswith("250")
        assert shelf.raws == [text]


def test_a_mail_may_come_byte_by_byte(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.envelope("a@b.example", "hearts@example.org")
        client.say("DATA")
        for byte in mail(1) + b"..\r\n.\r\n":
            client.send(bytes([byte]))
        assert client.reply().startswith("250")
        assert shelf.raws == [mail(1) + b".\r\n"]


def test_commands_may_come_without_waiting_for_the_answers(shelf: Shelf) -> None:
    one = b"MAIL FROM:<a@b.example>\r\nRCPT TO:<hearts@example.org>\r\nDATA\r\n" + mail(1) + b".\r\n"
    with serving("smtp", shelf) as server, server.client() as client:
        client.reply()
        assert "PIPELINING" in client.say(EHLO)
        client.send(one * 5 + b"QUIT\r\n")
        assert [client.reply()[:3] for _ in range(21)] == ["250", "250", "354", "250"] * 5 + ["221"]
        assert shelf.raws == [mail(1)] * 5


def test_a_client_that_vanishes_in_the_middle_has_sent_nothing(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server:
        for goodbye in ("close", "half", "reset"):
            client = server.client(EHLO)
            client.envelope("a@b.example", "hearts@example.org")
            client.say("DATA")
            client.send(mail(1))
            if goodbye == "half":
                client.line.shutdown(socket.SHUT_WR)
                assert client.silence()
            elif goodbye == "reset":
                client.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            client.__exit__()
        send_all(server.port, mail(2))
        assert shelf.raws == [mail(2)]


def test_a_sender_too_slow_is_told_so_and_cut(shelf: Shelf) -> None:
    with serving("smtp", shelf, SessionLimits(seconds=0.3)) as server:
        with server.client(EHLO) as idle:
            assert idle.reply().startswith("421 4.4.2")
            assert idle.silence()
        with server.client(EHLO) as dribbler:
            dribbler.envelope("a@b.example", "hearts@example.org")
            dribbler.say("DATA")
            with pytest.raises(ConnectionError):  # a whole mail has to come within the time, not only each line
                dribble(dribbler)
        assert shelf.kept == []


def test_a_session_that_only_chatters_is_ended(shelf: Shelf) -> None:
    with serving("smtp", shelf) as server, server.client(EHLO) as client:
        client.send(b"NOOP\r\n" * 101)
        replies = [client.reply()[:3] for _ in range(101)]
        assert replies == ["250"] * 100 + ["421"]
        assert client.silence()
