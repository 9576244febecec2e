"""How a text stands in a mail: 72 columns without a line that could be taken for an order, and as HTML paragraphs."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from unicodedata import east_asian_width
from urllib.parse import quote

from markupsafe import Markup

from pbem.orders.normalise import OURS
from pbem.render.compiling import escape

WIDTH = 72
_RANK = r"(?:10|[2-9TJQKA])"
_CARD = re.compile(rf"{_RANK}[CDHS♠♥♦♣]|(?:1[0-4]|[1-9])[RYGB]|JK")
_EDGES = "()[]{}.,:;!?\"'“”‘’*_-–"
_UNIT = re.compile(r"\[[^\]\n]*\][^ ]*|[^ ]+")
TORN = "[...] "  # begins what goes on of a word, or of a row of cards, that no line holds
FIRM = "\xa0"  # a blank at which no line is broken
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_LETTERS = {sign: letter for letter, sign in _SIGNS.items()}
_INKS = {"D": ("r", "#c8102e"), "H": ("r", "#c8102e")}
_FOUR_INKS = {"H": ("r", "#c8102e"), "D": ("b", "#1a56c4"), "C": ("g", "#1a6b2f")}
"""The class and colour of a suit's sign in running text, where there are two colours and where there are four."""

_BRACKETS = str.maketrans("[]", "()")
_WIDE = re.compile(
    "[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6\U0001f000-\U0003fffd]"
)
_TRAILING = re.compile(r"(?<!\n--)[ \t]+(?=\n|\Z)")
_OFFERED = re.compile(r"(?:- )?\[([A-Z0-9][A-Z0-9 ]*)\]")
_LINK = "color:#0b5cad;font-weight:bold"
_BUTTON = (
    f"{_LINK};display:inline-block;padding:9px 12px;margin:3px 4px 3px 0;"
    "border:2px solid #1f6feb;border-radius:8px;text-decoration:none"
)
_COLUMN = re.compile(r" {2,}")
_GAPS = re.compile(r"\n{3,}")
_SPECIAL = re.compile(r"\[(?P<order>[A-Z0-9][A-Z0-9 ]*)\]|(?<!&#34;)\b(?P<rank>10|[2-9JQKA])(?P<suit>[CDHS]\b|[♠♥♦♣])")


def tidy(text: str) -> str:
    """The text without blanks at line ends and with at most one empty line in a row; the signature mark stays."""
    return _GAPS.sub("\n\n", _TRAILING.sub("", text)).strip("\n") + "\n"


def columns(text: str) -> int:
    """How many columns the text takes: East Asian wide characters take two."""
    plain = text.isascii() or _WIDE.search(text) is None
    return len(text) if plain else sum(2 if east_asian_width(ch) in "WF" else 1 for ch in text)


