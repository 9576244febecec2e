"""LMTP on raw sockets, since the standard library's client does not count the answers."""

from __future__ import annotations

import socket
from pathlib import Path

from pbem.mail.inbound.smtp_listener import SessionLimits
from tests.mail.inbound.conftest import Shelf, mail
from tests.mail.inbound.serving import Client, serving
from tests.servers.machine import short_folder

LHLO = "LHLO mta.example"
THREE = ("hearts+a@example.org", "hearts+b@example.org", "hearts+b@example.org")


def test_each_recipient_gets_an_answer(shelf: Shelf) -> None:
    with serving("lmtp", shelf) as server, server.client(LHLO) as client:
        for number in (1, 2):
            client.envelope("north@example.org", *THREE)
            replies = [client.data(mail(number) + b".\r\n"), client.reply(), client.reply()]
            assert [reply[:9] for reply in replies] == ["250 2.0.0"] * 3
        assert client.say("NOOP").startswith("250")
        assert [raw_message.source for raw_message in shelf.kept] == ["lmtp", "lmtp"]
        assert shelf.kept[0].recipients == THREE[:2]


def test_each_recipient_is_told_of_a_failure(shelf: Shelf) -> None:
    shelf.down = True
    with serving("lmtp", shelf) as server, server.client(LHLO) as client:
        client.envelope("north@example.org", *THREE)
        replies = [client.data(mail(1) + b".\r\n"), client.reply(), client.reply()]
        assert [reply[:9] for reply in replies] == ["451 4.3.0"] * 3
        assert client.say("NOOP").startswith("250")


def test_each_recipient_is_told_that_a_mail_is_too_big(shelf: Shelf) -> None:
    with serving("lmtp", shelf, SessionLimits(message_bytes=1_000)) as server, server.client(LHLO) as client:
        client.envelope("north@example.org", *THREE)
        replies = [client.data(mail(1, size=5_000) + b"\r\n.\r\n"), client.reply(), client.reply()]
        assert [reply[:3] for reply in replies] == ["552"] * 3
        assert client.say("NOOP").startswith("250")


def test_only_the_recipients_that_were_taken_get_an_answer(shelf: Shelf) -> None:
    with serving("lmtp", shelf, accept=lambda a: "+a" in a) as server, server.client(LHLO) as client:
        assert [reply[:3] for reply in client.envelope("", *THREE)] == ["250", "250", "550", "550"]
        assert client.data(mail(1) + b".\r\n").startswith("250")
        assert client.say("NOOP").startswith("250 OK")


def test_with_no_recipient_left_there_is_no_data(shelf: Shelf) -> None:
    with serving("lmtp", shelf, accept=lambda _: False) as server, server.client(LHLO) as client:
        client.envelope("", *THREE)
        assert client.say("DATA").startswith("503")


def test_smtp_greetings_are_refused(shelf: Shelf) -> None:
    with serving("lmtp", shelf) as server, server.client() as client:
        client.reply()
        assert client.say("EHLO mta.example").startswith("500")
        assert client.say("HELO mta.example").startswith("500")


def test_a_unix_socket_does_as_well(shelf: Shelf) -> None:
    with short_folder("lmtp") as folder:
        path = Path(folder, "lmtp.sock")
        with serving("lmtp", shelf, host=f"unix:{path}"):
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(20)
            line.connect(str(path))
            with Client(line, LHLO) as client:
                client.envelope("north@example.org", THREE[0])
                assert client.data(mail(1) + b".\r\n").startswith("250")
        assert shelf.raws == [mail(1)]
