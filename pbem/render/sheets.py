"""The score sheet: its rows from the facts, and columns that hold in a mail of fixed width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pbem.facts.table import DealLine, TableFacts
from pbem.hearts.entries import Score
from pbem.hearts.events import Trick
from pbem.hearts.scoring.arithmetic import plus
from pbem.hearts.view import SeatView
from pbem.render import layout
from pbem.render.game_filters import is_zero

SHOWN = 6
"""So many deals have a row of their own; what stands before them is one row."""

GAP = 2
"""Blanks between two columns: where there are so many, HTML makes a table of the lines."""


class ScoreRow(NamedTuple):
    """A row of the sheet: "earlier" (all deals up to `number`), "deal", "before", "now" (this deal), "sum"."""

    kind: str
    number: int
    scores: tuple[Score, ...]


def score_rows(view: SeatView, deals: Sequence[DealLine] = (), always: bool = False) -> list[ScoreRow]:
    """What the sheet says, from the first deal down to the points of this one.

    Before anybody has a point there is nothing to say, but for who wants to know (`always`).
    """
    shown = deals[-SHOWN:]
    rows = [ScoreRow("earlier", deals[-SHOWN - 1].number, deals[-SHOWN - 1].scores)] if len(deals) > SHOWN else []
    rows += [ScoreRow("deal", deal.number, deal.points) for deal in shown]
    if view.phase == "finished":
        return rows  # the places tell the scores
    said = [row.scores for row in rows] == [view.scores]
    none = view.base.number == 1 and all(map(is_zero, view.scores))
    if not said and (not none or (always and not view.tricks)):
        rows.append(ScoreRow("before" if view.tricks else "sum", 0, view.scores))  # between deals nothing comes after
    if view.tricks:
        rows.append(ScoreRow("now", view.base.number, view.points))
        if deals and _adds_up(view):
            rows.append(ScoreRow("sum", 0, tuple(map(plus, view.scores, view.points))))
    return rows


def _adds_up(view: SeatView) -> bool:
    """Whether the points of the tricks are simply added to the scores when the deal ends."""
    rules = view.rules
    return rules.scorer == "sum" and rules.teams == "none" and not rules.money and not view.counting_down


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lines of a table, the first column to the left and the others to the right.

    Where that is too wide, the columns become lines, with the heading last: no line begins with a player's name.
    """
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = _widths(table)
    if sum(max(column) for column in widths) + GAP * (len(widths) - 1) > layout.WIDTH:
        turned = list(zip(*table, strict=True))
        table = [[*row[1:], row[0]] for row in turned]
        return _lines(table, _widths(table), left=len(table[0]) - 1)
    return _lines(table, widths, left=0)


def _widths(table: Sequence[Sequence[str]]) -> list[list[int]]:
    """How many columns each cell takes, column by column."""
    return [[layout.columns(cell) for cell in column] for column in zip(*table, strict=True)]


def _lines(table: Sequence[Sequence[str]], widths: Sequence[Sequence[int]], left: int) -> str:
    made = []
    for at, column in enumerate(zip(*table, strict=True)):
        widest = max(widths[at])
        blanks = [" " * (widest - width) for width in widths[at]]
        cells = zip(column, blanks, strict=True)
        made.append([cell + blank if at == left else blank + cell for cell, blank in cells])
    return "\n".join((" " * GAP).join(row).rstrip() for row in zip(*made, strict=True))


def tricks_told(table: TableFacts) -> tuple[Trick, ...]:
    """The complete tricks that a mail tells: the new ones, or the last one for who is asked or looks."""
    if table.ended_tricks or table.new_tricks:
        return (*table.ended_tricks, *table.new_tricks)
    looks = table.view.ask or table.early or table.full
    return table.view.tricks[-1:] if looks and not table.ended_deal else ()


FILTERS: tuple[Callable[..., Any], ...] = (score_rows, columns, tricks_told)
