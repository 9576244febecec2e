"""TLS on the listeners: those who break it off, stay silent or are sent away in it harm nobody."""

from __future__ import annotations

import logging
import socket
import ssl
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pbem.mail.inbound.smtp_listener import SessionLimits
from tests.mail.inbound.conftest import HeldShelf, Shelf, mail
from tests.mail.inbound.encrypting import begin, encryption, nobody_inside, trust
from tests.mail.inbound.serving import EHLO, Client, serving
from tests.servers.machine import wait_until


def hello(cert: Path) -> bytes:
    """The first bytes of a client that begins TLS."""
    out = ssl.MemoryBIO()
    with pytest.raises(ssl.SSLWantReadError):
        trust(cert).wrap_bio(ssl.MemoryBIO(), out, server_hostname="127.0.0.1").do_handshake()
    return out.read()


def hang_up(client: Client, cert: Path) -> None:
    pass


def reset(client: Client, cert: Path) -> None:
    client.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def garbage(client: Client, cert: Path) -> None:
    client.send(b"EHLO client.example\r\n" * 100)
    assert b"250" not in client.rest()


def a_browser(client: Client, cert: Path) -> None:
    client.send(b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n")
    assert b"HTTP" not in client.rest()


def half_a_hello(client: Client, cert: Path) -> None:
    client.send(hello(cert)[:50])


def a_hello_and_no_more(client: Client, cert: Path) -> None:
    client.send(hello(cert))
    client.line.recv(1)


def half_closed(client: Client, cert: Path) -> None:
    client.send(hello(cert))
    client.line.shutdown(socket.SHUT_WR)
    client.rest()


def silence(client: Client, cert: Path) -> None:
    client.rest()


def distrust(client: Client, cert: Path) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(client.line, server_hostname="127.0.0.1")


BROKEN = [hang_up, reset, garbage, a_browser, half_a_hello, a_hello_and_no_more, half_closed, silence, distrust]


def broken_off(log: pytest.LogCaptureFixture, times: int) -> bool:
    return log.text.count("no TLS with 127.0.0.1") == times


@pytest.mark.parametrize("implicit", [False, True], ids=["starttls", "implicit"])
@pytest.mark.parametrize("how", BROKEN, ids=[how.__name__ for how in BROKEN])
def test_who_breaks_off_the_beginning_of_tls_harms_nobody(
    shelf: Shelf, cert: Path, caplog: pytest.LogCaptureFixture, how: Callable[[Client, Path], None], implicit: bool
) -> None:
    caplog.set_level(logging.INFO, "pbem")
    limits = SessionLimits(connections=1, handshake_seconds=1)
    with serving("smtp", shelf, limits, **encryption(cert, implicit=implicit)) as server:
        for number in range(2):  # more than the listener holds: each must have given its place back
            with server.client() if implicit else begin(server.client(EHLO)) as client:
                how(client, cert)
            wait_until(partial(broken_off, caplog, number + 1), "the server to have heard of it")
        with server.client() if implicit else begin(server.client(EHLO)) as client, client.encrypted(cert) as inside:
            if implicit:
                inside.reply()
            inside.say(EHLO)
            inside.envelope("a@b.example", "hearts@example.org")
            assert inside.data(mail(1) + b".\r\n").startswith("250")
    assert shelf.raws == [mail(1)]
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


def test_who_goes_in_the_middle_of_an_encrypted_letter_has_sent_nothing(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, **encryption(cert)) as server:
        for polite in (True, False):
            with server.client(EHLO) as client, begin(client).encrypted(cert) as inside:
                inside.say(EHLO)
                inside.envelope("a@b.example", "hearts@example.org")
                inside.say("DATA")
                inside.send(mail(1))
                if polite:
                    assert isinstance(inside.line, ssl.SSLSocket)
                    inside.line.unwrap()
            wait_until(lambda: nobody_inside(server), "its place to be free")
    assert shelf.raws == []


def test_who_shakes_hands_for_ever_is_counted_like_any_other(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, SessionLimits(connections=2), **encryption(cert, implicit=True)) as server:
        slow = [server.client(), server.client()]
        with server.client() as third:
            assert third.silence()
        for client in slow:
            client.__exit__()
        wait_until(lambda: nobody_inside(server), "their places to be free")
        with server.client() as fourth, fourth.encrypted(cert) as inside:
            assert inside.reply().startswith("220")


def test_closing_does_not_wait_for_those_who_shake_hands(shelf: Shelf, cert: Path) -> None:
    with serving("smtp", shelf, **encryption(cert)) as server, begin(server.client(EHLO)) as client:
        client.send(hello(cert)[:50])
        server.close()
        assert client.rest() == b""
        wait_until(lambda: nobody_inside(server), "its place to be free", 5)


def test_who_is_too_slow_is_told_so_in_tls_and_cut_if_it_does_not_go(shelf: Shelf, cert: Path) -> None:
    with (
        serving("smtp", shelf, SessionLimits(seconds=0.5, farewell_seconds=0.5), **encryption(cert)) as server,
        server.client(EHLO) as client,
        begin(client).encrypted(cert) as inside,
    ):
        assert inside.reply().startswith("421 4.4.2")
        wait_until(lambda: nobody_inside(server), "its place to be free", 20)


def test_closing_finishes_the_encrypted_mail_in_hand(cert: Path) -> None:
    shelf = HeldShelf()
    with (
        serving("smtp", shelf, **encryption(cert)) as server,
        server.client(EHLO) as client,
        begin(client).encrypted(cert) as inside,
    ):
        inside.say(EHLO)
        inside.envelope("a@b.example", "hearts@example.org")
        inside.say("DATA")
        inside.send(mail(1) + b".\r\n")
        assert shelf.asked.wait(20)
        server.close()
        shelf.go_on.set()
        assert inside.reply().startswith("250")
        assert inside.reply().startswith("421 4.3.2")
        assert inside.silence()
    assert shelf.raws == [mail(1)]
