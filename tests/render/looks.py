"""What a mail's HTML looks like, worked out without a browser: colours in light and dark, and its words as programs
flatten them to text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset({"br", "meta", "hr", "img"})
RULE = re.compile(r"\.(\w+)\{([^}]*)\}")
BLOCKS = frozenset({"p", "div", "tr", "table", "caption", "h1", "h2", "ul", "li", "body"})
CELLS = frozenset({"td", "th"})


def dark_rules(html: str) -> dict[str, dict[str, str]]:
    """What each class becomes on a dark screen."""
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    rules = RULE.findall(style[1].partition("prefers-color-scheme:dark")[2])
    return {name: _declared(body.replace("!important", "")) for name, body in rules}


def _declared(style: str) -> dict[str, str]:
    return {key.strip(): value.strip() for key, _, value in (one.partition(":") for one in style.split(";")) if value}


class _Colours(HTMLParser):
    """Every text with its colour and what is behind it; colours are inherited, as a browser does it."""

    def __init__(self, rules: dict[str, dict[str, str]]) -> None:
        super().__init__()
        self.pairs: dict[tuple[str, str], str] = {}
        self._rules = rules
        self._open: list[tuple[str, str, str]] = [("", "", "")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        told = {key: value or "" for key, value in attrs}
        style = _declared(told.get("style", ""))
        for name in told.get("class", "").split():
            style |= self._rules.get(name, {})
        hidden = style.get("display") == "none" or tag in ("style", "title")
        _, colour, behind = self._open[-1]
        if tag == "a" and "color" not in style:
            assert "text-decoration" in style, "a link in the program's own colour"
        colour, behind = style.get("color", colour), style.get("background-color", behind)
        self._open.append((tag, "" if hidden else colour, behind))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        _, colour, behind = self._open[-1]
        if data.strip() and colour:
            self.pairs.setdefault((colour, behind), data.strip())


def colours(html: str, dark: bool) -> dict[tuple[str, str], str]:
    """(colour, behind it) of all text, each with a sample."""
    parser = _Colours(dark_rules(html) if dark else {})
    parser.feed(html)
    return parser.pairs


def contrast(one: str, other: str) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


class _Flat(HTMLParser):
    """The words as a program's conversion to plain text has them."""

    def __init__(self, cell: str, styled: bool) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._cell, self._styled = cell, styled
        self._skipped = 0
        self._open: list[tuple[str, bool, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self.pieces.append("\n")
        if tag in VOID:
            return
        style = dict(attrs).get("style") or ""
        skipped = tag in ("style", "title") or (self._styled and "display:none" in style)
        block = tag in BLOCKS or (self._styled and "display:block" in style)
        self._skipped += skipped
        self._open.append((tag, block, skipped))
        self.pieces.append("\n" if block else "")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        _, block, skipped = self._open.pop()
        self._skipped -= skipped
        self.pieces.append("\n" if block else self._cell if tag in CELLS else "")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.pieces.append(re.sub(r"[ \n]+", " ", data))


def flattened(html: str) -> Iterator[list[str]]:
    """The lines that programs make of it: cells on lines of their own, in a row with tabs or blanks, or run together;
    faces whole or, where the program knows styles, rank and sign each on a line.
    """
    for styled in (True, False):
        for cell in ("\n", "\t", " ", ""):
            parser = _Flat(cell, styled)
            parser.feed(html)
            lines = "".join(parser.pieces).split("\n")
            yield [line.strip(" ") for line in lines if line.strip()]
