"""The timing mask, which players know as the option `veil`: a card that needs no question waits as long as answers at
this table take, so that timing tells nothing.

How long answers took is kept for the leads and for the others apart. What waits is drawn from these very times.
"""

from __future__ import annotations

from datetime import timedelta

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.hearts.phase import Phase
from pbem.table.states import AlarmKind

ENOUGH = 6
"""With fewer, a time is drawn from `TYPICAL`."""

TYPICAL = tuple(int(hours * 3600) for hours in (0.1, 0.3, 0.6, 1, 1.5, 2, 3, 4, 6, 8, 10, 13))
"""Seconds that answers take before a table has its own."""


def note_answer(uow: UnitOfWork, table: Table) -> None:
    """A person has chosen the card that is about to be played: remember how long that took. 0 for an early answer."""
    if not table.options.veil or table.playing().phase is not Phase.PLAY:
        return
    asked = table.record.asked_at
    same = table.turn() == table.turn_before and asked is not None
    took = max(0, int((uow.answered_at - asked).total_seconds())) if same and asked is not None else 0
    table.record.answer_times = table.record.answer_times.with_answer(_leads(table), took)


def waits(uow: UnitOfWork, table: Table) -> bool:
    """Whether the card that is ready must wait. Its time is drawn when its turn comes, once."""
    if not table.options.veil or _tells_nothing(table):
        return False
    table.masked = True
    if table.turn() == table.turn_before and alarms.when(uow.session, table.id, AlarmKind.UNMASK) is not None:
        return True
    wait = draw(uow, table)
    if wait:
        alarms.set_alarms(uow.session, table.id, {AlarmKind.UNMASK: uow.now + timedelta(seconds=wait)})
    else:
        table.masked = False
    return bool(wait)


def _tells_nothing(table: Table) -> bool:
    """Whether nobody learns anything from a card that comes at once: a last card is the only one, as all know, and
    robots do not watch the clock.
    """
    seat = table.playing().to_act[0]
    others = [one for one in table.seats_of_people() if one.number != seat]
    return not others or table.view(seat).hand_sizes[seat] == 1


def draw(uow: UnitOfWork, table: Table) -> int:
    """Seconds: one of the last answers' at this table, shorter than the time that an answer has."""
    own = table.record.answer_times.of(_leads(table))
    pool = own if len(own) >= ENOUGH else TYPICAL
    drawn = uow.services.randomness.shuffled(pool, f"veil {table.id} {table.length()}")[0]
    return min(drawn, table.options.deadline * 9 // 10)


def _leads(table: Table) -> bool:
    return table.view(table.playing().to_act[0]).trick is None
