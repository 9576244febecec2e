"""Mails out through a real Postfix, to a server at the other end."""

from __future__ import annotations

from contextlib import closing

from pbem.mail.outbound.smtp_transport import Relay, SmtpTransport
from pbem.mail.outbound.transport import Fate, Receipt
from tests.mail.inbound.conftest import Shelf, mail
from tests.mail.inbound.serving import serving
from tests.servers.machine import wait_until
from tests.servers.postfix import Postfix


def send(postfix: Postfix, *mails: tuple[str, str, bytes]) -> list[Receipt]:
    with closing(SmtpTransport(Relay("127.0.0.1", postfix.port, hello="hearts.test"))) as transport:
        return [transport.send(*one) for one in mails]


def test_every_mail_of_a_batch_arrives_once_with_its_own_envelope(postfix: Postfix) -> None:
    far = Shelf()
    batch = [(f"o.{number}@hearts.test", f"p{number}@away.test", mail(number)) for number in range(20)]
    with serving("smtp", far, port=postfix.away):
        receipts = send(postfix, *batch)
        assert {receipt.fate for receipt in receipts} == {Fate.SENT}
        far.wait_for(20)
        wait_until(lambda: postfix.queue() == [], "Postfix to have nothing left")
    assert sorted((raw_message.sender, *raw_message.recipients) for raw_message in far.kept) == sorted(
        one[:2] for one in batch
    )
    assert all(raw.endswith(b"\r\n\r\nQS\r\n") for raw in far.raws)


def test_dots_and_every_script_come_through(postfix: Postfix) -> None:
    far = Shelf()
    text = "Subject: x\r\n\r\n.\r\n..\r\n♠ A K\r\n".encode()
    with serving("smtp", far, port=postfix.away):
        assert [receipt.fate for receipt in send(postfix, ("", "north@away.test", text))] == [Fate.SENT]
        far.wait_for(1)
    assert far.kept[0].sender == ""
    assert far.raws[0].endswith(text.partition(b"\r\n")[2])


def test_what_postfix_will_not_relay_is_refused_and_the_next_mail_goes(postfix: Postfix) -> None:
    far = Shelf()
    with serving("smtp", far, port=postfix.away):
        receipts = send(
            postfix,
            ("o.1@hearts.test", "no address at all@@away.test", mail(1)),
            ("o.2@hearts.test", "north@away.test", mail(2)),
        )
        far.wait_for(1)
    assert [receipt.fate for receipt in receipts] == [Fate.NEVER, Fate.SENT]
    assert not receipts[0].whole
