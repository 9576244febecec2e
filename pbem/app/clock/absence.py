"""Absence: a person says from when to when. Each table grants what its cap of days allows; the clock of the seat waits.

What is granted stands in the seat's row, so that the others can be told without a look at the person's.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import games
from pbem.facts.account_refusals import BadVacation
from pbem.facts.table import SeatFacts
from pbem.hearts.refusal import Refused
from pbem.table.absence import Absence
from pbem.table.calendar import midnight
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.zones import zone

LONGEST = timedelta(days=366)
"""Of one vacation, and how far ahead it may begin."""

AHEAD = timedelta(days=14)
"""The others see a vacation so long before it begins."""

REMARK = 120
"""Characters of a remark."""


def spans(seat: Seat) -> tuple[tuple[datetime, datetime], ...]:
    """When the seat's time does not count."""
    return tuple((one.start, one.end) for one in seat.absences)


def announced(uow: UnitOfWork, player: Player, first: date, last: date, remark: str) -> Absence:
    """A vacation of whole days in the person's own zone, the last one included; one at a time. Raises `Refused`."""
    at = zone(player.zone)
    today = uow.now.astimezone(at).date()
    if last < max(first, today) or last - first > LONGEST or first - today > LONGEST:
        raise Refused(BadVacation(given=f"{first} {last}"))
    start = max(midnight(first, at), uow.now)
    away = Absence(start, midnight(last + timedelta(days=1), at), " ".join(remark.split())[:REMARK])
    player.vacation = away
    return away


def planned(uow: UnitOfWork, player: Player) -> Absence | None:
    """The person's vacation, if it is not over."""
    found = player.vacation
    return found if found is not None and found.end > uow.now else None


def grant(uow: UnitOfWork, table: Table, seat: Seat, away: Absence) -> Absence:
    """Write into the seat what the table's cap leaves of this vacation; what was planned before it is dropped."""
    end_now(uow, seat)
    before = seat.absences
    used = sum((one.end - one.start for one in before), timedelta(0))
    most = max(timedelta(days=table.options.vacation) - used, timedelta(0))
    # a day more or less than 24 hours is a day of the cap as well
    days = (away.end - away.start + timedelta(hours=2)) // timedelta(days=1)
    granted = away if timedelta(days=days) <= most else replace(away, end=min(away.end, away.start + most))
    seat.absences = (*before, granted) if granted.end > granted.start else before
    return granted


def end_now(uow: UnitOfWork, seat: Seat) -> bool:
    """The seat's player is here again: what runs ends now, what is to come is dropped. True if there was any."""
    before = seat.absences
    seat.absences = tuple(replace(one, end=min(one.end, uow.now)) for one in before if one.start < uow.now)
    return any(one.end > uow.now for one in before)


def seats_of(uow: UnitOfWork, player: Player) -> list[tuple[Table, Seat]]:
    """All seats in which the person sits, with their tables."""
    found = []
    for game_id in games.running(uow.session, player.id):
        table = uow.table(game_id)
        seat = table.seat_of(player.id)
        if seat is not None and seat.joined:
            found.append((table, seat))
    return found


def with_absences(facts: tuple[SeatFacts, ...], table: Table, now: datetime) -> tuple[SeatFacts, ...]:
    """The seats with what the others may know of absences: those that run or begin soon."""
    if not any(seat.absences for seat in table.seats):
        return facts
    return tuple(_shown(one, table.seats[one.seat], now) for one in facts)


def _shown(facts: SeatFacts, seat: Seat, now: datetime) -> SeatFacts:
    one = next((a for a in seat.absences if a.end > now and a.start < now + AHEAD), None)
    if one is None or not seat.joined:
        return facts
    return replace(facts, away_from=one.start if one.start > now else None, away_until=one.end, remark=one.remark)
