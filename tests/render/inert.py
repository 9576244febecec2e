"""Whether a text could be taken for an order, judged two ways: by shape, and by the parser of the language itself."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser

from pbem.commands import SPECS
from pbem.orders.brackets import copied
from pbem.orders.order import Asked, Order
from pbem.orders.parse import parse

CARD = r"(?:(?:10|[2-9TJQKA])[CDHS]|(?:1[0-4]|[1-9])[RYGB]|JK)"
VERB = "|".join(
    sorted({word.split()[0] for s in SPECS for word in (s.verb, *s.aliases) if word.isalpha() or " " in word})
)
ORDER_LIKE = re.compile(rf"(?:(?:{VERB})\b)?[\s,]*(?:{CARD}[\s,]*)*", re.IGNORECASE)
ASKED = (
    Asked(),
    Asked(verb="PLAY", count=1),
    Asked(verb="PASS", count=3),
    Asked(verb="MOON", choices=("add", "subtract")),
    Asked(verb="CHARGE", no="CHARGE"),
    Asked(verb="DISCARD", count=4),
    Asked(verb="BID"),
    Asked(verb="CALL"),
    Asked(yes="JOIN", no="DECLINE"),
    Asked(yes="YES", no="NO"),
)


WHOLE = Asked(verb="PLAY", count=1, yes="JOIN", no="DECLINE")


GRAVE = ("RESIGN", "STOP", "LEAVE", "FORGET ME")


def lines_like_orders(text: str) -> list[str]:
    """Lines that hold nothing but cards, a verb, or a verb and cards."""
    bare = (line.strip(" \t>-*_\"'.!|") for line in text.splitlines())
    return [line for line in bare if line and ORDER_LIKE.fullmatch(line)]


@cache
def taken(line: str, asked: Asked) -> tuple[Order, ...]:
    """What the parser makes of a line alone; our mails have most of their lines in common."""
    return parse([line], "", asked, SPECS).orders


def orders_in(text: str) -> list[Order]:
    """What the parser makes of the text when it comes back line by line, or whole, to whatever question.

    A line of brackets alone is an order where a person begins a letter with it, so such a line is judged with the mail.
    """
    found: list[Order] = []
    lines = [line.removeprefix("> ") for line in text.splitlines()]
    for asked in ASKED:
        for line in lines:
            if not copied(line.strip()):
                found += taken(line, asked)
    for shape in reshaped(text, (48,)):
        found += [o for o in parse(shape, "", WHOLE, SPECS).orders if o.cards or o.verb in GRAVE]
    return found


def reshaped(text: str, widths: Iterable[int] = (40, 48, 56, 64, 72, 80)) -> list[list[str]]:
    """A mail of ours as it comes back without marks of quoting: as it was, wrapped anew, in one line a paragraph."""
    shapes = [text.splitlines(), [" ".join(text.split())]]
    shapes.append([" ".join(part.split()) for part in re.split(r"\n\s*\n", text)])
    for width in widths:
        shapes.append([piece for line in text.splitlines() for piece in textwrap.wrap(line, width) or [""]])
    return shapes


class _Text(HTMLParser):
    _BLOCKS = frozenset({"p", "div", "br", "td", "th", "tr", "table", "caption", "h1", "h2", "li"})

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 (the base class calls it so)
        self._skipped += tag in ("style", "title")
        if tag in self._BLOCKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in ("style", "title")
        if tag in self._BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.pieces.append(" ".join(data.split("\n")))


def html_text(html: str) -> str:
    """The words of an HTML mail as a program shows them that only knows blocks."""
    parser = _Text()
    parser.feed(html)
    return "\n".join(" ".join(line.split()) for line in "".join(parser.pieces).splitlines() if line.strip())


def flattened(html: str, style: str) -> str:
    """The HTML of a mail as programs make text of it: `outlook` tells each link's target, `markdown` too, `lynx`
    numbers them, `gmail` marks what is bold.
    """
    marks = {
        "outlook": (r"\2<\1>", r"\1"),
        "markdown": (r"[\2](\1)", r"**\1**"),
        "lynx": (r"[7]\2", r"\1"),
        "gmail": (r"\2 <\1>", r"*\1*"),
    }
    link, bold = marks[style]
    text = re.sub(r'(?s)<a\b[^>]*href="([^"]*)"[^>]*>(.*?)</a>', link.replace("<", "&lt;").replace(">", "&gt;"), html)
    return html_text(re.sub(r"(?s)<(?:b|strong)\b[^>]*>(.*?)</(?:b|strong)>", bold, text))


STYLES = ("outlook", "markdown", "lynx", "gmail")


def links(html: str) -> Iterable[str]:
    """The targets of all links, unescaped."""
    from html import unescape

    return (unescape(target) for target in re.findall(r'href="([^"]*)"', html))
