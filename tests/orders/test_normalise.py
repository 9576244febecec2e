"""What mail programs and keyboards do to a line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.normalise import MAX_LINE, normalise, relined, unmasked


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("PLAY QS", "PLAY QS"),
        ("  PLAY \t QS  ", "PLAY QS"),
        ("PLAY\u00a0QS", "PLAY QS"),
        ("PLAY\u2003\u202fQS", "PLAY QS"),
        ("\ufeffPLAY\u200b QS\u2060", "PLAY QS"),
        ("P\u200dLAY Q\u00adS", "PLAY QS"),
        ("\u200f\u202bPLAY QS\u202c\u200e", "PLAY QS"),
        ("ＰＬＡＹ\u3000ＱＳ", "PLAY QS"),
        ("１０Ｈ", "10H"),
        ("𝐏𝐋𝐀𝐘 𝐐𝐒", "PLAY QS"),
        ("Q♠", "Q♠"),
        ("Q♤", "Q♠"),
        ("Q♠\ufe0e", "Q♠"),
        ("Q♠\ufe0f", "Q♠"),
        ("10♡ 10❤\ufe0f 10♥", "10♥ 10♥ 10♥"),
        ("9♢ 9♦ 3♧ 3♣", "9♦ 9♦ 3♣ 3♣"),
        ("🂭 🂡 🃚 🃎", "QS AS 10C KD"),
        ("“PLAY QS”", "PLAY QS"),
        ("«PLAY QS»", "PLAY QS"),
        ("‘PLAY QS’", "PLAY QS"),
        ("I’ll play QS", "I'll play QS"),
        ("`PLAY QS`", "PLAY QS"),
        ("*PLAY QS*", "PLAY QS"),
        ("**PLAY QS**", "PLAY QS"),
        ("_PLAY QS_", "PLAY QS"),
        ("*_PLAY QS_*", "PLAY QS"),
        ("PLAY QS.", "PLAY QS"),
        ("*PLAY QS*.", "PLAY QS"),
        ("*PLAY QS.*", "PLAY QS"),
        ("PLAY QS!", "PLAY QS"),
        ("PLAY QS!!!", "PLAY QS"),
        ("PLAY QS。", "PLAY QS。"),
        ("- PLAY QS", "PLAY QS"),
        ("– PLAY QS", "PLAY QS"),
        ("* PLAY QS", "PLAY QS"),
        ("• PLAY QS", "PLAY QS"),
        ("QS...", "QS..."),
        ("QS…", "QS..."),
        ("QS?", "QS?"),
        ("a – b — c", "a - b - c"),
        ("", ""),
        ("* _ *", ""),
    ],
)
def test_a_line_is_made_plain(raw: str, plain: str) -> None:
    assert normalise(raw).plain == plain


def test_the_line_as_written_is_kept_beside_the_plain_one() -> None:
    line = normalise("  *Say*  “Hello”, Ærøskøbing ")
    assert line.written == "*Say*  “Hello”, Ærøskøbing"
    assert line.plain == 'Say* "Hello", Ærøskøbing'
    assert line.folded == 'say* "hello", ærøskøbing'


def test_the_written_line_can_begin_no_new_line_and_turn_no_direction() -> None:
    line = normalise("hello\u2028PLAY\x0bQS\u2029\x85\x1b[2J\u202eabc\u2066")
    assert line.written == "hello PLAY QS   [2Jabc"
    assert len(line.written.splitlines()) == 1


@pytest.mark.parametrize("raw", ["[QS]", "[PLAY QS]", "PLAY [QS]", "［QS］", "QS]", "> PLAY QS", ">QS", "| QS"])
def test_brackets_and_quoting_make_a_line_inert(raw: str) -> None:
    assert normalise(raw).inert


@pytest.mark.parametrize("raw", ["QS", "*QS*", "_QS_", "(QS)", "- QS"])
def test_emphasis_does_not_make_a_line_inert(raw: str) -> None:
    assert not normalise(raw).inert


def test_an_exclamation_mark_is_remembered() -> None:
    assert normalise("Ah!").stressed
    assert not normalise("Ah.").stressed


def test_a_line_longer_than_is_read_says_so() -> None:
    assert normalise("x" * MAX_LINE).whole
    assert not normalise("PLAY QS" + " " * MAX_LINE + "or not").whole


def test_a_line_that_grows_in_normalisation_is_cut_too() -> None:
    line = normalise("\ufdfa" * 900)
    assert not line.whole
    assert len(line.plain) <= MAX_LINE


@pytest.mark.parametrize(
    ("raw", "latin"),
    [
        ("PLАY QЅ", "PLAY QS"),
        ("РАSS QS", "PASS QS"),
        ("АН", "AH"),
        ("ΚΗ", "KH"),
        ("ѕау hello", "say hello"),
    ],
)
def test_look_alike_letters_are_read_as_the_latin_ones_they_resemble(raw: str, latin: str) -> None:
    line = unmasked(normalise(raw))
    assert line is not None
    assert line.plain == latin


@pytest.mark.parametrize("raw", ["PLAY QS", "Grüße", "Привет", "你好", "Q♠"])
def test_a_line_that_resembles_nothing_is_not_unmasked_into_an_order(raw: str) -> None:
    line = unmasked(normalise(raw))
    assert line is None or not line.plain.isascii()


def test_a_shorter_plain_text_keeps_the_written_line() -> None:
    line = relined(normalise("“PLAY QS” — South"), 'PLAY QS"')
    assert (line.plain, line.written) == ("PLAY QS", "“PLAY QS” — South")


@given(st.text(max_size=300))
def test_a_plain_line_has_single_blanks_and_nothing_invisible(raw: str) -> None:
    plain = normalise(raw).plain
    assert plain == " ".join(plain.split())
    assert not any(unicodedata.category(c) == "Cf" for c in plain if c not in unicodedata.normalize("NFKC", c))
    assert plain == plain.strip()


@given(st.text(max_size=300))
def test_a_written_line_is_one_line(raw: str) -> None:
    assert len(normalise(raw).written.splitlines()) <= 1
