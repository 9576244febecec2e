"""Header fields by our own few rules: linear in their length, and never an exception, whatever stands in them."""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field

from pbem.mail.message.charset import decode

MAX_HEADER_BYTES = 64 * 1024
MAX_FIELDS = 400
MAX_VALUE = 8 * 1024
MAX_PARAMETERS_TEXT = 1000

Fields = tuple[tuple[str, str], ...]

CUT_SHORT = ("", "")
"""The last field of a header that is too long to be read whole: what stands below it nobody has seen."""

_NAME = re.compile(rb"[!-9;-~]{1,100}")
# What our own mail server wrote is believed only as it writes it. A blank before the colon (RFC 822 had it) would get a
# forged field past those who strip them, so such a field keeps its blank and goes by that name: nobody asks for it.
_SERVERS_OWN = frozenset(
    [
        b"authentication-results", b"arc-authentication-results", b"arc-seal", b"return-path", b"delivered-to",
        b"x-original-to", b"envelope-to", b"x-gm-original-to", b"received",
    ]
)  # fmt: skip
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_CONTROLS = {**dict.fromkeys(range(32), " "), 0: None, 0x7F: None}
_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=")
_PARAMETER = re.compile(r';\s*([^=;\s]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)')
_TYPE = re.compile(r"[\w.+-]{1,100}/[\w.+-]{1,100}", re.ASCII)
_ID = re.compile(r"<\s*\[?([^<>\s\[\]]{1,500})\]?\s*>")


def split(raw: bytes) -> tuple[Fields, bytes]:
    """The header fields, unfolded, and the body. As in an MTA, a line that is no field begins the body."""
    fields: list[tuple[bytes, list[bytes]]] = []
    at = 0
    while at < len(raw):
        if at > MAX_HEADER_BYTES or len(fields) > MAX_FIELDS:
            blank = _BLANK_LINE.search(raw, at)
            return (*_named(fields), CUT_SHORT), raw[blank.end() if blank else len(raw) :]
        end = raw.find(b"\n", at)
        line = raw[at : end if end >= 0 else len(raw)].rstrip(b"\r")
        after = end + 1 if end >= 0 else len(raw)
        if not line:
            at = after
            break
        name, colon, value = line.partition(b":")
        if line[:1] in b" \t" and fields:
            fields[-1][1].append(line)
        elif colon and _NAME.fullmatch(name.rstrip()):
            exact = name.rstrip().lower() in _SERVERS_OWN
            fields.append((name if exact else name.rstrip(), [value]))
        else:
            break
        at = after
    return _named(fields), raw[at:]


def _named(fields: list[tuple[bytes, list[bytes]]]) -> Fields:
    return tuple((name.decode("ascii").lower(), _text(parts)) for name, parts in fields)


def _text(parts: list[bytes]) -> str:
    """One unfolded value. Raw bytes are UTF-8 (RFC 6532) or else taken for Western; a bare CR is a blank."""
    raw = b" ".join(part.strip() for part in parts)[:MAX_VALUE]
    return decode(raw, "us-ascii").translate(_CONTROLS).strip()


def values(fields: Fields, name: str) -> tuple[str, ...]:
    """All values of one field, from the top."""
    return tuple(value for key, value in fields if key == name)


def value(fields: Fields, name: str) -> str:
    """The first value of a field, "" if it is not there."""
    return next((value for key, value in fields if key == name), "")


def lowest(fields: Fields, name: str) -> str:
    """The last value of a field, "" if it is not there: the one that a signature covers, whatever was put on top."""
    return next((value for key, value in reversed(fields) if key == name), "")


def words(text: str) -> str:
    """RFC 2047 encoded words decoded; neighbours of one charset are joined before, since clients cut characters."""
    if "=?" not in text:
        return text
    out: list[str] = []
    pending, label, at = b"", "", 0
    for word in _WORD.finditer(text):
        between = text[at : word.start()]
        if between.strip() or (not pending and between):
            out += [decode(pending, label), between]
            pending = b""
        charset = word[1].partition("*")[0].lower()
        if pending and charset != label:
            out.append(decode(pending, label))
            pending = b""
        label = charset
        pending += _word_bytes(word[2], word[3])
        at = word.end()
    return "".join([*out, decode(pending, label), text[at:]])


def _word_bytes(encoding: str, text: str) -> bytes:
    """The bytes of one encoded word; broken base64 gives what can be had of it."""
    raw = text.encode("ascii", "ignore")
    if encoding in "qQ":
        return binascii.a2b_qp(raw, header=True)
    return base64_bytes(raw)


def base64_bytes(raw: bytes) -> bytes:
    """Base64 with everything foreign left out and the missing padding put back."""
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", raw)
    if len(kept) % 4 == 1:
        kept = kept[:-1]
    return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4))


def ids(text: str) -> tuple[str, ...]:
    """The message ids in a field, in order, without brackets (Exchange writes `<[id]>`)."""
    found = tuple(match[1] for match in _ID.finditer(text))
    if found or "<" in text:
        return found
    return tuple(word for word in text.split()[:20] if "@" in word and len(word) <= 500)


@dataclass(frozen=True, slots=True)
class MimeHeader:
    """A content type or disposition: its word, and the parameters."""

    word: str
    parameters: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A parameter, "" if it is not there."""
        return self.parameters.get(name, "")


def content_type(text: str, default: str = "text/plain") -> MimeHeader:
    """A Content-Type. What is none (an encoded word, a bare word) counts as `default`, as RFC 2045 §5.2 says."""
    kind = parameters(text)
    return kind if _TYPE.fullmatch(kind.word) else MimeHeader(default, kind.parameters)


def parameters(text: str) -> MimeHeader:
    """`word; name=value; name="value"`, with the pieces of RFC 2231 (`name*0`, `name*`) put together."""
    text = text[:MAX_PARAMETERS_TEXT]
    word, semicolon, _ = text.partition(";")
    found: dict[str, str] = {}
    if semicolon:
        for match in _PARAMETER.finditer(text):
            name, star, _ = match[1].lower().partition("*")
            given = match[2].strip()
            if given[:1] == '"':
                given = re.sub(r"\\(.)", r"\1", given[1:].rstrip('"'))
            found[name] = found.get(name, "") + given if star else found.get(name) or given
    return MimeHeader(word.strip().lower(), found)
