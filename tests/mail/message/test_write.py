"""What we write, every program reads back as it was meant, and nothing a person says can change its header."""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import Cause, screen
from pbem.mail.message.write import Attachment, OutboundMessage, write_message

MAIL = OutboundMessage(
    from_address="hearts@example.net",
    to_address="north@example.org",
    subject="[Hearts 12] Deal 3",
    text="Your hand:\n♠ A K 10 4\n",
    message_id="t7.12.k4v9qz2m@example.net",
    date=datetime(2026, 3, 3, 19, 2, tzinfo=UTC),
    from_name="Hearts by mail",
    to_name="North",
    reply_to="hearts+k4v9qz2m@example.net",
    html="<p>Your hand: ♠ A K 10 4</p>\n",
    in_reply_to="r1@example.org",
    references=("t7.thread@example.net", "r1@example.org"),
    list_unsubscribe="mailto:hearts+stop.x1@example.net?subject=unsubscribe",
    extra=(("X-Entity", "12"),),
)
FIELDS = {
    "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
    "X-Auto-Response-Suppress", "X-Hearts-Loop", "List-Unsubscribe", "X-Entity", "MIME-Version", "Content-Type",
}  # fmt: skip


def _parsed(mail: OutboundMessage) -> EmailMessage:
    return email.message_from_bytes(write_message(mail), policy=email.policy.default)


def _body(mail: OutboundMessage, kind: str) -> str:
    part = _parsed(mail).get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_a_mail_reads_back_as_it_was_meant() -> None:
    parsed = _parsed(MAIL)
    assert set(parsed.keys()) == FIELDS
    assert parsed["From"] == "Hearts by mail <hearts@example.net>"
    assert parsed["To"] == "North <north@example.org>"
    assert parsed["Reply-To"] == "hearts+k4v9qz2m@example.net"
    assert parsed["Subject"] == "[Hearts 12] Deal 3"
    assert parsed["Date"].datetime == MAIL.date
    assert parsed["Message-ID"] == "<t7.12.k4v9qz2m@example.net>"
    assert parsed["References"].split() == ["<t7.thread@example.net>", "<r1@example.org>"]
    assert parsed["Auto-Submitted"] == "auto-generated"
    assert parsed["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert parsed["List-Unsubscribe"] == "<mailto:hearts+stop.x1@example.net?subject=unsubscribe>"
    assert parsed.get_content_type() == "multipart/alternative"
    assert _body(MAIL, "plain") == MAIL.text
    assert _body(MAIL, "html") == MAIL.html
    assert not parsed.defects


def test_a_mail_without_html_is_one_text_part() -> None:
    mail = replace(MAIL, html="", reply_to="", in_reply_to="", references=(), list_unsubscribe="", extra=())
    parsed = _parsed(mail)
    assert parsed.get_content_type() == "text/plain"
    assert _body(mail, "plain") == MAIL.text
    assert not {"Reply-To", "In-Reply-To", "References", "List-Unsubscribe"} & set(parsed.keys())


def test_the_same_mail_has_the_same_bytes() -> None:
    assert write_message(MAIL) == write_message(replace(MAIL))


def test_our_own_mail_is_known_again() -> None:
    own = OwnAddresses("hearts@example.net", domain="example.net")
    ignored = screen(parse_message(RawMessage(write_message(MAIL), "smtp"), own), own)
    assert ignored is not None
    assert ignored.cause is Cause.OWN_MAIL


def test_a_date_without_a_zone_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="zone"):
        write_message(replace(MAIL, date=datetime(2026, 3, 3)))  # noqa: DTZ001


@pytest.mark.parametrize("name", ["", "A b", "X:", "X\r\nBcc", "Ü", "-x"])
def test_a_header_needs_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="header name"):
        write_message(replace(MAIL, extra=((name, "x"),)))


def test_a_display_name_never_holds_an_at_sign() -> None:
    parsed = _parsed(replace(MAIL, to_name="south@example.org"))
    assert [(box.display_name, box.addr_spec) for box in parsed["To"].addresses] == [
        ("south example.org", "north@example.org")
    ]


