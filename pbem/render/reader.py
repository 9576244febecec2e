"""For whom a mail is put in words, by which server, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


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
    zone: str = "UTC"  # an IANA name, or an offset like "+0100"
    reply_to: str = ""
    now: datetime | None = None  # when the mail is written: what is left of a time is told from there
    four: bool = False  # each suit has a colour of its own


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail in words: the subject without line ends, and the two parts, which state the same."""

    subject: str
    text: str
    html: str
