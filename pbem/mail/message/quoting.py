"""The person's own lines: what stands in a mail besides quotes, the old mail, attributions and signatures.

Language-free: an attribution is known by our address in it or by its date and colon, a header block by its labels
and what they tell, never by its words. So no list of languages has to be complete. Every step is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pbem.mail.message.html_text import HISTORY
from pbem.mail.message.own_addresses import OwnAddresses

MAX_LINES = 2000
SHORT = 30  # what follows a ruled line is a footer if it is longer than an order would be
BETWEEN = 3  # so many lines between an attribution and its quote may be the answer
LABELS = 3  # so many labelled lines in a row are a header block, if one tells what only a header tells

_LINE_END = re.compile(r"\r\n|[\r\n\x0b\x0c\u2028\u2029]")
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\xad"))
_QUOTE = re.compile(r"[>＞]|[A-Za-z]{1,4}>")
_LABEL = re.compile(r"[*_]{0,4}[^\W\d_][^:：<>@]{0,29}[:：](?:[\s*_]|$)")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}\s?[:.hHu時시点點]\s?\d{2}(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20|25)\d\d(?!\d)")
_RULE = re.compile(r"_{5,}|-{3,}|[—–]{3,}")
_WIDE_GAP = re.compile(r"\s{2,}")
_COLONS = (":", "：", ":*", ":**", ": *")
_OUR_PHRASES = ("Your hand:", "You may play:", "To pass:")  # fixed in every mail that asks
_SIGNATURES = ("--", "—", "––", "–", "-—")


def to_lines(text: str) -> list[str]:
    """The lines of a text, at whatever ends lines."""
    return _LINE_END.split(text)


def unflow(lines: list[str], delsp: bool) -> list[str]:
    """`format=flowed` undone (RFC 3676): a line that ends in a blank goes on in the next of the same quote depth."""
    out: list[str] = []
    open_depth = -1  # of a line that goes on; -1 if none does
    for line in lines:
        depth = len(line) - len(line.lstrip(">"))
        rest = line[depth:].removeprefix(" ")
        signature = rest in ("-- ", "--")
        flows = rest.endswith(" ") and not signature
        text = rest[:-1] if flows and delsp else rest
        if open_depth == depth and not signature:
            out[-1] += text
        else:
            out.append(f"{'>' * depth} {text}" if depth else text)
        open_depth = depth if flows else -1
    return out


@dataclass(frozen=True, slots=True)
class Extract:
    """The person's own lines, and what was left out: lines marked as quoted, and an old mail that bears no mark."""

    lines: tuple[str, ...]
    quoted: bool
    unmarked: bool


def extract(lines: list[str], own: OwnAddresses, answers: tuple[str, ...] = (), subject: str = "") -> Extract:
    """The person's own lines, of whatever style: above, below or between what they quote.

    `answers` are the message ids that the letter answers, `subject` its subject: a line that holds one of them is
    of the old mail's header.
    """
    return _Reader(lines[:MAX_LINES], own, answers, subject).read()


