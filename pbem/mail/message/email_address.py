"""Addresses: one spelling for comparing, strict reading of From, and the tags in our own address."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from pbem.mail.message.domain_name import ascii_domain, canonical_domain, folds_into_ascii
from pbem.mail.message.headers import Fields, values, words

MAX_ADDRESSES = 100
MAX_LIST_TEXT = 8 * 1024
MAX_NAME = 60

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\u00a1-\uffff\U00010000-\U0010ffff-]+")
_PLAIN = re.compile(r'(?:"([^"<>@\\]*)"\s*|([^"<>()@,;:\\]*))<([^<>\s"(),;:\\]+)>')

_BARE = re.compile(r'[^\s<>()"\\,;:]{1,320}')


@lru_cache(maxsize=1024)  # of a letter's sixteen or so most are our own
def canonical(text: str) -> str:
    """The one spelling of an address for comparing; "" if `text` is not exactly one valid address.

    Everything is lower case, the local part too: some mail systems change its case, and two mailboxes that differ
    by case only do not happen to people. International domains are Unicode, however they were written
    (`domain_name`). What only compares like another address, by a letter in disguise, is none.
    """
    text = text.strip()
    if text[:1] == "<" and text[-1:] == ">":
        text = text[1:-1].strip()
    if len(text) > 320:
        return ""
    local, at, domain = text.rpartition("@")
    if len(local) > 2 and local[0] == local[-1] == '"':
        local = local[1:-1]
    if not at or not _LOCAL.fullmatch(local) or not _visible(local) or not local.strip("."):
        return ""
    local = unicodedata.normalize("NFC", local).lower()
    domain = canonical_domain(domain)
    whole = f"{local}@{domain}"
    if not domain or len(local.encode()) > 64 or len(to_ascii(whole).encode()) > 254:
        return ""
    return whole


def _visible(local: str) -> bool:
    """Nothing invisible, no blank, no second `@` and no ASCII letter in disguise."""
    return local.isascii() or (
        not folds_into_ascii(local)
        and all(
            unicodedata.category(char)[0] not in "CZ" and "@" not in unicodedata.normalize("NFKC", char)
            for char in local
            if char > "\x7f"
        )
    )


def to_ascii(address: str) -> str:
    """The address with its domain as A-labels, as it goes on the wire. The local part is never changed."""
    local, at, domain = address.rpartition("@")
    return local + at + ascii_domain(domain)


def domain_of(address: str) -> str:
    """The canonical domain of an address, "" if it is no address."""
    return canonical(address).rpartition("@")[2]


def with_tag(address: str, delimiter: str, tag: str) -> str:
    """Our address with a tag; as it is where the mailbox has no sub-addresses (`delimiter` is "")."""
    if not delimiter or not tag:
        return address
    local, _, domain = address.rpartition("@")
    return f"{local}{delimiter}{tag}@{domain}"


def tag_of(address: str, own: str, delimiter: str) -> str | None:
    """The tag in lower case, if `address` is our address `own` with one; otherwise None."""
    local, _, domain = canonical(address).rpartition("@")
    own_local, _, own_domain = canonical(own).rpartition("@")
    if not delimiter or not own_domain or domain != own_domain or not local.startswith(own_local + delimiter):
        return None
    return local[len(own_local) + len(delimiter) :] or None


def clean_name(text: str) -> str:
    """A display name fit to be shown: one line, no controls or invisible marks, not too long. Never trusted."""
    shown = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text[:1000])
    return " ".join(unicodedata.normalize("NFC", shown).split()).strip("\"' ")[:MAX_NAME].strip()


@dataclass(frozen=True, slots=True)
class Mailbox:
    """One mailbox of an address field. `sure` is False where two programs could read it as two different people."""

    name: str
    address: str  # canonical, "" if it is none
    sure: bool = True


def sender_of(fields: Fields) -> Mailbox:
    """Who wrote, if exactly one From field names exactly one address beyond doubt; otherwise the empty mailbox."""
    found = values(fields, "from")
    boxes = mailboxes(found[0]) if len(found) == 1 else ()
    if len(boxes) != 1 or not boxes[0].sure or not boxes[0].address:
        return Mailbox("", "", sure=False)
    return boxes[0]


def mailboxes(text: str) -> tuple[Mailbox, ...]:
    """The mailboxes of an address list, in one pass over it; groups give their members, marked as not sure."""
    plain = _PLAIN.fullmatch(text.strip()) if len(text) < 400 else None
    if plain:
        return (Mailbox(clean_name(words(plain[1] or plain[2] or "")), canonical(plain[3])),)
    if _BARE.fullmatch(text):
        return (Mailbox("", canonical(text)),)
    scan = _Scan()
    for char in text[:MAX_LIST_TEXT]:
        scan.take(char)
        if len(scan.found) >= MAX_ADDRESSES:
            break
    scan.finish()
    return tuple(scan.found)


class _Scan:
    """A reader of one address list, a character at a time: no recursion, so no depth of brackets can hurt it."""

    def __init__(self) -> None:
        self.found: list[Mailbox] = []
        self.group = False
        self._start()

    def _start(self) -> None:
        self.phrase: list[str] = []  # the words outside brackets, quoted or not
        self.bare: list[str] = []  # of these the unquoted
        self.angle: list[str] = []
        self.comment: list[str] = []
        self.angles = self.depth = 0
        self.quoted = self.in_angle = self.escaped = self.odd = False

    def take(self, char: str) -> None:
        """One more character."""
        if self.escaped:
            self.escaped = False
            self._put(char)
        elif char == "\\" and (self.quoted or self.depth):
            self.escaped = True
        elif self.depth:
            self._in_comment(char)
        elif char == '"':
            self.quoted = not self.quoted
            if self.in_angle:
                self.angle.append(char)
        elif self.quoted:
            self._put(char)
        elif char == "(":
            self.depth = 1
        elif char in "<>":
            self._bracket(char)
        elif char in ",;" and not self.in_angle:
            self.finish()
            self.group = self.group and char != ";"
        elif char == ":" and not self.in_angle:
            self._start()
            self.group = True
        else:
            self._put(char)

    def _in_comment(self, char: str) -> None:
        self.depth += {"(": 1, ")": -1}.get(char, 0)
        self.odd = self.odd or char == '"'  # some programs take a quote in a comment for one
        if self.depth:
            self.comment.append(char)

    def _bracket(self, char: str) -> None:
        self.odd = self.odd or self.in_angle == (char == "<")
        self.in_angle = char == "<"
        self.angles += char == "<"

    def _put(self, char: str) -> None:
        if self.depth:
            self.comment.append(char)
        elif self.in_angle:
            self.angle.append(char)
        else:
            self.phrase.append(char)
            if not self.quoted:
                self.bare.append(char)

    def finish(self) -> None:
        """The mailbox read so far, if any, is complete."""
        phrase, bare, angle = "".join(self.phrase).strip(), "".join(self.bare).strip(), "".join(self.angle)
        if self.angles or phrase:
            address = canonical(angle if self.angles else bare)
            sure = not (self.odd or self.quoted or self.depth or self.in_angle or self.group or self.angles > 1)
            name = clean_name(words(phrase if self.angles else "".join(self.comment)))
            self.found.append(Mailbox(name, address, sure))
        self._start()
