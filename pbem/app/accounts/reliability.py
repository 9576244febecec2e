"""Reliability: the share of a person's last turns answered in time. A newcomer has none, which harms nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import punctuality
from pbem.facts.table import SeatFacts
from pbem.facts.table_refusals import Unreliable
from pbem.hearts.refusal import Refused
from pbem.ids import PlayerId
from pbem.table.player import Player

LAST = 100
"""Only this many of the last turns count."""

FORGIVEN = timedelta(days=60)
"""A turn that was let pass counts so long."""

NEWCOMER = 20
"""Of fewer turns nothing is said."""


def share(uow: UnitOfWork, player_id: PlayerId) -> int | None:
    """Percent of the person's last turns that were answered in time; None for a newcomer."""
    turns = punctuality.turns(uow.session, player_id)
    if turns < NEWCOMER:
        return None
    count = min(turns, LAST)
    missed = punctuality.lapses(uow.session, player_id, after=turns - LAST, since=uow.now - FORGIVEN)
    return 100 * (count - missed) // count


def require(uow: UnitOfWork, table: Table, player: Player) -> None:
    """Raises `Refused` where the table asks for more than the person has; a newcomer is welcome."""
    least = table.options.reliability
    own = share(uow, player.id) if least else None
    if own is not None and own < least:
        raise Refused(Unreliable(least=least, share=own))


def with_reliability(uow: UnitOfWork, table: Table, facts: tuple[SeatFacts, ...]) -> tuple[SeatFacts, ...]:
    """The seats, with the figure of each person who sits there."""
    people = {one.seat: table.person_id(one.seat) for one in facts}
    return tuple(
        one if (who := people[one.seat]) is None else replace(one, reliability=share(uow, who)) for one in facts
    )
