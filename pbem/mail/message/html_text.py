"""HTML to lines of text. One pass with find(): no depth, length or brokenness of the markup makes it slow."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

MAX_STACK = 200  # open elements that we remember; what is nested deeper belongs to the last of them
MAX_TAG = 4096
MAX_SOURCE = 64 * 1024

_BLOCKS = frozenset(
    [
        "address", "article", "aside", "blockquote", "body", "br", "center", "dd", "details", "div", "dl", "dt",
        "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li",
        "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
)  # fmt: skip
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])
_RAW = frozenset(["script", "style", "title"])  # their content is no markup
_HIDDEN = frozenset(["head", "script", "style", "title", "template", "select", "object", "svg", "math"])
_NAME = re.compile(r"[a-z][a-z0-9:-]{0,30}")
_TAG = re.compile(r"</?[A-Za-z!]|&[A-Za-z#]")
_SPACES = re.compile(r"[ \t\r\n\f]+")
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")  # keeps every place in the text
_QUOTE_MARKS = ("quote", "cite", "iosymail", "gmail_quote")
# Elements behind which mail programs put the old mail, without wrapping or marking it otherwise.
_HISTORY_MARKS = ('id="divrplyfwdmsg"', 'id="appendonsend"', "yahoo_quoted", "__quoted_text__", 'id="stopspelling"')
_INVISIBLE = re.compile(r"display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden|mso-hide\s{0,4}:\s{0,4}all")

HISTORY = "---- ----"  # stands for the marks above; `quoting` knows such a line as the end of the new text


def looks_so(text: str, *, labelled: bool) -> bool:
    """Is this HTML? What is labelled so has a tag at least; what is not begins like a whole document."""
    if labelled:
        return bool(_TAG.search(text))
    return text.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))


def lines_of(source: str, *, lenient: bool = False) -> list[str]:
    """The visible lines. Lines in a quoting element begin with `> `; `lenient` spares a bare <blockquote>, since the
    indent button of Gmail makes one of the person's own words.
    """
    if len(source) > MAX_SOURCE:
        source = _without_styles(source)[:MAX_SOURCE]
    page = _Page(source, lenient)
    at = 0
    while (opening := source.find("<", at)) >= 0:
        page.text(source[at:opening])
        at = page.markup(opening)
    page.text(source[at:])
    page.end_block()
    return page.lines


def _without_styles(source: str) -> str:
    """Outlook writes a hundred kilobytes of styles before the first word: these must not use up what is read."""
    lower = source.translate(_LOWER)
    kept: list[str] = []
    at = 0
    while (begin := lower.find("<style", at)) >= 0 and (end := lower.find("</style>", begin)) >= 0:
        kept.append(source[at:begin])
        at = end + len("</style>")
    return "".join([*kept, source[at:]])


class _Page:
    """The lines so far, the line being written, and the open elements."""

    def __init__(self, source: str, lenient: bool) -> None:
        self.lines: list[str] = []
        self._source, self._lower, self._lenient = source, source.translate(_LOWER), lenient
        self._line: list[str] = []
        self._open: list[_Element] = []
        self._too_deep = self._quotes = self._hidden = self._pre = 0
        self._never_closed: set[str] = set()

    def text(self, raw: str) -> None:
        """Text between tags."""
        if not raw or self._hidden:
            return
        if self._pre and "\n" in raw:
            *whole, raw = raw.split("\n")
            for line in whole:
                self._line.append(line)
                self.new_line()
        self._line.append(raw)

    def end_block(self) -> None:
        """What was written is a line, if anything was."""
        if any(piece.strip() for piece in self._line):
            self.new_line()
        self._line = []

    def new_line(self) -> None:
        """What was written is a line; of several empty ones one is kept."""
        shown = _SPACES.sub(" ", html.unescape("".join(self._line))).strip(" ")
        self._line = []
        if shown or (self.lines and self.lines[-1]):
            self.lines.append(("> " * min(self._quotes, 3) + shown) if shown else "")

    def markup(self, at: int) -> int:
        """The markup that begins at `at`; where to go on."""
        if self._source.startswith("<!--", at):
            return self._behind("-->", at + 4)
        if self._source.startswith(("<!", "<?"), at):
            return self._behind(">", at)
        closing = self._source.startswith("/", at + 1)
        found = _NAME.match(self._lower, at + 1 + closing)
        if not found:
            self.text("<")
            return at + 1
        name, end = found[0], self._tag_end(at)
        if closing:
            self._close(name)
            return end
        self._begin(name, self._lower[at:end])
        return self._raw_end(name, end) if name in _RAW else end

    def _raw_end(self, name: str, at: int) -> int:
        """Where the end tag of a raw element stands. Without one, only the tag itself is skipped, not all the rest."""
        stop = -1 if name in self._never_closed else self._lower.find(f"</{name}", at)
        if stop < 0:
            self._never_closed.add(name)
            self._close(name)
            return at
        return stop

    def _begin(self, name: str, tag: str) -> None:
        if name == "br":
            self.new_line()
        elif name in _BLOCKS:
            self.end_block()
        elif name in ("td", "th"):
            self._line.append(" ")
        telling = tag[len(name) + 1 :]
        if len(telling) > 2 and not self._hidden and any(mark in telling for mark in _HISTORY_MARKS):
            self.end_block()
            self.lines.append(HISTORY)
        if name in _VOID or tag.endswith("/>"):
            return
        if len(self._open) >= MAX_STACK:
            self._too_deep += 1
            return
        if name == "body":
            self._hidden = 0  # a head that was never closed ends here
        self._push(
            _Element(
                name,
                name == "blockquote" and (not self._lenient or any(mark in telling for mark in _QUOTE_MARKS)),
                name in _HIDDEN or bool("style" in telling and _INVISIBLE.search(telling)),
                name == "pre" or "white-space:pre" in telling or "white-space: pre" in telling,
            )
        )

    def _push(self, element: _Element) -> None:
        self._open.append(element)
        self._quotes += element.quotes
        self._hidden += element.hides
        self._pre += element.keeps_lines

    def _close(self, name: str) -> None:
        if name in _BLOCKS:
            self.end_block()
        if self._too_deep:
            self._too_deep -= 1
            return
        if not any(element.name == name for element in self._open):
            return
        closed = ""
        while closed != name:
            element = self._open.pop()
            closed = element.name
            self._quotes -= element.quotes
            self._hidden = max(0, self._hidden - element.hides)
            self._pre -= element.keeps_lines

    def _behind(self, mark: str, at: int) -> int:
        """Behind the next `mark`; the end of all if there is none."""
        found = self._source.find(mark, at)
        return found + len(mark) if found >= 0 else len(self._source)

    def _tag_end(self, at: int) -> int:
        """Behind the `>` of the tag. One within a quoted value does not count, if the value ends within MAX_TAG."""
        first = end = self._source.find(">", at)
        for _ in range(20):
            if end < 0 or end - at > MAX_TAG:
                break
            tag = self._source[at:end]
            if tag.count('"') % 2 == 0 and ('"' in tag or tag.count("'") % 2 == 0):
                return end + 1
            end = self._source.find(">", end + 1)
        return first + 1 if first >= 0 else len(self._source)


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element, and what it means for the text within."""

    name: str
    quotes: bool
    hides: bool
    keeps_lines: bool
