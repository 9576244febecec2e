"""The veil: a card that needs no question waits as long as answers at this table take, so that timing tells nothing.

How long answers took is kept for the leads and for the others apart. What waits is drawn from these very times.
"""

from __future__ import annotations

import json
from datetime import timedelta

from pbem.app.table import Table, dump
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import alarms
from pbem.hearts.view import Ask

KEPT = 24
"""So many of the last answers are remembered."""

ENOUGH = 6
"""With fewer, a time is drawn from `TYPICAL`."""

TYPICAL = tuple(int(hours * 3600) for hours in (0.1, 0.3, 0.6, 1, 1.5, 2, 3, 4, 6, 8, 10, 13))
"""Seconds that answers take before a table has its own."""

ALARM = "veil"


def note_answer(uow: UnitOfWork, table: Table) -> None:
    """A person has chosen the card that is about to be played: remember how long that took. 0 for an early answer."""
    if not table.pace.veil or table.playing().phase != Ask.PLAY:
        return
    asked = table.row.asked_at
    same = table.turn() == table.turn_before and asked is not None
    took = int((uow.now - asked).total_seconds()) if same and asked is not None else 0
    usual = _usual(table)
    usual[_kind(table)] = [*usual.get(_kind(table), []), took][-KEPT:]
    table.row.usual = dump(usual)


def waits(uow: UnitOfWork, table: Table) -> bool:
    """Whether the card that is ready must wait. Its time is drawn when its turn comes, once."""
    if not table.pace.veil:
        return False
    table.veiled = True
    if table.turn() == table.turn_before and alarms.when(uow.session, table.id, ALARM) is not None:
        return True
    wait = draw(uow, table)
    if wait:
        alarms.set_alarms(uow.session, table.id, {ALARM: uow.now + timedelta(seconds=wait)})
    else:
        table.veiled = False
    return bool(wait)


def draw(uow: UnitOfWork, table: Table) -> int:
    """Seconds: one of the last answers' at this table, shorter than the time that an answer has."""
    own = _usual(table).get(_kind(table), [])
    pool = own if len(own) >= ENOUGH else TYPICAL
    drawn = uow.services.randomness.shuffled(pool, f"veil {table.id} {table.length()}")[0]
    return min(drawn, table.pace.deadline * 9 // 10)


def _kind(table: Table) -> str:
    view = table.view(table.playing().to_act[0])
    return "lead" if view.trick is None else "follow"


def _usual(table: Table) -> dict[str, list[int]]:
    found: dict[str, list[int]] = json.loads(table.row.usual or "{}")
    return found
