"""A mail as a tree of parts, within bounds: no depth, number or size of parts costs more than the bytes themselves."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.mail.message.charset import decode
from pbem.mail.message.headers import Fields, MimeHeader, base64_bytes, content_type, parameters, split, value

MAX_DEPTH = 10
MAX_PARTS = 100
MAX_KEPT = 64 * 1024  # of a mail that is kept read for whoever reads it next
MAX_TEXT_BYTES = 256 * 1024  # of a text part as sent; of its text much less is read
MAX_HTML_BYTES = 1024 * 1024  # of an HTML part, whose first word may stand behind any amount of styles

_GUESSED_BOUNDARY = re.compile(rb"(?:\A|\n)--([!-~]{1,70})[ \t]*\r?\n(?=[Cc]ontent-)")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_ESCAPED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """A part with its header fields: a leaf with its bytes as sent, or a branch with the parts within it."""

    fields: Fields
    kind: MimeHeader
    body: bytes = field(repr=False)
    parts: tuple[Part, ...] = ()

    @property
    def disposition(self) -> MimeHeader:
        """The Content-Disposition, its word "" if there is none."""
        return parameters(value(self.fields, "content-disposition"))

    @property
    def attached(self) -> bool:
        """Was it sent as a file, not as something to read in place?"""
        return self.disposition.word == "attachment"

    @property
    def filename(self) -> str:
        """The name of the file it was, if it was one."""
        return self.disposition.get("filename") or self.kind.get("name")

    def walk(self) -> Iterator[Part]:
        """This part and all within, in order, without going into messages that were attached."""
        yield self
        if not self.kind.word.startswith("message/"):
            for part in self.parts:
                yield from part.walk()

    def payload(self, limit: int = MAX_TEXT_BYTES) -> bytes:
        """The bytes with the transfer encoding undone, of the first `limit` bytes as sent. Broken encodings give what
        they hold: base64 with a footer behind it gives both.
        """
        raw = self.body[:limit]
        encoding = value(self.fields, "content-transfer-encoding").lower().split(";")[0].strip()
        if encoding == "quoted-printable":
            return binascii.a2b_qp(raw)
        if encoding == "base64":
            return _base64_lines(raw)
        return raw

    def text(self) -> str:
        """The text of a text part; NULs are dropped."""
        limit = MAX_HTML_BYTES if self.kind.word == "text/html" else MAX_TEXT_BYTES
        return decode(self.payload(limit), self.kind.get("charset")).replace("\0", "")


def _base64_lines(raw: bytes) -> bytes:
    """Base64 up to the first line that is none (a footer that some gateway appended), and that line and all after."""
    lines = raw.splitlines(keepends=True)
    good = 0
    while good < len(lines) and not _NOT_BASE64.search(lines[good]):
        good += 1
        if lines[good - 1].rstrip().endswith(b"="):
            break  # padding ends it: what follows is something else, even if it looks alike
    rest = b"".join(lines[good:])
    return base64_bytes(b"".join(lines[:good])) + (b"\n" + rest if rest.strip() else b"")


@dataclass(frozen=True, slots=True)
class MimeMessage:
    """A whole mail. `too_deep` says that its parts are nested as no mail program nests them."""

    root: Part
    too_deep: bool = False

    @property
    def fields(self) -> Fields:
        """The mail's own header fields."""
        return self.root.fields


def parse(raw: bytes) -> MimeMessage:
    """The tree of a mail. Any bytes are some mail: without a header all is body, without a boundary it is guessed.

    The last ones are kept: who takes a mail in and who handles it each want it.
    """
    return _kept(raw) if len(raw) <= MAX_KEPT else _read(raw)


@lru_cache(maxsize=16)
def _kept(raw: bytes) -> MimeMessage:
    return _read(raw)


def _read(raw: bytes) -> MimeMessage:
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    mbox = raw.startswith((b"From ", b">From "))
    if mbox:
        raw = raw.partition(b"\n")[2]
    fields, body = split(raw)
    if mbox:
        body = _ESCAPED_FROM.sub(rb"\1", body)
    tree = _Tree()
    return MimeMessage(tree.part(fields, body, 0), tree.too_deep)


class _Tree:
    """Builds the parts and counts them."""

    def __init__(self) -> None:
        self.left = MAX_PARTS
        self.too_deep = False

    def part(self, fields: Fields, body: bytes, depth: int, default: str = "text/plain") -> Part:
        """One part, with those within it as far as the bounds allow."""
        kind = content_type(value(fields, "content-type"), default)
        if depth >= MAX_DEPTH and kind.word.startswith(("multipart/", "message/")):
            self.too_deep = True
            return Part(fields, kind, body)
        if kind.word == "message/rfc822":
            inner = split(body.lstrip(b"\r\n"))
            return Part(fields, kind, body, (self.part(*inner, depth + 1),))
        if not kind.word.startswith("multipart/"):
            return Part(fields, kind, body)
        inner_default = "message/rfc822" if kind.word == "multipart/digest" else "text/plain"
        parts = []
        for piece in _pieces(body, kind.get("boundary")):
            if self.left <= 0:
                break
            self.left -= 1
            parts.append(self.part(*split(piece), depth + 1, inner_default))
        if not parts:  # nothing is divided: the words are simply there
            return Part(fields, MimeHeader("text/plain", kind.parameters), body)
        return Part(fields, kind, body, tuple(parts))


def _pieces(body: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the boundary lines. A boundary that does not occur is replaced by one that does."""
    marks = _marks(body, boundary.encode("utf-8", "replace")) if boundary else []
    if not marks:
        guess = _GUESSED_BOUNDARY.search(body)
        marks = _marks(body, guess[1]) if guess else []
    for number, mark in enumerate(marks):
        if mark[1]:
            return
        end = marks[number + 1].start() if number + 1 < len(marks) else len(body)
        piece = body[mark.end() : end]
        yield piece[2:] if piece[:2] == b"\r\n" else piece[1:]


def _marks(body: bytes, boundary: bytes) -> list[re.Match[bytes]]:
    """The boundary lines, at most as many as there may be parts."""
    line = re.compile(rb"(?:\A|\r?\n)--" + re.escape(boundary.rstrip()) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    marks = []
    for mark in line.finditer(body):
        marks.append(mark)
        if len(marks) > MAX_PARTS or mark[1]:
            break
    return marks
