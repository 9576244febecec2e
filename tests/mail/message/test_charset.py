"""Charset labels as they come, and bytes that are not what their label says."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.message.charset import codec_of, decode

LABELS = [
    ("utf-8", "utf-8"), ("UTF8", "utf-8"), ("uft-8  euao6y69", "utf-8"), ('"utf-8"', "utf-8"), ("utf-8*en", "utf-8"),
    ("us-ascii", "cp1252"), ("ISO-8859-1", "cp1252"), ("latin1", "cp1252"), ("iso8859_1", "cp1252"),
    ("cp-850", "cp850"), ("windows1252", "cp1252"), ("windows-1251", "cp1251"), ("iso-8859-8-i", "iso8859-8"),
    ("GB2312", "gb18030"), ("gbk", "gb18030"), ("big5", "big5hkscs"), ("ks_c_5601-1987", "cp949"), ("euc-kr", "cp949"),
    ("Shift_JIS", "cp932"), ("iso-2022-jp", "iso2022_jp_ext"), ("utf-16le", "utf-16-le"), ("KOI8-U", "koi8-u"),
]  # fmt: skip
REFUSED = [
    "", "x-bogus-7", "utf-7", "UTF_7", "unicode-1-1-utf-7", "base64", "rot13", "hex", "zlib", "idna",
    "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "charmap", "utf-8\0x", "ütf-8", "../../x",
    "a" * 500, "aliases",
]  # fmt: skip


@pytest.mark.parametrize(("label", "codec"), LABELS)
def test_a_label_is_read_as_what_programs_send_under_it(label: str, codec: str) -> None:
    assert codec_of(label) == codecs.lookup(codec).name


@pytest.mark.parametrize("label", REFUSED)
def test_what_is_no_charset_or_hides_its_text_is_refused(label: str) -> None:
    assert codec_of(label) == ""


def test_bytes_that_are_utf_8_are_read_so_whatever_a_western_label_says() -> None:
    assert decode("♠Q".encode(), "iso-8859-1") == "♠Q"
    assert decode("♠Q".encode(), "x-bogus") == "♠Q"
    assert decode(b"\xef\xbb\xbfPLAY", "") == "PLAY"


def test_windows_characters_are_read_under_latin_1() -> None:
    assert decode(b"QS \x96 merci \xe0 tous", "iso-8859-1") == "QS – merci à tous"


def test_broken_utf_8_keeps_its_good_characters() -> None:
    assert decode("♠♥".encode()[:-1], "utf-8") == "♠\ufffd"
    assert decode(b"Gr\xfc\xdfe", "utf-8") == "Grüße"


def test_a_label_that_lies_is_not_believed() -> None:
    assert decode("Grüße".encode(), "iso-2022-jp") == "Grüße"
    assert "PLAY QS" in decode(b"PLAY QS \xff\xfe", "euc-jp")


def test_utf_7_stays_as_it_is_written() -> None:
    assert decode(b"+AFAATABBAFk- QS", "utf-7") == "+AFAATABBAFk- QS"


@given(st.binary(max_size=200), st.sampled_from([label for label, _ in LABELS] + REFUSED) | st.text(max_size=20))
def test_decoding_never_fails(raw: bytes, label: str) -> None:
    assert isinstance(decode(raw, label), str)
