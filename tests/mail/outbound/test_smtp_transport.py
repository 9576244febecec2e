"""Handing mails to a relay: each answer and each broken line has its fate, and no address is blamed for the route."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from aiosmtpd.smtp import AuthResult, LoginPassword

from pbem.mail.outbound.smtp_transport import Relay, SmtpTransport
from pbem.mail.outbound.transport import Fate, Receipt
from tests.mail.outbound.relay import DRIPS, HANG_UP, NOTHING, relaying
from tests.mail.outbound.relay import Relay as ToldRelay
from tests.servers.machine import certificate, free_port, need

MAIL = b"Subject: [Hearts 12] Deal 3\r\n\r\nYour turn.\r\n"


def transport_to(port: int, **more: object) -> SmtpTransport:
    usual: dict[str, object] = {"host": "127.0.0.1", "port": port, "timeout": 20, "hello": "hearts.test"}
    return SmtpTransport(Relay(**{**usual, **more}))  # type: ignore[arg-type]


def send(transport: SmtpTransport, message: bytes = MAIL, recipient: str = "north@example.org") -> Receipt:
    return transport.send("o.1@hearts.test", recipient, message)


@contextmanager
def both(*offers: str, **more: object) -> Iterator[tuple[ToldRelay, SmtpTransport]]:
    with relaying(*offers) as relay, closing(transport_to(relay.port, **more)) as transport:
        yield relay, transport


def test_a_batch_goes_over_one_connection() -> None:
    with both() as (relay, transport):
        receipts = [send(transport) for _ in range(5)]
        assert receipts == [Receipt(Fate.SENT, 250, "queued as 4711")] * 5
        assert relay.connections == 1
        assert relay.mails == [MAIL] * 5
        assert relay.heard[1:3] == [f"mail from:<o.1@hearts.test> size={len(MAIL)}", "rcpt to:<north@example.org>"]


def test_after_the_end_of_a_batch_there_may_be_another() -> None:
    with both() as (relay, transport):
        send(transport)
        transport.close()
        assert send(transport).fate is Fate.SENT
        assert relay.connections == 2
        assert "quit" in relay.heard


@pytest.mark.parametrize("step", ["rcpt", "data", "dot"])
def test_a_refusal_for_now_means_later(step: str) -> None:
    with both() as (relay, transport):
        relay.will(step, "450 4.2.1 mailbox busy")
        assert send(transport) == Receipt(Fate.LATER, 450, "4.2.1 mailbox busy", after_dot=step == "dot")
        assert send(transport).fate is Fate.SENT
        assert relay.connections == 1


@pytest.mark.parametrize("step", ["rcpt", "data", "dot"])
def test_a_refusal_for_good_means_never_and_tells_whether_the_mail_was_heard_before(step: str) -> None:
    with both() as (relay, transport):
        relay.will(step, "550 5.1.1 no such user")
        assert send(transport) == Receipt(Fate.NEVER, 550, "5.1.1 no such user", after_dot=step == "dot")
        assert send(transport).fate is Fate.SENT
        assert relay.connections == 1


@pytest.mark.parametrize("answer", ["250 ok", "200 ok", "220 hello again", "334 go on", "353 nearly", "ok", "999 what"])
def test_whatever_but_354_a_relay_says_to_data_the_mail_has_not_gone(answer: str) -> None:
    with both() as (relay, transport):
        relay.will("data", answer)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert relay.mails == []
        assert send(transport).fate is Fate.SENT
        assert relay.mails == [MAIL]


@pytest.mark.parametrize("answer", ["354 go on", "ok", "999 what", "150 wait"])
def test_an_answer_to_the_dot_that_says_neither_yes_nor_no_leaves_the_outcome_open(answer: str) -> None:
    with both() as (relay, transport):
        relay.will("dot", answer)
        assert send(transport).fate is Fate.UNSURE
        assert len(relay.mails) == 1
        assert send(transport).fate is Fate.SENT
        assert relay.connections == 2


@pytest.mark.parametrize("step", ["greeting", "ehlo", "mail", "data"])
def test_a_reply_without_end_is_not_heard_out(step: str) -> None:
    with both() as (relay, transport):
        relay.will(step, *["\r\n".join(["250-and"] * 10_000)] * 2)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert "more than 100 lines" in receipt.text or "reset" in receipt.text.lower()


def test_a_reply_without_end_after_the_dot_leaves_the_outcome_open() -> None:
    with both() as (relay, transport):
        relay.will("dot", "\r\n".join(["250-and"] * 10_000))
        assert send(transport).fate is Fate.UNSURE


def test_a_reply_of_some_lines_is_one_reply() -> None:
    with both() as (relay, transport):
        relay.will("dot", "250-queued\r\n250 as 4711")
        assert send(transport) == Receipt(Fate.SENT, 250, "queued\nas 4711")


def test_a_mail_too_big_for_the_relay_is_refused_for_good() -> None:
    with both() as (relay, transport):
        relay.will("mail", "552 5.3.4 too big")
        assert send(transport) == Receipt(Fate.NEVER, 552, "5.3.4 too big")


@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("greeting", "421 4.3.2 not now"), ("greeting", "554 5.7.1 not you"), ("greeting", HANG_UP),
        ("mail", "550 5.7.1 sender not yours"), ("mail", "451 4.3.0 no space"), ("mail", "530 5.7.0 log in first"),
        ("rcpt", "530 5.7.0 log in first"), ("rcpt", "421 4.3.2 going down"), ("data", "421 4.3.2 going down"),
    ],
)  # fmt: skip
def test_what_is_not_the_recipients_matter_concerns_the_whole_route(step: str, answer: str) -> None:
    with both() as (relay, transport):
        relay.will(step, answer)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert receipt.code == int(answer[:3] or 0)
        assert send(transport).fate is Fate.SENT


def test_where_nobody_listens_the_whole_route_is_down() -> None:
    with closing(transport_to(free_port())) as transport:
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert "refused" in receipt.text


@pytest.mark.parametrize("code", [socket.EAI_AGAIN, socket.EAI_NONAME, socket.EAI_FAIL])
def test_a_relay_whose_name_cannot_be_looked_up_is_down_and_blames_no_address(
    monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def no_answer(*_: object, **__: object) -> None:
        raise socket.gaierror(code, "no name server answers")

    monkeypatch.setattr(socket, "getaddrinfo", no_answer)
    receipt = send(transport_to(25, host="relay.example"))
    assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
    assert "no name server answers" in receipt.text


@pytest.mark.parametrize("answer", [HANG_UP, "421 4.4.2 you were silent too long"])
def test_a_connection_gone_stale_is_made_anew_for_the_next_mail(answer: str) -> None:
    with both() as (relay, transport):
        send(transport)
        relay.will("mail", answer)
        assert send(transport).fate is Fate.SENT
        assert relay.connections == 2
        assert len(relay.mails) == 2


def test_a_line_that_breaks_after_the_dot_leaves_the_outcome_open() -> None:
    with both() as (relay, transport):
        send(transport)
        relay.will("dot", HANG_UP)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.UNSURE, True)
        assert len(relay.mails) == 2  # it did arrive: so it was right not to send it once more at once


def test_a_relay_silent_after_the_dot_leaves_the_outcome_open() -> None:
    with both(final_timeout=0.2) as (relay, transport):
        relay.will("dot", NOTHING)
        receipt = send(transport)
        assert receipt.fate is Fate.UNSURE


@pytest.mark.parametrize("step", ["greeting", "ehlo", "mail", "rcpt", "data", "dot"])
def test_a_relay_that_drips_its_answer_byte_by_byte_is_not_heard_out(step: str) -> None:
    """Each byte comes in time, and the whole would take for ever: the other mails must not wait for that."""
    with both(timeout=0.2, final_timeout=0.2) as (relay, transport):
        relay.will(step, *[DRIPS + "250-" + "and so on " * 100] * 2)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.UNSURE if step == "dot" else Fate.LATER, True)
        assert "timed out" in receipt.text or "too long" in receipt.text


def test_a_relay_silent_before_the_dot_is_down() -> None:
    with both(timeout=0.2) as (relay, transport):
        relay.will("rcpt", NOTHING)
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)


@pytest.mark.parametrize(
    ("message", "arrives"),
    [
        (b"Subject: x\n\none\n.\ntwo\n", b"Subject: x\r\n\r\none\r\n..\r\ntwo\r\n"),
        (b".\r\n..\r\n", b"..\r\n...\r\n"),
        (b"a\rb\n\r\nc", b"a\r\nb\r\n\r\nc\r\n"),
        (b"a\r\n.\rQUIT\n.\n", b"a\r\n..\r\nQUIT\r\n..\r\n"),
        (b"", b""),
    ],
)
def test_lines_end_in_one_way_and_dots_are_doubled(message: bytes, arrives: bytes) -> None:
    with both() as (relay, transport):
        assert send(transport, message).fate is Fate.SENT
        assert relay.mails == [arrives or b"\r\n"]
        assert send(transport).fate is Fate.SENT


def test_addresses_in_any_script_are_announced() -> None:
    with both() as (relay, transport):
        assert send(transport, recipient="nørd@example.org").fate is Fate.SENT
        assert "smtputf8" in relay.heard[1]
        assert relay.heard[2] == "rcpt to:<nørd@example.org>"


def test_a_domain_in_any_script_needs_nothing_of_the_relay() -> None:
    with both("SIZE 1000") as (relay, transport):
        assert send(transport, recipient="north@bücher.example").fate is Fate.SENT
        assert relay.heard[2] == "rcpt to:<north@xn--bcher-kva.example>"


def test_mail_for_a_german_sharp_s_never_goes_to_the_domain_spelt_with_two() -> None:
    with both("SIZE 1000") as (relay, transport):
        assert send(transport, recipient="north@straße.de").fate is Fate.SENT
        assert relay.heard[2] == "rcpt to:<north@xn--strae-oqa.de>"


def test_an_address_that_the_relay_cannot_carry_is_refused_for_good() -> None:
    with both("SIZE 1000") as (relay, transport):
        receipt = send(transport, recipient="nørd@example.org")
        assert (receipt.fate, receipt.code, receipt.whole) == (Fate.NEVER, 553, False)
        assert relay.mails == []
        assert send(transport).fate is Fate.SENT


def test_a_body_of_eight_bits_is_announced() -> None:
    with both() as (relay, transport):
        assert send(transport, "Subject: x\r\n\r\n♠".encode()).fate is Fate.SENT
        assert "body=8bitmime" in relay.heard[1]
        assert "smtputf8" not in relay.heard[1]


@pytest.mark.parametrize("address", ["a@b>\r\nRCPT TO:<c@d", "a\n@b", "a@b\x00", "\udcff@b"])
def test_an_address_is_never_a_command(address: str) -> None:
    with both() as (relay, transport):
        assert send(transport, recipient=address).fate is Fate.NEVER
        assert transport.send(address, "north@example.org", MAIL).fate is Fate.NEVER
        assert relay.heard == []


@contextmanager
def real_relay(folder: Path, implicit: bool = False) -> Iterator[tuple[int, ssl.SSLContext, list[bool]]]:
    """aiosmtpd with TLS and a login (user `hearts`, password `secret`): port, trust, and which logins went well."""
    need("openssl")
    cert, key = certificate(folder)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(cert, key)

    logins: list[bool] = []

    def login(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
        assert isinstance(data, LoginPassword)
        logins.append((data.login, data.password) == (b"hearts", b"secret"))
        return AuthResult(success=logins[-1], handled=False)

    controller = Controller(
        Sink(), hostname="127.0.0.1", port=free_port(), authenticator=login,
        ssl_context=tls if implicit else None, tls_context=None if implicit else tls, auth_require_tls=not implicit,
        server_hostname="relay.test",
    )  # fmt: skip
    controller.start()
    try:
        yield controller.port, ssl.create_default_context(cafile=str(cert)), logins
    finally:
        controller.stop()


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_we_log_in_over_an_encrypted_line(tmp_path: Path, tls: str) -> None:
    with (
        real_relay(tmp_path, implicit=tls == "implicit") as (port, context, logins),
        closing(transport_to(port, tls=tls, user="hearts", password="secret", tls_context=context)) as transport,
    ):
        assert send(transport).fate is Fate.SENT
        assert logins == [True]


def test_a_wrong_password_concerns_the_whole_route(tmp_path: Path) -> None:
    with (
        real_relay(tmp_path) as (port, context, logins),
        closing(transport_to(port, tls="starttls", user="hearts", password="guess", tls_context=context)) as transport,
    ):
        receipt = send(transport)
        assert (receipt.fate, receipt.code, receipt.whole) == (Fate.LATER, 535, True)
        assert "guess" not in receipt.text
        assert True not in logins


def test_a_certificate_that_nobody_vouches_for_is_not_trusted(tmp_path: Path) -> None:
    with (
        real_relay(tmp_path) as (port, _, logins),
        closing(transport_to(port, tls="starttls", user="hearts", password="secret")) as transport,
    ):
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert "CERTIFICATE_VERIFY_FAILED" in receipt.text
        assert logins == []


def test_a_relay_whose_starttls_was_struck_out_gets_nothing() -> None:
    with both(tls="starttls", user="hearts", password="secret") as (relay, transport):
        receipt = send(transport)
        assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
        assert relay.heard[-1].startswith("ehlo")
        assert relay.mails == []


@pytest.mark.parametrize("split", [False, True])
def test_what_somebody_between_adds_to_the_consent_to_starttls_is_never_taken_for_the_relays(
    tmp_path: Path, split: bool
) -> None:
    need("openssl")
    cert, key = certificate(tmp_path)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(cert, key)
    heard: list[bytes] = []

    def relay() -> None:
        line, _ = listener.accept()
        with line, line.makefile("rb") as file:
            line.sendall(b"220 relay.test\r\n")
            heard.append(file.readline())
            line.sendall(b"250-relay.test\r\n250 STARTTLS\r\n")
            heard.append(file.readline())
            injected = b"250-evil.test\r\n250 SMTPUTF8\r\n250 fine\r\n250 fine\r\n354 go on\r\n250 queued\r\n"
            for part in (b"220 go\r\n", injected) if split else (b"220 go\r\n" + injected,):
                line.sendall(part)
            with suppress(OSError), tls.wrap_socket(line, server_side=True) as safe, safe.makefile("rb") as inside:
                heard.append(inside.readline())
                safe.sendall(b"250 relay.test\r\n")
                heard.append(inside.readline())
                safe.sendall(b"550 not you\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=relay)
        thread.start()
        context = ssl.create_default_context(cafile=str(cert))
        port = int(listener.getsockname()[1])
        with closing(transport_to(port, tls="starttls", tls_context=context)) as transport:
            receipt = send(transport)
        thread.join()
    assert receipt.fate is Fate.LATER
    assert receipt.text == "not you" if len(heard) == 4 else "SSL" in receipt.text  # the relay's word, or none
    assert not any(b"SMTPUTF8" in words for words in heard)


AHEAD = ("SIZE 1000000", "8BITMIME", "SMTPUTF8", "PIPELINING")


def test_a_relay_that_hears_ahead_is_told_all_at_once() -> None:
    with both(*AHEAD) as (relay, transport):
        assert [send(transport) for _ in range(3)] == [Receipt(Fate.SENT, 250, "queued as 4711")] * 3
        assert relay.mails == [MAIL] * 3
        assert relay.heard[1:4] == [
            f"mail from:<o.1@hearts.test> size={len(MAIL)}",
            "rcpt to:<north@example.org>",
            "data",
        ]
        assert send(transport, recipient="n\u00f6rth@example.org").fate is Fate.SENT
        assert relay.heard[-2:] == ["rcpt to:<n\u00f6rth@example.org>", "data"]


@pytest.mark.parametrize("answer", ["450 4.2.1 busy", "550 5.1.1 no such user", "552 5.3.4 too big", "hm"])
@pytest.mark.parametrize("step", ["mail", "rcpt", "data"])
def test_a_refusal_means_the_same_whether_the_relay_hears_ahead_or_not(step: str, answer: str) -> None:
    receipts = []
    for offers in (AHEAD, AHEAD[:-1]):
        with both(*offers) as (relay, transport):
            relay.will(step, answer)
            if offers is AHEAD and step != "data":  # what it has heard already is refused too
                relay.will("data", "554 5.5.1 no valid recipients")
            receipts.append(send(transport))
            assert send(transport).fate is Fate.SENT
            assert relay.mails == [MAIL]
    assert receipts[0] == receipts[1]


def test_a_relay_that_wants_the_mail_of_a_refused_recipient_is_left() -> None:
    with both(*AHEAD) as (relay, transport):
        relay.will("rcpt", "550 5.1.1 no such user")
        assert send(transport) == Receipt(Fate.NEVER, 550, "5.1.1 no such user")
        assert send(transport).fate is Fate.SENT
        assert relay.mails == [MAIL]
        assert relay.connections == 2


def test_a_relay_that_closes_is_heard_though_more_was_said() -> None:
    with both(*AHEAD) as (relay, transport):
        send(transport)
        relay.will("mail", "421 4.3.2 closing", "421 4.3.2 closing")
        receipt = send(transport)
        assert (receipt.fate, receipt.code, receipt.whole) == (Fate.LATER, 421, True)
