"""Nothing that can be put into a mail stops us: no bytes raise, and work grows with the bytes and no faster.

The poisons are a megabyte each. Whatever grew with the square of it would not end while anybody waits.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.authentication import TrustedResults, verdict
from pbem.mail.message.bounce_report import read_bounce
from pbem.mail.message.fingerprint import fingerprint
from pbem.mail.message.inbound_message import InboundMessage, TextFault
from pbem.mail.message.parse_message import MAX_TEXT, parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.replay import is_written_to_us
from pbem.mail.message.screening import screen
from tests.mail.message.builder import OWN, TAGGED, mail, orders

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.eml"))
MEGABYTE = 1 << 20
_HEAD = "From: a <a@example.org>\nTo: hearts@example.net\n"


def everything(raw: bytes) -> InboundMessage:
    """All that is ever done with a mail that came in."""
    raw_message = RawMessage(raw, "smtp", "", (TAGGED,))
    found = parse_message(raw_message, OWN)
    assert isinstance(found.fault, TextFault) == (found.lines == ())
    assert sum(map(len, found.lines)) <= 2 * MAX_TEXT
    screen(found, OWN)
    for trusted in (TrustedResults("example.net", arc_sealers=("example.com",)), TrustedResults(topmost=True)):
        verdict(found, trusted)
        is_written_to_us(found, OWN, trusted)
    read_bounce(found, raw_message)
    assert len(fingerprint(raw_message)) == 40
    return found


def _filled(unit: str | bytes, size: int = MEGABYTE) -> bytes:
    raw = unit if isinstance(unit, bytes) else unit.encode()
    return raw * (size // len(raw))


def _field(start: str, unit: str) -> bytes:
    return (_HEAD + start).encode() + _filled(unit) + b"\n\nPLAY QS\n"


def _body(unit: str | bytes, kind: str = "text/plain; charset=utf-8", *more: str, start: str = "") -> bytes:
    return mail(start.encode() + _filled(unit), kind, *more, head=_HEAD)


def _nested(levels: int) -> bytes:
    opened = b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(levels))
    return mail(opened + b"PLAY 2C", "multipart/mixed; boundary=b0", head=_HEAD)


HEADERS = {
    "semicolons": ("Content-Type: text/plain", ";"),
    "open parameters": ("Content-Type: text/plain", '; a="'),
    "open brackets in To": ("To: ", "("),
    "open angles in To": ("Cc: ", "<"),
    "open quotes in To": ("Resent-To: ", '"\\'),
    "addresses": ("To: ", "a@example.org, "),
    "encoded words": ("Subject: ", "=?utf-8?q?a?= "),
    "beginnings of encoded words": ("Subject: ", "=?a?q?"),
    "ids": ("References: ", "<a@b> "),
    "beginnings of ids": ("References: ", "<"),
    "folds": ("Subject: x", "\n y"),
    "fields": ("X: y", "\nA: b"),
    "brackets of results": ("Authentication-Results: example.net; dkim=pass", "("),
    "results": ("Authentication-Results: example.net", "; dkim=pass header.d=example.org"),
}
TEXTS = [
    ">", "> > ", " ", "\n", "-", "*", "a:", "hearts+", "hearts@", "On ", "On Tue, wrote\n", "1 ", "1:2", "<",
    "a: 19:02 2026\n", "---- x ----\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n", "_____\n" + "y" * 40 + "\n",
]  # fmt: skip
MARKUP = [
    "<", "<a ", '<a "', "<!--", "<!", "<div>", "</div>", "<blockquote>", "<style>", "<title><style>", "&", "&lt",
    "<br>",    '<a "' + ">" * 200, "<p style='" + "display " * 100, "<pre>\n", "<td>", "</p><p>",
]  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_of_a_megabyte_does_not_stop_us(name: str) -> None:
    found = everything(_field(*HEADERS[name]))
    assert found.sender == "a@example.org"


@pytest.mark.parametrize("unit", TEXTS)
def test_a_text_of_a_megabyte_does_not_stop_us(unit: str) -> None:
    everything(_body(unit))
    everything(_body(unit, "text/plain; format=flowed; delsp=yes"))


@pytest.mark.parametrize("unit", MARKUP)
def test_html_of_a_megabyte_does_not_stop_us(unit: str) -> None:
    everything(_body(unit, "text/html"))


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
@pytest.mark.parametrize("unit", ["=", "=\n", "QUFB\n", "A", "=\r\n", "!\n"])
def test_an_encoding_of_a_megabyte_does_not_stop_us(unit: str, encoding: str) -> None:
    everything(_body(unit, "text/plain", f"Content-Transfer-Encoding: {encoding}"))


@pytest.mark.parametrize("unit", [b"\0", b"\r", b"\n", b"\xff", b":", b"a:", b"From ", b"\xef\xbb\xbf", b"\x1b$B"])
def test_a_megabyte_of_one_byte_does_not_stop_us(unit: bytes) -> None:
    everything(_filled(unit))
    everything(_body(unit, "text/plain; charset=iso-2022-jp"))


@pytest.mark.parametrize("unit", ["--b\n", "--b\n\n", "--b\nContent-Type: multipart/mixed; boundary=b\n\n", "\n--b"])
def test_boundaries_without_number_do_not_stop_us(unit: str) -> None:
    everything(_body(unit, "multipart/mixed; boundary=b"))
    everything(_body(unit, "multipart/mixed"))


def test_nesting_without_end_is_unreadable_and_ignored() -> None:
    messages = (_HEAD + "Content-Type: message/rfc822\n\n" * 20000).encode()
    for raw in (_nested(1500), messages):
        found = everything(raw)
        assert found.fault is TextFault.UNREADABLE
        assert screen(found, OWN) is not None


def test_an_order_before_the_poison_is_still_read() -> None:
    assert orders(everything(_body("On a wrote ", start="PLAY QS\n")).lines) == ["PLAY QS"]
    assert orders(everything(_body("<a ", "text/html", start="PLAY QS<p>")).lines) == ["PLAY QS"]


def test_a_bounce_of_a_megabyte_does_not_stop_us() -> None:
    for unit in ("5.1.1 a@b.org 550 ", "---\n", "a@", "Message-ID: <a@b>\n"):
        everything(b"From: mailer-daemon@example.org\n\n" + _filled(unit))
    everything(
        _body(
            "Action: failed\n\n", "multipart/report; boundary=b", start="--b\nContent-Type: message/delivery-status\n\n"
        )
    )


@given(st.binary(max_size=3000))
def test_no_bytes_at_all_raise(raw: bytes) -> None:
    everything(raw)


_PIECES = st.sampled_from(
    [
        b"\n", b"\r\n", b"\n\n", b"From: ", b"a@example.org", b"To: ", b"Content-Type: ", b"text/plain", b"text/html",
        b"multipart/mixed", b"multipart/alternative", b"multipart/related", b"multipart/report", b"message/rfc822",
        b"message/delivery-status", b"; boundary=b", b"; charset=", b"utf-16", b"utf-7", b"iso-2022-kr", b"hz",
        b"--b\n",
        b"--b--\n", b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n", b"=",
        b"<blockquote>", b"<html>", b"</", b"<!--", b"-->", b"<style>", b"> ", b">", b"-- \n", b"hearts+a1@example.net",
        b"<", b'"', b"(", b"=?utf-8?b?", b"?=", b"=?gb2312?q?", b"PLAY QS", b"19:02 2026:", b"Sent: ", b"Subject: ",
        b"\0", b"\xff", b"\xc3", b"\x1b$B", b"From ", b"; format=flowed", b"Status: 5.1.1\n", b"Action: failed\n",
        b"-----", b"unicode_escape", b"\\",
    ]
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(_PIECES, max_size=60))
def test_no_mixture_of_what_mails_are_made_of_raises(pieces: list[bytes]) -> None:
    everything(b"".join(pieces))


@settings(max_examples=300)
@given(st.data())
def test_no_damage_to_a_real_letter_raises(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(CORPUS)).read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        at, length = data.draw(st.integers(0, len(raw))), data.draw(st.integers(0, 40))
        put = data.draw(st.binary(max_size=12) | _PIECES | st.just(raw[at : at + 200]))
        raw = raw[:at] + put + raw[at + length :]
    everything(raw)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_letter_cut_off_anywhere_is_still_some_letter(path: Path) -> None:
    raw = path.read_bytes()
    for end in range(0, min(len(raw), 3000), 97):
        everything(raw[:end])
