"""A letter's lines -> orders. A line is an order if its every word fits, else it is chatter; nothing is guessed.

Chatter beside orders is ignored. A letter without any order is answered with its likeliest near miss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from pbem.orders.conflicts import GAME, question, resolve_conflicts
from pbem.orders.grammar import Grammar, Said, grammar
from pbem.orders.misread import Miss, forgiven, near_miss
from pbem.orders.normalise import Line, normalise
from pbem.orders.order import Args, Asked, Misread, Reading, Spec, Why
from pbem.orders.subject import game_in_subject, order_in_subject

__all__ = ["game_in_subject", "parse"]

MAX_LINES = 200
"""Written lines of a letter that are read; no one writes more orders, and a hostile letter costs no more."""

MAX_TALK = 2000
"""Characters of a text to the table."""

_MAX_BLANK = 2000
_WRAPPED = 60
"""A line at least this long that has a next one was probably broken by the mail program."""


def parse(lines: Sequence[str], subject: str, asked: Asked, specs: Sequence[Spec], language: str = "en") -> Reading:
    """All orders of a letter, in order, and what was misread.

    The subject counts only where the body holds no order and nothing near one.
    """
    rules = grammar(tuple(specs), language)
    said, chatter = _walk(_written(lines), asked, rules)
    if not said:
        looks = (forgiven(line, rules) for line in chatter)
        said = [order for order in looks if order is not None][:1]
    if said:
        return _reading(said, chatter, asked, rules)
    miss = _likeliest(chatter, asked, rules)
    if miss is None or miss.misread.why is Why.UNKNOWN:
        reading = _from_subject(subject, asked, rules)
        if miss is None or reading.orders:
            return reading
    return Reading((), (miss.misread,))


def _written(lines: Sequence[str]) -> list[Line]:
    """The lines, normalised; blank ones are kept between, since they end a text."""
    read: list[Line] = []
    count = 0
    for raw in islice(lines, _MAX_BLANK):
        line = normalise(raw)
        read.append(line)
        count += bool(line.written)
        if count == MAX_LINES:
            break
    return read


def _walk(lines: list[Line], asked: Asked, rules: Grammar) -> tuple[list[Said], list[Line]]:
    said: list[Said] = []
    chatter: list[Line] = []
    first = True
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.plain:
            continue
        found = rules.read(line, asked, first)
        first = False
        if found is not None and found.spec is not None and found.spec.args is Args.TEXT:
            found, at = _talk(found, lines, at, asked, rules)
        if found is None or found.open:
            chatter.append(line)
        else:
            said.append(replace(found, order=replace(found.order, line=line.written)))
    return said, chatter


def _talk(found: Said, lines: list[Line], at: int, asked: Asked, rules: Grammar) -> tuple[Said, int]:
    """The text of SAY or TELL, which ends with its line.

    It goes on where the verb stands alone (to the next blank line), and where its line is so long that a mail program
    broke it. An order ends it in each case: a move is never taken for talk, and never told to the table.
    """
    parts = [found.order.text] if found.order.text else []
    block = found.open
    before = lines[at - 1].written
    while at < len(lines) and (block or len(before) >= _WRAPPED):
        line = lines[at]
        if not line.plain or line.inert or line.plain == "--" or rules.read(line, asked, first=False) is not None:
            break
        parts.append(line.written)
        before = line.written
        at += 1
    text = " ".join(parts)[:MAX_TALK].strip()
    return replace(found, order=replace(found.order, text=text), open=not text), at


def _reading(said: list[Said], chatter: list[Line], asked: Asked, rules: Grammar) -> Reading:
    orders, clashes = resolve_conflicts(said, asked)
    misread = list(clashes)
    # The letter answers no question, yet a line of it can hardly be chatter ("SAY hi" and "PLYA QS"): tell both.
    if not clashes and not any(question(one, asked) for one in said if one.order.verb != GAME):
        miss = _likeliest(chatter, asked, rules)
        if miss is not None and miss.strong:
            misread.append(miss.misread)
    return Reading(tuple(orders), tuple(misread))


_LIKELIEST = (Why.MIXED_SCRIPT, Why.CLOSE, Why.NOT_A_CARD, Why.ARGS, Why.UNKNOWN)


def _likeliest(chatter: list[Line], asked: Asked, rules: Grammar) -> Miss | None:
    misses = [miss for line in chatter if (miss := near_miss(line, asked, rules)) is not None]
    return min(misses, key=lambda miss: (not miss.strong, _LIKELIEST.index(miss.misread.why)), default=None)


def _from_subject(subject: str, asked: Asked, rules: Grammar) -> Reading:
    line = normalise(order_in_subject(subject))
    found = rules.read(line, asked) if line.plain else None
    if found is not None and not found.open:
        return Reading((replace(found.order, line=line.written),))
    miss = near_miss(line, asked, rules) if line.plain else None
    if miss is not None and miss.strong:
        return Reading((), (miss.misread,))
    return Reading((), (Misread(Why.NOTHING),))
