"""HTML is read as a person sees it."""

from __future__ import annotations

import pytest

from pbem.mail.message.html_text import HISTORY, MAX_SOURCE, lines_of

PAGES = [
    ("a<br>b", ["a", "b"]),
    ("<p>a</p><p>b</p>", ["a", "b"]),
    ("<div>a</div>\n<div><br></div>\n<div>b</div>", ["a", "", "b"]),
    ("a\n  b\tc", ["a b c"]),
    ("a&nbsp;b", ["a\xa0b"]),
    ("Q<b>S</b>", ["QS"]),
    ("<td>Q</td><td>S</td>", ["Q S"]),
    ("<blockquote>a<blockquote>b</blockquote>c</blockquote>d", ["> a", "> > b", "> c", "d"]),
    ('<blockquote type="cite">a</blockquote>b', ["> a", "b"]),
    ("<head><title>x</title></head>a", ["a"]),
    ("<style>x</style>a<script>y</script>", ["a"]),
    ("<!-- x > y -->a", ["a"]),
    ("<!-- x", []),
    ("a<?xml x?>b", ["ab"]),
    ("a < b > c <3", ["a < b > c <3"]),
    ("<a href='x>y'>z</a>", ["z"]),
    ('<a title="x>y" b>z</a>', ["z"]),
    ('<a title="x>z', ["z"]),
    ("<p hidden", []),
    ("<p>a</p></p></div></blockquote>b", ["a", "b"]),
    ("<pre>a\n\nb\n</pre>c", ["a", "", "b", "c"]),
    ('<div style="white-space: pre-wrap">a\nb</div>', ["a", "b"]),
    ('<span style="Display:None">x</span>a', ["a"]),
    ('<span style="display:none">x<span>y</span></span>a', ["a"]),
    ('a<div id="appendonsend"></div>b', ["a", HISTORY, "b"]),
    ("<title>never closed", ["never closed"]),
    ("İ<STYLE>x</STYLE>a", ["İa"]),
    ("", []),
]


@pytest.mark.parametrize(("source", "expected"), PAGES)
def test_a_page_gives_its_visible_lines(source: str, expected: list[str]) -> None:
    assert lines_of(source) == expected


def test_styles_of_any_length_do_not_hide_the_first_word() -> None:
    styles = "<STYLE>p{margin:0}" + "x" * 150_000 + "</Style>"
    assert lines_of(f"<p>a</p><head>{styles}{styles}</head><body><p>b</p>") == ["a", "b"]
    assert lines_of("<p>a</p>" + "<style>" + "x" * 150_000) == ["a", "x" * (MAX_SOURCE - 15)]


def test_a_bare_blockquote_may_be_an_indent() -> None:
    assert lines_of("<blockquote style='margin:0'>a</blockquote>", lenient=True) == ["a"]
    assert lines_of('<blockquote class="gmail_quote">a</blockquote>', lenient=True) == ["> a"]


def test_quoting_holds_below_any_depth_of_elements() -> None:
    deep = "<blockquote>" + "<div>" * 1000 + "a" + "</div>" * 1000 + "b</blockquote>c"
    assert lines_of(deep) == ["> a", "> b", "c"]
