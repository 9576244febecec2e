"""Writing a mail: finished bytes, by hand, since the standard library's builder costs fifty times as much.

Nothing that people wrote can end a header line or add one: controls are dropped, and what is not plain ASCII goes out
as RFC 2047 words. The boundary holds `=_`, which quoted-printable text cannot contain.
"""

from __future__ import annotations

import binascii
import re
from base64 import encodebytes
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from hashlib import blake2b

from pbem.mail.message.email_address import clean_name, to_ascii
from pbem.mail.message.screening import LOOP_HEADER

WIDTH = 76
_WORD_BYTES = 45  # of UTF-8 in an encoded word: 60 characters of base64 and 12 of frame

_HEADER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,70}")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_BODY_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_PLAIN = re.compile(r"[ -~]*")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_ANGLED = re.compile(r"[^\s<>]+")
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along. Its name is plain ASCII without quotes: it is ours, never a person's."""

    name: str
    kind: str  # "application/json"
    content: bytes


@dataclass(frozen=True, slots=True)
class OutboundMessage:
    """Everything of a mail to be sent. Message ids are without angle brackets; "" or () leaves a field out."""

    from_address: str
    to_address: str
    subject: str
    text: str
    message_id: str
    date: datetime  # with its zone
    from_name: str = ""
    to_name: str = ""
    reply_to: str = ""
    html: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto: str = "auto-generated"  # or "auto-replied", where it answers a mail
    list_unsubscribe: str = ""  # a mailto: link
    extra: tuple[tuple[str, str], ...] = ()  # further headers
    attachments: tuple[Attachment, ...] = ()


def write_message(mail: OutboundMessage) -> bytes:
    """The mail's bytes, with CRLF, ready for any transport; the same for the same `mail`."""
    if mail.date.tzinfo is None:
        raise ValueError("a mail's date needs its zone")
    lines = [
        _address_field("From", mail.from_name, mail.from_address),
        _address_field("To", mail.to_name, mail.to_address),
        _address_field("Reply-To", "", mail.reply_to) if mail.reply_to else "",
        _field("Subject", mail.subject),
        f"Date: {format_datetime(mail.date)}",
        f"Message-ID: {_id(mail.message_id)}",
        f"In-Reply-To: {_id(mail.in_reply_to)}" if mail.in_reply_to else "",
        "References: " + "\r\n ".join(map(_id, mail.references)) if mail.references else "",
        f"Auto-Submitted: {_one_line(mail.auto)}",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        f"{LOOP_HEADER}: {_one_line(mail.from_address)}",
        f"List-Unsubscribe: <{_angled(mail.list_unsubscribe)}>" if mail.list_unsubscribe else "",
        *(_field(name, value) for name, value in mail.extra),
        "MIME-Version: 1.0",
    ]
    header = "\r\n".join(filter(None, lines)).encode() + b"\r\n"
    seed = blake2b(mail.message_id.encode("utf-8", "replace"), digest_size=12).hexdigest()
    texts = _part("plain", mail.text)
    if mail.html:
        texts = _multipart("alternative", f"=_{seed}", [texts, _part("html", mail.html)])
    if mail.attachments:
        texts = _multipart("mixed", f"=_m{seed}", [texts, *map(_file, mail.attachments)])
    return header + texts


def _multipart(subtype: str, boundary: str, parts: list[bytes]) -> bytes:
    mark = boundary.encode()
    between = b"\r\n--" + mark + b"\r\n"
    head = f'Content-Type: multipart/{subtype};\r\n boundary="{boundary}"\r\n\r\n--{boundary}\r\n'
    return head.encode() + between.join(parts) + b"\r\n--" + mark + b"--\r\n"


def _file(attachment: Attachment) -> bytes:
    """An attached file in base64."""
    head = (
        f'Content-Type: {_one_line(attachment.kind)}; name="{_one_line(attachment.name)}"\r\n'
        f'Content-Disposition: attachment; filename="{_one_line(attachment.name)}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode() + encodebytes(attachment.content).replace(b"\n", b"\r\n")


def _part(subtype: str, text: str) -> bytes:
    """A text part in quoted-printable: any line length, any letters, unharmed by any route."""
    clean = _LINE_END.sub("\r\n", _BODY_CONTROLS.sub("", text))
    if not clean.endswith("\r\n"):
        clean += "\r\n"
    body = binascii.b2a_qp(clean.encode())
    if b"\nFrom " in b"\n" + body:
        # Some mailboxes write ">" before such a line. Six characters become eight: only where there is room.
        body = re.sub(rb"^From (?=[^\r\n]{0,68}\r?$)", b"=46rom ", body, flags=re.MULTILINE)
    head = f'Content-Type: text/{subtype}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
    return head.encode() + body


def _one_line(text: str) -> str:
    """Without anything that could end the line."""
    return " ".join(_CONTROLS.sub(" ", text).split())


def _angled(text: str) -> str:
    """What stands between angle brackets: no blanks, no brackets, no controls."""
    return "".join(_ANGLED.findall(_CONTROLS.sub("", text)))


def _id(message_id: str) -> str:
    return f"<{_angled(message_id)}>"


def _field(name: str, value: str) -> str:
    """A header field of free text, folded; encoded only if it must be."""
    if not _HEADER_NAME.fullmatch(name):
        raise ValueError(f"not a header name: {name!r}")
    value = _one_line(value)
    if _PLAIN.fullmatch(value) and "=?" not in value and max(map(len, value.split(" "))) < WIDTH - len(name) - 2:
        return _fold(f"{name}: {value}".rstrip())
    return f"{name}: " + "\r\n ".join(_words(value))


def _fold(line: str) -> str:
    """Broken at blanks. Each piece begins with the blank that it was broken at, as RFC 5322 §2.2.3 wants it."""
    out = []
    while len(line) > WIDTH:
        at = line.rfind(" ", 1, WIDTH)  # there is one: no word is as long as a line
        out.append(line[:at])
        line = line[at:]
    return "\r\n".join([*out, line])


def _words(text: str) -> list[str]:
    """RFC 2047 words of UTF-8, none of them longer than allowed and none with a character cut in two."""
    words, piece = [], b""
    for char in text:
        raw = char.encode()
        if len(piece) + len(raw) > _WORD_BYTES:
            words.append(piece)
            piece = b""
        piece += raw
    return [f"=?utf-8?b?{binascii.b2a_base64(word, newline=False).decode()}?=" for word in [*words, piece]]


def _address_field(field: str, name: str, address: str) -> str:
    """An address with its display name. A name never holds an `@`: programs have taken such a name for the address."""
    angle = f"<{_angled(to_ascii(address))}>"
    shown = " ".join(clean_name(_one_line(name)).replace("@", " ").split())
    if not shown:
        return f"{field}: {angle[1:-1]}"
    if not shown.isascii() or "=?" in shown:
        return f"{field}: " + "\r\n ".join([*_words(shown), angle])
    if not _ATOMS.fullmatch(shown):
        shown = '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'
    whole = f"{field}: {shown} {angle}"
    return whole if len(whole) <= WIDTH else f"{field}: {shown}\r\n {angle}"