def wrap(text: str, never_first: frozenset[str] = frozenset(), width: int = WIDTH) -> str:
    """Every line within `width`. No line that this makes begins with a card, an offer or the word of an order.

    A mail program may lose the quoting marks of an answer, so that our lines come back as if the player wrote them.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        lines += [line] if columns(line) <= width else _wrap_line(line, never_first, width)
    return "\n".join(lines).replace(FIRM, " ")


def firm(text: str) -> str:
    """The text as one that is not broken over lines: a name, a date."""
    return text.replace(" ", FIRM)


def _wrap_line(line: str, never_first: frozenset[str] | None, width: int) -> list[str]:
    # never_first is None where the lines get a mark in front: then no beginning needs care
    body = line.lstrip(" ")
    indent = " " * (len(line) - len(body))
    later = indent + "  " if body.startswith("- ") else indent
    torn = "" if never_first is None else TORN
    lines: list[str] = []
    current, used = indent, len(indent)
    for chunk in _chunks(body, never_first):
        more = columns(chunk)
        if used > len(later) and used + 1 + more > width:
            lines.append(current)
            current, used = later, len(later)
        gap = "" if current.isspace() or not current else " "
        current += gap + chunk
        used += len(gap) + more
        while used > width:
            cut = _cut(current, width)
            lines.append(current[:cut].rstrip())
            current = later + torn + current[cut:].lstrip()
            used = columns(current)
    if lines and never_first is not None:
        lines[-1], current = _not_alone(lines[-1], current, later, never_first, width)
    lines.append(current)
    return lines


def _not_alone(above: str, last: str, indent: str, never_first: frozenset[str], width: int) -> tuple[str, str]:
    """The last two lines of a paragraph, so that the last is not one word: "score." asks for the score."""
    words = above.split(" ")
    if " " in last.strip() or FIRM in last or "]" in above[-20:]:
        return above, last
    for more in range(1, min(4, len(words) - 1)):
        joined = f"{indent}{' '.join(words[-more:])} {last.strip()}"
        if joined.count("[") != joined.count("]"):
            continue  # it would tear an offer
        if words[-more] and not _may_not_begin(words[-more], never_first) and columns(joined) <= width:
            return " ".join(words[:-more]), joined
    return above, last


def _chunks(body: str, never_first: frozenset[str] | None) -> list[str]:
    if never_first is None:
        return body.split()
    chunks: list[str] = []
    for unit in _UNIT.findall(body):
        if chunks and (chunks[-1] == "-" or _may_not_begin(unit, never_first)):
            chunks[-1] += " " + unit
        else:
            chunks.append(unit)
    return chunks


@lru_cache(maxsize=4096)
def _may_not_begin(unit: str, never_first: frozenset[str]) -> bool:
    if unit[0] == "[":
        return True
    core = unit.partition(FIRM)[0].strip(_EDGES)
    # a number alone is a bid where one is asked for
    return core.casefold() in never_first or core.isdecimal() or _CARD.fullmatch(core.upper()) is not None


def _cut(line: str, width: int) -> int:
    # A chunk wider than a line (an endless word, or cards without end): cut at its last blank, else where it must be.
    # An offer is cut only where it is wider than a line itself.
    room = width
    while columns(line[:room]) > width:
        room -= 1
    blank = line.rfind(" ", 0, room)
    opened = line.rfind("[", 0, blank)
    if opened > line.rfind("]", 0, blank) and line[:opened].strip() not in ("", TORN.strip()):
        blank = opened - 1
    return blank if line[: max(blank, 0)].strip() not in ("", TORN.strip()) else room


def prefixed(text: str, prefix: str, width: int = WIDTH) -> str:
    """Words that a player wrote, every line behind `prefix`: whatever they are, no line of them is an order."""
    lines: list[str] = []
    for line in foreign(text).splitlines() or [""]:
        pieces = _wrap_line(" ".join(line.split()), None, max(width - columns(prefix), 16))
        lines += [prefix + piece for piece in pieces if piece]
    return "\n".join(lines)


def foreign(text: str) -> str:
    """What a player wrote, without square brackets: those mark our offers, and become links that act."""
    return text.translate(_BRACKETS)


def preview(text: str, width: int = 110) -> str:
    """A text's first paragraph, as an inbox shows it beside the subject: one line, cut between words.

    A paragraph that only announces the next one is shown with it.
    """
    first, _, rest = text.strip().partition("\n\n")
    if first.endswith(":"):
        first += " " + rest.strip().partition("\n\n")[0]
    line = " ".join(first.split())
    if len(line) <= width:
        return line
    line = line[: width - 1].rpartition(" ")[0]
    opened = line.rfind("[")
    words = (line[:opened] if opened > line.rfind("]") else line).split()
    while len(words) > 1 and _CARD.fullmatch(words[-1].strip(_EDGES)):
        words.pop()  # a mail program may break the line before its last word, and a card alone is an order
    return " ".join(words).rstrip(",;:") + " …"


def quoted(text: str, width: int = 48) -> str:
    """The reader's own line for an answer that names it: on one line, and short."""
    line = foreign(" ".join(text.split()))
    return line if len(line) <= width else line[: width - 1] + "…"


def mailto(address: str, subject: str, body: str) -> str:
    """A link that opens a new mail with the order in it. `%2B` since some programs take a plus for a blank."""
    return f"mailto:{_to(address, subject)}&body={_text(body)}"


@lru_cache(maxsize=1024)
def _text(body: str) -> str:
    return quote(body.replace("\n", "\r\n"), safe="")


@lru_cache(maxsize=256)
def _to(address: str, subject: str) -> str:
    return f"{quote(address, safe='@')}?subject={quote(subject, safe='')}"


def paragraphs(text: str, address: str, subject: str, four: bool = False) -> Markup:
    """A text as HTML: escaped, blocks as paragraphs, cards with their signs, complete offers `[JOIN]` as links."""
    blocks = [block.strip("\n") for block in text.split("\n\n") if block.strip()]
    return Markup("\n".join([_paragraph(block, address, subject, four) for block in blocks]))


