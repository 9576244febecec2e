"""What every transport owes: the mail arrives with its envelope, a failure is a receipt, and a batch may follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.mail import maildir
from pbem.mail.inbound.intake import envelope_sender
from pbem.mail.outbound.maildir_transport import MaildirTransport
from pbem.mail.outbound.smtp_transport import Relay, SmtpTransport
from pbem.mail.outbound.transport import Fate, Transport
from tests.mail.inbound.conftest import Shelf
from tests.mail.inbound.serving import serving
from tests.servers.machine import free_port

MAIL = "Subject: [Hearts 12] Deal 3\r\nMessage-ID: <o.1@hearts.test>\r\n\r\n.\r\n♠ A K\r\n".encode()


class Way(NamedTuple):
    """A transport, what has arrived at its end, and one like it that leads nowhere."""

    transport: Transport
    arrived: Callable[[], list[tuple[str | None, bytes]]]
    nowhere: Transport


def smtp(stack: ExitStack, _: Path) -> Way:
    shelf = Shelf()
    server = stack.enter_context(serving("smtp", shelf))
    relay = Relay("127.0.0.1", server.port, hello="hearts.test")
    transport = stack.enter_context(closing(SmtpTransport(relay)))
    nowhere = SmtpTransport(Relay("127.0.0.1", free_port()))
    return Way(transport, lambda: [(raw_message.sender, raw_message.raw) for raw_message in shelf.kept], nowhere)


def box(_: ExitStack, folder: Path) -> Way:
    def arrived() -> list[tuple[str | None, bytes]]:
        raws = [path.read_bytes() for path in maildir.waiting(folder / "box")]
        return [(envelope_sender(raw), raw.split(b"\r\n", 2)[2]) for raw in raws]

    (folder / "file").write_text("no folder")
    return Way(MaildirTransport(folder / "box"), arrived, MaildirTransport(folder / "file"))


@pytest.fixture(params=[smtp, box])
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Way]:
    with ExitStack() as stack:
        yield request.param(stack, tmp_path)


def test_the_mail_arrives_byte_for_byte_with_its_sender(way: Way) -> None:
    receipt = way.transport.send("o.1@hearts.test", "north@example.org", MAIL)
    assert (receipt.fate, receipt.code, receipt.whole, receipt.after_dot) == (Fate.SENT, 250, False, False)
    assert way.arrived() == [("o.1@hearts.test", MAIL)]


def test_the_null_sender_stays_null(way: Way) -> None:
    assert way.transport.send("", "north@example.org", MAIL).fate is Fate.SENT
    assert way.arrived() == [("", MAIL)]


def test_addresses_may_be_in_any_script(way: Way) -> None:
    assert way.transport.send("nørd@hearts.test", "心@example.org", MAIL).fate is Fate.SENT
    assert way.arrived() == [("nørd@hearts.test", MAIL)]


def test_batches_follow_each_other(way: Way) -> None:
    for _ in range(3):
        assert way.transport.send("a@hearts.test", "north@example.org", MAIL).fate is Fate.SENT
        assert way.transport.send("a@hearts.test", "south@example.org", MAIL).fate is Fate.SENT
        way.transport.close()
        way.transport.close()
    assert len(way.arrived()) == 6


def test_a_route_that_leads_nowhere_is_told_as_such_and_raises_nothing(way: Way) -> None:
    receipt = way.nowhere.send("a@hearts.test", "north@example.org", MAIL)
    assert (receipt.fate, receipt.whole) == (Fate.LATER, True)
    assert receipt.text
    way.nowhere.close()
    assert way.arrived() == []


@pytest.mark.parametrize("address", ["a@b\r\nSubject: injected", "a\n@b"])
def test_an_address_with_a_line_end_is_refused_for_good(way: Way, address: str) -> None:
    assert way.transport.send("a@hearts.test", address, MAIL).fate is Fate.NEVER
    assert way.transport.send(address, "north@example.org", MAIL).fate is Fate.NEVER
    assert way.arrived() == []