def test_an_international_address_keeps_its_local_part_and_gets_an_ascii_domain() -> None:
    raw = write_message(replace(MAIL, to_address="nørd@bücher.example.org"))
    assert "To: North <nørd@xn--bcher-kva.example.org>\r\n".encode() in raw


def test_a_line_that_begins_with_from_is_safe_in_any_mailbox() -> None:
    mail = replace(MAIL, text="Hello\nFrom here on\n", html="")
    assert b"\nFrom here" not in write_message(mail)
    assert _body(mail, "plain") == mail.text


WORDS = st.text(max_size=200)
LINES = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("\n=.- \t"), max_size=600)


@given(WORDS, WORDS, WORDS)
def test_no_name_subject_or_value_can_add_a_header_or_be_misread(name: str, subject: str, value: str) -> None:
    mail = replace(MAIL, to_name=name, from_name=value, subject=subject, extra=(("X-Entity", value),))
    raw = write_message(mail)
    header = raw.partition(b"\r\n\r\n")[0]
    parsed = email.message_from_bytes(raw, policy=email.policy.default)
    assert set(parsed.keys()) == FIELDS
    assert parsed["To"].addresses[0].addr_spec == "north@example.org"
    assert len(parsed["To"].addresses) == 1
    assert "@" not in parsed["To"].addresses[0].display_name
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)|\x00", header)
    assert max(map(len, raw.split(b"\r\n"))) <= 200
    plain = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]", " ", subject).split())
    said = parse_message(RawMessage(raw, "smtp"), OwnAddresses("x@y.org")).subject
    assert said.replace("\ufeff", "") == plain.replace("\ufeff", "")  # a mark of order, no text


@given(LINES, LINES)
def test_any_text_and_html_read_back_equal(text: str, html: str) -> None:
    mail = replace(MAIL, text=text + "\n", html=html + "\n")
    raw = write_message(mail)
    assert _body(mail, "plain") == mail.text
    assert _body(mail, "html") == mail.html
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert raw.isascii()


@given(st.text(alphabet="\r\n:<> @a\u2028", max_size=40))
def test_ids_and_addresses_cannot_end_their_line(text: str) -> None:
    mail = replace(MAIL, message_id=text, in_reply_to=text, references=(text, text), reply_to=f"a{text}@b.c",
                   auto=text, list_unsubscribe=f"mailto:{text}")  # fmt: skip
    parsed = email.message_from_bytes(write_message(mail))
    assert set(parsed.keys()) <= FIELDS
    assert {"From", "To", "Subject", "Content-Type"} <= set(parsed.keys())


def test_an_attached_file_reads_back_byte_for_byte() -> None:
    content = bytes(range(256)) * 10
    raw = _parsed(replace(MAIL, attachments=(Attachment("export.json", "application/json", content),)))
    (attached,) = raw.iter_attachments()
    assert (attached.get_filename(), attached.get_content_type()) == ("export.json", "application/json")
    assert attached.get_content() == content
    body = raw.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n").rstrip() == MAIL.text.rstrip()


@pytest.mark.parametrize("count", [1, 40])
def test_a_long_header_is_folded_at_blanks_and_reads_back(count: int) -> None:
    ids = tuple(f"<t7.thread{number}@example.net>" for number in range(count))
    mail = replace(MAIL, references=ids)
    head = write_message(mail).partition(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= 100
    assert _parsed(mail)["References"].split() == list(ids)


@pytest.mark.parametrize("word", ["deal", "so: now", "t" * 60, f"{'t' * 20}: {'u' * 62}"])
def test_a_long_plain_subject_is_folded_at_blanks_and_reads_back(word: str) -> None:
    subject = " ".join([word] * 30)
    head = write_message(replace(MAIL, subject=subject)).partition(b"\r\n\r\n")[0]
    assert b"Subject: =?" not in head
    assert max(map(len, head.split(b"\r\n"))) <= 78
    assert _parsed(replace(MAIL, subject=subject))["Subject"] == subject


def test_a_long_word_in_a_header_is_not_torn() -> None:
    word = "<" + "t" * 300 + "@example.net>"
    assert word.encode() in write_message(replace(MAIL, references=(word,)))
