"""Domain names: the one conversion between Unicode and ASCII, by IDNA 2008 with the mapping of UTS 46.

Non-transitional: `straße.de` is a name of its own (`xn--strae-oqa.de`) and never `strasse.de`, which is somebody
else's. A letter that would turn into a plain ASCII one (a full-width `ｅ`, the kelvin sign) makes a name that we do not
take: it would look like somebody else's too.
"""

from __future__ import annotations

import re
import unicodedata

import idna

_ASCII_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?", re.ASCII)
_DOTS = str.maketrans("。．｡", "...")


def canonical_domain(text: str) -> str:
    """The domain in lower-case Unicode, however it was written; "" if it is none.

    An address literal (`[192.0.2.1]`) is nobody's home.
    """
    labels = [_canonical_label(label) for label in text.translate(_DOTS).removesuffix(".").split(".")]
    return ".".join(labels) if all(labels) else ""


def ascii_domain(domain: str) -> str:
    """The domain as it goes on the wire and into the DNS. What no such name can stand for stays as it is."""
    return domain if domain.isascii() else ".".join(_ascii_label(label) or label for label in domain.split("."))


def folds_into_ascii(text: str) -> bool:
    """Is there a character that compares as plain ASCII though it is none (K for k, ａ for a, ﬁ for fi)?"""
    return not text.isascii() and any(
        char > "\x7f" and unicodedata.normalize("NFKC", char).lower().isascii() for char in text
    )


def _canonical_label(label: str) -> str:
    if label.isascii():
        label = label.lower()
        if not _ASCII_LABEL.fullmatch(label):
            return ""
        return label if not label.startswith("xn--") else _unicode_label(label)
    if folds_into_ascii(label) or any(_is_no_letter(char) for char in label):
        return ""
    return _unicode_label(_ascii_label(label))


def _is_no_letter(char: str) -> bool:
    """Neither letter, mark, digit nor hyphen: the mapping would drop what is invisible, and make one name of two."""
    return char != "-" and unicodedata.category(char)[0] not in "LMN"


def _ascii_label(label: str) -> str:
    """`xn--…`, or the label if it is ASCII; "" if it is not allowed."""
    if label.isascii():
        return label
    try:
        return idna.encode(label, uts46=True, transitional=False).decode("ascii")
    except idna.IDNAError:
        return ""


def _unicode_label(label: str) -> str:
    """What an `xn--` label says; "" if it says nothing, or is not what that would be written as."""
    try:
        decoded = idna.ulabel(label)
        return decoded if idna.alabel(decoded).decode("ascii") == label else ""
    except (idna.IDNAError, UnicodeError):
        return ""
