"""Builds mails as programs send them, byte by byte, so that they can be as wrong as in life."""

from __future__ import annotations

import re
import unicodedata

from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage

OWN = OwnAddresses(
    "hearts@example.net", "+", "example.net", sentinel="##- Answer above this line -##", bounces="bounce@example.net"
)
TAGGED = "hearts+t7.n.k4v9qz2m@example.net"
SUBJECT = "[Hearts 7] North to play, trick 4"

# An old mail of the most careless kind: if any of it is taken for the person's, an order that nobody gave is found.
OLD = """Hearts table 7, hand 2, trick 4
Your hand: QS KS AH 10H 4C 2D
Your last command was:
PLAY 2C
Answer with one line, for example:
PASS 3H 5H 7H
Seat key: hearts+t7.n.k4v9qz2m@example.net"""
QUOTED = "\n".join("> " + line for line in OLD.splitlines())
OLD_HTML = OLD.replace("\n", "<br>")

_HEAD = f"""From: North <north@example.org>
To: "Hearts Table 7" <{TAGGED}>
Subject: Re: {SUBJECT}
Date: Tue, 03 Mar 2026 19:07:41 +0000
Message-ID: <r1.north@example.org>
In-Reply-To: <t7.12.n.k4v9qz2m@example.net>
MIME-Version: 1.0
"""
_ORDER = re.compile(r"(play|pass)((?: (?:10|[2-9tjqka])[cdhs])+)")


def mail(body: str | bytes, content_type: str = 'text/plain; charset="utf-8"', *more: str, head: str = _HEAD) -> bytes:
    """A mail of North's with this body; `more` are further header lines."""
    raw = body if isinstance(body, bytes) else body.encode()
    lines = [f"Content-Type: {content_type}"] if content_type else []
    return (head + "".join(f"{line}\n" for line in [*lines, *more])).encode() + b"\n" + raw


def parts(subtype: str, *bodies: tuple[str, str | bytes]) -> bytes:
    """A multipart mail; each part is its header lines and its body."""
    return mail(branch(*bodies), f'multipart/{subtype}; boundary="b-1"')


def branch(*bodies: tuple[str, str | bytes], boundary: str = "b-1") -> bytes:
    """The body of a multipart."""
    out = b""
    for header, body in bodies:
        raw = body if isinstance(body, bytes) else body.encode()
        out += f"--{boundary}\n{header}\n\n".encode() + raw + b"\n"
    return out + f"--{boundary}--\n".encode()


def html(body: str) -> bytes:
    """A mail with an HTML part only."""
    return mail(body, 'text/html; charset="utf-8"')


def letter(raw: bytes) -> InboundMessage:
    """The letter in these bytes."""
    return parse_message(RawMessage(raw, "maildir"), OWN)


def orders(lines: tuple[str, ...]) -> list[str]:
    """The full-line orders among the lines: a small stand-in for the language, which knows much more."""
    found = []
    for line in lines:
        match = _ORDER.fullmatch(_normal(line))
        if match:
            found.append(match[0].upper())
    return found


def _normal(line: str) -> str:
    """As the language does it, in short: compatibility forms, no invisible marks, one kind of blank, no ornament."""
    text = unicodedata.normalize("NFKC", line)
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    text = " ".join(re.split(r"\s+", text.replace("–", "—").partition("—")[0]))
    return text.strip(" \t-*_[]“”\"'.!").casefold()
