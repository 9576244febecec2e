"""The tutorial: one deal with three patient robots, in which every step is explained when it first comes.

What is explained follows from what the seat sees, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from pbem.app.table import Table
from pbem.app.tables import seats
from pbem.app.tables.seats import Guest
from pbem.app.unit_of_work import UnitOfWork
from pbem.cards import Card, Rank, Suit
from pbem.db.queries import tutorials
from pbem.facts.table import TableFacts
from pbem.hearts.phase import Phase
from pbem.hearts.rules.presets import PRESETS
from pbem.hearts.view import Ask
from pbem.robots import BEGINNER
from pbem.table.options import TableOptions

VARIANT = "american"
PATIENCE = timedelta(days=14)
QUEEN = Card(Suit.SPADES, Rank.QUEEN)


def begin(uow: UnitOfWork) -> Table:
    """A table for the author and three robots, dealt at once."""
    pace = TableOptions(deadline=int(PATIENCE.total_seconds()), ask="turn", rest=False, tutorial=True)
    rules = replace(PRESETS[VARIANT], deals=1)
    table = seats.make_table(uow, VARIANT, rules, pace, [Guest("robot", robot=BEGINNER)] * (rules.players - 1))
    tutorials.add_lessons(uow.session, table.id)
    seats.begin(uow, table)
    return table


def lessons(uow: UnitOfWork, table: Table, facts: TableFacts) -> tuple[str, ...]:
    """What a mail explains: each lesson once, when it first concerns the reader. () at any other table."""
    if not table.options.tutorial:
        return ()
    told = tutorials.lessons(uow.session, table.id)
    new = tuple(code for code, concerns in LESSONS.items() if code not in told and concerns(facts))
    if new:
        tutorials.note_lessons(uow.session, table.id, (*told, *new))
    return new


def _asks(ask: Ask) -> Callable[[TableFacts], bool]:
    return lambda facts: facts.view.ask is ask


def _leads(facts: TableFacts) -> bool:
    return facts.view.ask is Ask.PLAY and facts.view.trick is None


def _follows(facts: TableFacts) -> bool:
    trick = facts.view.trick
    return facts.view.ask is Ask.PLAY and trick is not None and facts.view.legal[0].suit is trick.plays[0].card.suit


def _discards(facts: TableFacts) -> bool:
    trick = facts.view.trick
    return facts.view.ask is Ask.PLAY and trick is not None and facts.view.legal[0].suit is not trick.plays[0].card.suit


def _queen_fell(facts: TableFacts) -> bool:
    view = facts.view
    tricks = (*view.tricks, *((view.trick,) if view.trick is not None else ()), *facts.ended_tricks)
    return any(play.card == QUEEN for trick in tricks for play in trick.plays)


LESSONS: dict[str, Callable[[TableFacts], bool]] = {
    "welcome": lambda _: True,
    "pass": _asks(Ask.PASS),
    "first-trick": lambda facts: facts.view.phase is Phase.PLAY,
    "follow": _follows,
    "discard": _discards,
    "lead": _leads,
    "broken": lambda facts: facts.view.hearts_broken,
    "queen": _queen_fell,
    "moon-asked": _asks(Ask.MOON),
    "scoring": lambda facts: facts.ended_deal is not None,
    "moon": lambda facts: facts.ended_deal is not None,
    "end": lambda facts: facts.view.phase is Phase.FINISHED,
}
"""All lessons in the order in which a mail gives them, and when each first concerns the reader."""