def _paragraph(block: str, address: str, subject: str, four: bool) -> str:
    """Lines that begin with a dash are a list, as a screen reader wants it and a narrow screen shows it best.

    Lines in columns, with two blanks or more between them, are a table.
    """
    rows = [_COLUMN.split(line.strip()) for line in block.split("\n")]
    if len(rows) > 1 and all(len(row) == len(rows[0]) > 1 for row in rows):
        return _table(rows)
    runs = [(listed, list(lines)) for listed, lines in groupby(block.split("\n"), lambda line: line.startswith("- "))]
    parts = []
    for place, (listed, lines) in enumerate(runs):
        shown = [
            _item(line[2:], address, subject, four) if listed else _inline(line, address, subject, four)
            for line in lines
        ]
        if listed:
            look = "list-style:none;padding-left:0" if all(map(_OFFERED.match, lines)) else "padding-left:20px"
            items = "\n".join([f"<li>{item}</li>" for item in shown])
            parts.append(f'<ul style="margin:0 0 14px;{look}">{items}</ul>')
        else:
            below = 14 if place == len(runs) - 1 else 4
            whole = "<br>\n".join(shown)
            parts.append(f'<p style="margin:0 0 {below}px">{whole}</p>')
    return "\n".join(parts)


def _item(line: str, address: str, subject: str, four: bool) -> str:
    """An item of a list; an offer that begins it is a button, as large as a thumb."""
    found = _OFFERED.match(line)
    if found is None or not address:
        return _inline(line, address, subject, four)
    link = escape(mailto(address, subject, found[1]))
    button = f'<a class="a" href="{link}" style="{_BUTTON}">[{found[1]}]</a>'
    return button + _inline(line[found.end() :], address, subject, four)


def _table(rows: list[list[str]]) -> str:
    """The first line heads the columns; a row is headed by its first cell, or by its last where that is a number."""
    label = 0 if not all(row[0].lstrip("-").isdecimal() for row in rows[1:]) else len(rows[0]) - 1
    small = len(rows[0]) > 6
    pad = "4px 2px" if small else "4px 3px"
    width = 26 if not label and not small else 17 if not label else 40
    lines = []
    for at, row in enumerate(rows):
        cells = []
        for place, cell in enumerate(row):
            side = "left" if place == label else "right"
            rule = ";border-top:1px solid #c3c9cf" if at else ""
            look = f'align="{side}" style="padding:{pad};overflow-wrap:break-word{rule}'
            if not at:
                wide = f' width="{width}%"' if place == label else ""
                cells.append(f'<th scope="col"{wide} {look};font-weight:bold;font-size:13px">{escape(ours(cell))}</th>')
            elif place == label:
                cells.append(f'<th scope="row" class="line" {look};font-weight:normal">{escape(ours(cell))}</th>')
            else:
                cells.append(f'<td class="line" {look}">{escape(ours(cell))}</td>')
        lines.append(f"<tr>{''.join(cells)}</tr>")
    look = f"border-collapse:collapse;table-layout:fixed;font-size:{13 if small else 15}px;margin:0 0 12px"
    head = f'<table width="100%" cellpadding="0" cellspacing="0" border="0" style="{look}">'
    return "\n".join((head, *lines, "</table>"))


def inline(line: str, address: str, subject: str, four: bool = False) -> Markup:
    """One line of text as HTML, without the paragraph around it."""
    return Markup(_inline(line, address, subject, four))


def _inline(line: str, address: str, subject: str, four: bool) -> str:

    def special(match: re.Match[str]) -> str:
        order = match["order"]
        if order is None:
            return str(pretty(match["rank"], _LETTERS.get(match["suit"], match["suit"]), four))
        if not address:
            return match[0]
        whole = f"PLAY {order}" if _CARD.fullmatch(order) else order
        link = escape(mailto(address, subject, whole))
        return f'[<a class="a" href="{link}" style="{_LINK}">{order}</a>]'

    return _SPECIAL.sub(special, escape(line.replace(FIRM, " ")))


@lru_cache(maxsize=512)
def pretty(rank: str, letter: str, four: bool = False) -> Markup:
    """A card as it looks: rank and sign. U+FE0E keeps the sign from being drawn as a picture."""
    sign = _SIGNS[letter] + "\ufe0e"
    ink = (_FOUR_INKS if four else _INKS).get(letter)
    shown = f'<span class="{ink[0]}" style="color:{ink[1]}">{sign}</span>' if ink else sign
    return Markup(f'<span style="white-space:nowrap">{escape(rank)}{OURS}{shown}</span>')


def ours(text: object) -> str:
    """A text alone in a cell of HTML, marked so as to be no order when it comes back; it breaks at its blanks."""
    return f"{text}{OURS}".replace(FIRM, " ")
