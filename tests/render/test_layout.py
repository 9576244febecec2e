"""Wrapping and HTML paragraphs, and the links that carry an order."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from hypothesis import given
from hypothesis import strategies as st

from pbem.render import layout

VERBS = frozenset({"play", "help", "no"})


def test_a_long_line_is_broken_between_words() -> None:
    text = layout.wrap("word " * 40, VERBS)
    assert all(len(line) <= 72 for line in text.splitlines())
    assert text.split() == ["word"] * 40


def test_a_list_item_goes_on_under_its_text() -> None:
    assert layout.wrap("- one two three four", VERBS, 12) == "- one two\n  three four"


def test_no_line_begins_with_a_card_an_offer_or_a_verb() -> None:
    text = "aaaa bbbb QS cccc dddd [PLAY QS] eeee ffff Help, gggg hhhh Q♠ iiii no jjjj 14R kkkk"
    for width in range(14, 60):
        for line in layout.wrap(text, VERBS, width).splitlines()[1:]:
            first = line.split()[0].strip("[],").casefold()
            assert first not in {"qs", "q♠", "14r", "play", "help", "no"}, (width, line)


def test_an_offer_is_never_torn_apart() -> None:
    for width in range(20, 60):
        assert "[MOON ADD]" in layout.wrap(
            "It is time to choose and you could say [MOON ADD] or else not.", VERBS, width
        )


def test_a_row_of_offers_longer_than_a_line_is_broken_between_them() -> None:
    offers = ["[SET ZONE Europe/Berlin]", "[SET REMIND OFF]", "[SET CONFIRM ON]", "[SET NEWS TURN]"]
    for width in range(34, 72):
        lines = layout.wrap(f"To change one: {', '.join(offers)}.", VERBS, width).splitlines()
        assert all(any(offer in line for line in lines) for offer in offers), lines


def test_a_firm_text_stays_on_one_line() -> None:
    text = "until " + layout.firm("Tuesday 3 March 2026, 19:07 CET")
    assert layout.wrap("x " * 25 + text).splitlines()[-1] == "Tuesday 3 March 2026, 19:07 CET"


def test_wide_characters_count_twice() -> None:
    text = layout.wrap("東京 " * 30)
    assert all(layout.columns(line) <= 72 for line in text.splitlines())
    assert layout.columns("♠ A 東") == 6


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Mn", "Me"]), max_size=400))
def test_whatever_is_wrapped_keeps_its_letters_and_fits(text: str) -> None:
    wrapped = layout.wrap(text, VERBS)
    assert all(layout.columns(line) <= 72 for line in wrapped.split("\n"))
    assert "".join(wrapped.replace(layout.TORN, "").split()) == "".join(text.replace(layout.TORN, "").split())


def test_a_row_of_cards_longer_than_a_line_goes_on_behind_a_mark() -> None:
    lines = layout.wrap("Left out: " + "QS " * 40).splitlines()
    assert lines[-1].startswith("[...] QS")


def test_a_word_longer_than_a_line_is_cut_where_the_line_ends() -> None:
    assert layout.wrap("x" * 30, VERBS, 20) == f"{'x' * 20}\n[...] {'x' * 10}"


def test_cards_longer_than_a_line_are_cut_between_two_of_them() -> None:
    assert layout.wrap("QS KS AS 10S 9S", VERBS, 12) == "QS KS AS\n[...] 10S 9S"


@given(st.text(max_size=400))
def test_every_line_that_a_player_said_stands_behind_who_said_it(text: str) -> None:
    for line in layout.prefixed(text, "Said by bob: ").splitlines():
        assert line.startswith("Said by bob: ")
        assert "[" not in line


def test_tidy_keeps_the_signature_mark_and_drops_gaps() -> None:
    assert layout.tidy("\n\na  \n\n\n\nb\n\n-- \nc\n\n") == "a\n\nb\n\n-- \nc\n"


def test_a_link_holds_plus_blanks_and_line_ends_safely() -> None:
    link = layout.mailto("hearts+ab1@example.org", "[Hearts 12] Deal 3", "PASS 2C\n3C & more?")
    assert link.startswith("mailto:hearts%2Bab1@example.org?subject=%5BHearts%2012%5D%20Deal%203&body=PASS%202C%0D%0A")
    assert "+" not in link
    assert parse_qs(link.partition("?")[2])["body"] == ["PASS 2C\r\n3C & more?"]


def test_paragraphs_escape_break_and_link() -> None:
    html = layout.paragraphs("a < b\nQS and 10H\n\nsee [HELP] or [SAY your words]", "h+1@example.org", "S")
    assert "a &lt; b<br>" in html
    assert "Q\u200c♠\ufe0e" in html
    assert '10\u200c<span class="r" style="color:' in html
    assert html.count("<a ") == 1
    assert ">HELP</a>]" in html
    assert "[SAY your words]" in html
    assert html.count("<p ") == 2


def test_a_card_in_quotation_marks_stays_as_it_is_typed() -> None:
    assert '"QS"' in str(layout.inline('write "QS" for it', "", "")).replace("&#34;", '"')


def test_a_card_offered_in_a_text_is_a_link_that_plays_it() -> None:
    assert "body=PLAY%2010H" in str(layout.inline("You may play: [10H]", "h@example.org", "S"))


def test_a_quoted_line_is_short_and_without_brackets() -> None:
    assert layout.quoted("  [RESIGN]\n" + "x" * 90) == "(RESIGN) " + "x" * 38 + "…"


def test_lines_with_a_dash_are_a_list_close_to_the_words_before_it() -> None:
    html = layout.paragraphs("Seats:\n- alice\n- bob [JOIN]\nThat is all.\n\nMore.", "hearts@example.org", "Re: x")
    assert [piece for piece in re.findall(r"<(/?\w+)", html) if piece not in ("a", "/a")] == [
        "p", "/p", "ul", "li", "/li", "li", "/li", "/ul", "p", "/p", "p", "/p",
    ]  # fmt: skip
    assert "<li>alice</li>" in html
    assert 'margin:0 0 4px">Seats:' in html
    assert ">JOIN</a>]</li>" in html