class _Reader:
    """Goes down the lines once and keeps the person's own."""

    def __init__(self, lines: list[str], own: OwnAddresses, answers: tuple[str, ...], subject: str) -> None:
        self.lines = lines
        self.bare = [line.translate(_INVISIBLE).strip() for line in lines]
        self.mention = own.mention
        self.sentinel = own.sentinel.casefold().strip()
        self.answers = answers
        self.subject = subject
        self.kept: list[str] = []

    def read(self) -> Extract:
        """What is kept. After a signature or footer nothing is, until a quote: below it people write again."""
        at, quoted, unmarked, muted = 0, False, False, False
        while at < len(self.lines):
            bare = self.bare[at]
            if _QUOTE.match(bare):
                self._drop_wrapped_attribution()
                at, quoted, muted = at + 1, True, False
                continue
            behind = self._history(at) if bare and not muted else 0
            if behind and not self._is_head_of_an_answer(at, behind):
                self._end_at(at)
                at = self._quote_after(behind)
                if at < 0:
                    unmarked = True
                    break
                continue
            if behind:
                at = behind
                continue
            muted = muted or bare in _SIGNATURES or self._footer(at)
            if not muted:
                self.kept.append(self.lines[at])
            at += 1
        return Extract(_trimmed(self.kept), quoted, unmarked)

    def _history(self, at: int) -> int:
        """If the old mail begins here: the line behind its attribution or header. Otherwise 0."""
        bare = self.bare[at]
        if self.sentinel and self.sentinel in bare.casefold():
            return at + 1
        framed = bare.startswith("----") and bare.endswith("----") and len(bare) <= 120
        # "-----Original Message-----" in any language; a bare line of dashes may be anything.
        if framed and (bare == HISTORY or any(map(str.isalpha, bare))):
            return self._header_block(at + 1) or at + 1
        return self._header_block(at) or (at + 1 if self._attribution(at) else 0)

    def _attribution(self, at: int) -> bool:
        """A line with our address is of the old mail, unless it is prose; so is one with a date that ends in a colon.

        A tagged address nobody writes by hand. The bare one may stand in a sentence: not so within brackets, before
        the line's last colon, or beside a date.
        """
        bare = self.bare[at]
        colon = bare.endswith(_COLONS)
        if colon and len(bare) >= 15 and _dated(bare):
            return True
        if "@" not in bare:
            return False
        if any(answered in bare for answered in self.answers):
            return True
        found = self.mention.search(bare)
        if not found:
            return False
        bracket = found.start() > 0 and bare[found.start() - 1] in "<([:"
        return any(found.groups()) or colon or bracket or _dated(bare[: found.start()] + bare[found.end() :])

    def _header_block(self, at: int) -> int:
        """Three or more `Label: value` lines, with single blank lines or folded ones between: the line behind it."""
        labels, end, there = 0, at, at
        while there < len(self.bare) and there < at + 20:
            bare = self.bare[there]
            if _LABEL.match(bare):
                labels, end = labels + 1, there + 1
            elif not labels or (there > end if not bare else self.lines[there][:1] not in " \t"):
                break
            there += 1
        if labels < LABELS or not self._tells(self.bare[at:end]):
            return 0
        return end

    def _is_head_of_an_answer(self, at: int, behind: int) -> bool:
        """Is it the header of our mail, put on top without the mail itself, so that what stands below is the answer?

        GMX does so. The block begins with our address, and nothing below it is of ours.
        """
        block = [line for line in self.bare[at:behind] if "@" in line]
        if behind - at < LABELS or not block or not self.mention.search(block[0]) or any(map(str.strip, self.kept)):
            return False
        if any(map(is_ours, self.bare[at:])):
            return False
        return not any(
            line and (_QUOTE.match(line) or self.mention.search(line) or self._history(there))
            for there, line in enumerate(self.bare[behind:], behind)
        )

    def _tells(self, block: list[str]) -> bool:
        """Is there a date, our address or this letter's subject in the block? People's own lists have none of these."""
        for line in filter(None, block):
            value = line.partition(":")[2].strip(" *_")
            if _dated(line) or self.mention.search(line) or (len(value) >= 6 and value in self.subject):
                return True
        return False

    def _end_at(self, at: int) -> None:
        """Forget what was kept of an attribution that began above, and keep what stands before it in its own line."""
        if not _dated(self.bare[at]):
            self._drop_lines_from(self._opening(lambda line: _dated(line) or line.endswith(("<", "(", "["))))
        while self.kept and (not self.kept[-1].strip() or _RULE.fullmatch(self.kept[-1].strip())):
            self.kept.pop()
        self._keep_before_gap(self.lines[at])

    def _drop_wrapped_attribution(self) -> None:
        """Directly above a quote: an attribution of two or three lines, without our address."""
        last = next((line.strip() for line in reversed(self.kept[-3:]) if line.strip()), "")
        if last.endswith(_COLONS):
            self._drop_lines_from(self._opening(_dated))

    def _opening(self, begins: Callable[[str], bool]) -> int:
        """The first of the last three kept lines, with no blank one between, that an attribution begins in; or -1."""
        found, at = -1, len(self.kept) - 1
        while at >= 0 and not self.kept[at].strip() and at > len(self.kept) - 3:
            at -= 1
        for line in range(at, max(-1, at - 3), -1):
            text = self.kept[line].strip()
            if not text:
                break
            if begins(text):
                found = line
        return found

    def _drop_lines_from(self, at: int) -> None:
        if at >= 0:
            first = self.kept[at]
            del self.kept[at:]
            self._keep_before_gap(first)

    def _keep_before_gap(self, line: str) -> None:
        """Yahoo's `PLAY QS    On Tuesday, … wrote:`: what stands before the gap is the person's."""
        before, gap, _ = _partition_gap(line.strip())
        if gap and before and not _dated(before) and "@" not in before and not before.endswith(_COLONS):
            self.kept.append(before)

    def _quote_after(self, at: int) -> int:
        """Where a marked quote begins behind an attribution, if it does so at once; -1 if the old mail is unmarked.

        Where nothing was written above, a few lines in between are the answer: some begin to write right there.
        """
        spare = 1  # a line that belongs to a wrapped attribution: "wrote:"
        while at < len(self.bare):
            if _QUOTE.match(self.bare[at]) and not (spare and self._ends_attribution(at)):
                return at
            if further := self._history(at) if self.bare[at] else 0:
                at = further  # Proton: a separator, and then an attribution
                continue
            if self.bare[at]:
                if not spare or len(self.bare[at]) > SHORT or not self.bare[at].endswith(_COLONS):
                    return self._quote_below_an_answer(at)
                spare = 0
            at += 1
        return -1

    def _ends_attribution(self, at: int) -> bool:
        """Polymail's `> wrote:`: no quote, but the end of an address in brackets that stands on the lines above."""
        behind = next((line for line in self.bare[at + 1 :] if line), "")
        return self.bare[at].endswith(_COLONS) and len(self.bare[at]) <= SHORT and not _QUOTE.match(behind)

    def _quote_below_an_answer(self, at: int) -> int:
        """Where the quote begins below the few lines that begin here, which are kept; -1 if there is none so near."""
        full: list[int] = []
        there = at
        while there < len(self.bare) and not _QUOTE.match(self.bare[there]):
            if self.bare[there]:
                full.append(there)
            there += 1
            if len(full) > BETWEEN:
                return -1
        if there == len(self.bare) or any(map(str.strip, self.kept)) or any(map(self._history, full)):
            return -1
        self.kept += self.lines[at:there]
        return there

    def _footer(self, at: int) -> bool:
        """A ruled line below some text and above a long line: a disclaimer, an advertisement, a list's footer."""
        if not _RULE.fullmatch(self.bare[at]) or not any(line.strip() for line in self.kept):
            return False
        following = next((line for line in self.bare[at + 1 : at + 6] if line), "")
        return len(following) > SHORT


def is_ours(line: str) -> bool:
    """Is it a line of a mail that we wrote, by its fixed phrases?"""
    return line.strip().startswith(_OUR_PHRASES)


def _dated(text: str) -> bool:
    """Does it hold a date: a time of day and a day, or a year and a day?"""
    digits = sum(map(str.isdigit, text))
    return digits >= 5 and bool(_CLOCK.search(text) or _YEAR.search(text))


def _partition_gap(text: str) -> tuple[str, str, str]:
    """The text before the first run of blanks, the run, and the rest."""
    gap = _WIDE_GAP.search(text)
    return (text[: gap.start()], gap[0], text[gap.end() :]) if gap else (text, "", "")


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    """Without empty lines before and behind."""
    full = [number for number, line in enumerate(lines) if line.translate(_INVISIBLE).strip()]
    return tuple(lines[full[0] : full[-1] + 1]) if full else ()
