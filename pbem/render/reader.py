"""For whom a mail is put in words, by which server, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Site:
    """What every mail says of the server itself."""

    name: str  # "Hearts by mail"
    address: str  # "hearts@example.org"
    operator: str


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a mail, and how: `reply_to` is the address that an answer goes to, token and all."""

    name: str
    language: str = "en"
    zone: str = "UTC"  # an IANA name
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail in words: the subject without line ends, and the two parts, which state the same."""

    subject: str
    text: str
    html: str
