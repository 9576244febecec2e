"""Dates as people write them, and lengths of time in words. What could be two different days is no date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pbem.timespan import duration

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})?")
_LENGTH = re.compile(r"(\d{1,3}) ?(weeks?|w|days?|d|hours?|h|minutes?|min|m)")
_DASH = re.compile(r"([\d.])\s*[–—]\s*(\d)")
_BETWEEN = frozenset({"from", "to", "until", "till", "through", "and", "for", "-", "–", "—", "on"})
_SHORTEST_MONTH = 3


@dataclass(frozen=True, slots=True)
class Days:
    """From the first to the last day, both included, and the words behind them."""

    first: date
    last: date
    rest: str = ""


def length(text: str) -> timedelta | None:
    """`7d`, `7 days`, `1 week`, `36h`; None for anything else."""
    found = _LENGTH.fullmatch(" ".join(text.casefold().split()))
    try:
        return duration(found[1] + found[2][0]) if found else duration(text)
    except (ValueError, OverflowError):
        return None


def days(text: str, today: date, months: Sequence[str]) -> Days | None:
    """`2026-08-01 2026-08-14 sailing`, `1 August to 14 August`, `1.8. - 14.8.`, `2026-08-01 10 days`, `10 days`.

    A day without its year is the next one of that name. None where the dates cannot be read.
    """
    words = _DASH.sub(r"\1 – \2", text).split()
    first, words = _day(_behind(words), today, months)
    if first is None:
        first = today
        last, words = _long(words, first)
    else:
        last, words = _day(_behind(words), first, months)
        if last is None:
            last, words = _long(words, first)
    return Days(first, last, " ".join(words)) if last is not None else None


def _behind(words: list[str]) -> list[str]:
    """Without the little words between two dates."""
    while words and words[0].casefold() in _BETWEEN:
        words = words[1:]
    return words


def _long(words: list[str], first: date) -> tuple[date | None, list[str]]:
    """`10d` or `10 days`: so many days, the first included."""
    words = _behind(words)
    for count in (2, 1):
        found = length(" ".join(words[:count])) if len(words) >= count else None
        if found is not None and found >= timedelta(days=1):
            return first + found - timedelta(days=1), words[count:]
    return None, words


def _day(words: list[str], after: date, months: Sequence[str]) -> tuple[date | None, list[str]]:
    """The date that the words begin with, and the other words."""
    if not words:
        return None, words
    head = words[0].rstrip(",;")
    if found := _ISO.fullmatch(head):
        return _date(int(found[1]), int(found[2]), int(found[3])), words[1:]
    if found := _DOTTED.fullmatch(head):
        return _next(found[3], int(found[2]), int(found[1]), after), words[1:]
    for day, month in ((0, 1), (1, 0)):
        if len(words) < 2:
            break
        number = re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?\.?,?", words[day].casefold())
        named = _month(words[month], months)
        if number and named:
            year = words[2].rstrip(",") if len(words) > 2 and re.fullmatch(r"2\d{3},?", words[2]) else None
            return _next(year, named, int(number[1]), after), words[3 if year else 2 :]
    return None, words


def _month(word: str, months: Sequence[str]) -> int:
    """The number of the month that the word is, or is the beginning of; 0 for none."""
    text = word.rstrip(".,").casefold()
    if len(text) < _SHORTEST_MONTH:
        return 0
    fits = [n for n, name in enumerate(months, 1) if name.casefold().startswith(text)]
    return fits[0] if len(fits) == 1 else 0


def _next(year: str | None, month: int, day: int, after: date) -> date | None:
    if year:
        return _date(int(year), month, day)
    this = _date(after.year, month, day)
    return this if this is not None and this >= after else _date(after.year + 1, month, day)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
