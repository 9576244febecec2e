"""Bytes to text, whatever the label says: wrong names, wrong charsets and junk are what mail is made of."""

from __future__ import annotations

import codecs
import re
from functools import lru_cache

# Names that Python does not know, or knows too narrowly: a label is read as the superset that programs really send.
_READ_AS = {
    "ascii": "cp1252", "us-ascii": "cp1252", "usascii": "cp1252", "ansi_x3.4-1968": "cp1252", "ansi": "cp1252",
    "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "iso_8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252",
    "windows-1252": "cp1252", "iso-8859-1-windows-3.1-latin-1": "cp1252", "x-ansi": "cp1252",
    "iso-8859-9": "cp1254", "latin5": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "windows-874": "cp874",
    "iso-8859-8-i": "iso8859_8", "iso-8859-8-e": "iso8859_8", "iso-8859-6-i": "iso8859_6", "iso-8859-6-e": "iso8859_6",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "gb_2312-80": "gb18030", "cn-gb": "gb18030",
    "big5": "big5hkscs", "x-x-big5": "big5hkscs", "cn-big5": "big5hkscs",
    "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "ksc5601": "cp949", "korean": "cp949",
    "shift_jis": "cp932", "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
    "iso-2022-jp": "iso2022_jp_ext", "x-mac-roman": "mac_roman", "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic", "unicode": "utf_16", "ucs-2": "utf_16", "utf8mb4": "utf-8", "uft-8": "utf-8",
    "utf-8-mac": "utf-8", "unicode-1-1-utf-8": "utf-8", "koi8-ru": "koi8_u", "koi": "koi8_r",
}  # fmt: skip
# Codecs that hide what they hold, or that are no charsets at all. UTF-7 smuggles line ends and brackets.
_REFUSED = frozenset(
    [
        "utf-7",
        "idna",
        "punycode",
        "undefined",
        "unicode-escape",
        "raw-unicode-escape",
        "charmap",
        "mbcs",
        "oem",
        "palmos",
    ]
)
_WESTERN = frozenset({"cp1252", ""})
_NUMBER = re.compile(r"(cp|windows|iso[-_]?8859|utf|koi8)[-_ ]?(\d{1,4}|[ru])(?:[-_](\d{1,2}|[bl]e))?")


def codec_of(label: str) -> str:
    """The Python codec for a charset label; "" if there is none that we trust."""
    return _codec_of(label[:200])


@lru_cache(maxsize=256)
def _codec_of(label: str) -> str:
    name = label.strip().strip("\"'").lower().partition("*")[0]
    name = (name.split() or [""])[0].rstrip(";,")[:40]
    if not name or not name.isascii():
        return ""
    for spelling in (_READ_AS.get(name, name), _respelt(name)):
        try:
            info = codecs.lookup(spelling)
        except (LookupError, ValueError):
            continue
        if info.name in _REFUSED or not getattr(info, "_is_text_encoding", False):
            return ""
        return _READ_AS.get(info.name, info.name)
    return ""


def _respelt(name: str) -> str:
    """`cp-850` and `windows1251` as Python spells them."""
    found = _NUMBER.fullmatch(name)
    if not found:
        return name
    family, number, extra = found.groups()
    family = {"windows": "cp"}.get(family, "iso8859" if family.startswith("iso") else family)
    spelt = f"{family}-{number}" if family in ("iso8859", "utf", "koi8") else f"{family}{number}"
    return f"{spelt}-{extra}" if extra else spelt


def decode(raw: bytes, label: str) -> str:
    """The text of `raw`. Never fails: the label first, then UTF-8, then Windows-1252 with marks for what is lost."""
    codec = codec_of(label)
    if codec in _WESTERN or codec == "utf-8":
        # Bytes above 127 that happen to be good UTF-8 are UTF-8, whatever a Western or unknown label says.
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            return raw.decode("utf-8" if codec == "utf-8" and _mostly_utf8(raw) else "cp1252", "replace")
    try:
        return raw.decode(codec)
    except (UnicodeError, ValueError):
        pass  # the label lies: the next is as likely as any
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(codec, "replace")


def _mostly_utf8(raw: bytes) -> bool:
    """Is this UTF-8 with a flaw (a cut character, a stray byte), rather than another charset altogether?"""
    text = raw.decode("utf-8", "replace")
    good = sum(1 for char in text if char > "\x7f" and char != "\ufffd")
    return 0 < good >= text.count("\ufffd")
