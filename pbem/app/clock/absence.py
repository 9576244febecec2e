"""Absence: a person says from when to when. Each table grants what its cap of days allows; the clock of the seat waits.

What is granted stands in the seat's row, so that the others can be told without a look at the person's.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from pbem.app.table import Table, dump
from pbem.app.unit_of_work import UnitOfWork, pk
from pbem.db.models import PlayerRow, SeatRow
from pbem.db.queries import game_log, people
from pbem.facts.account_refusals import BadVacation
from pbem.facts.table import Absence, SeatFacts
from pbem.hearts.refusal import Refused
from pbem.render.dates import zone
from pbem.timecontrol.calendar import midnight

LONGEST = timedelta(days=366)
"""Of one vacation, and how far ahead it may begin."""

AHEAD = timedelta(days=14)
"""The others see a vacation so long before it begins."""

REMARK = 120
"""Characters of a remark."""


def absences(seat: SeatRow) -> list[Absence]:
    """What the table has granted this seat, over and to come."""
    if not seat.away:
        return []
    return [Absence(_moment(a), _moment(b), remark) for a, b, remark in json.loads(seat.away)]


def spans(seat: SeatRow) -> tuple[tuple[datetime, datetime], ...]:
    """When the seat's time does not count."""
    return tuple((one.start, one.end) for one in absences(seat))


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _write(found: list[Absence]) -> str:
    return dump([[a.start.isoformat(), a.end.isoformat(), a.remark] for a in found if a.end > a.start]) if found else ""


def announced(uow: UnitOfWork, player: PlayerRow, first: date, last: date, remark: str) -> Absence:
    """A vacation of whole days in the person's own zone, the last one included; one at a time. Raises `Refused`."""
    at = zone(player.zone)
    today = uow.now.astimezone(at).date()
    if last < max(first, today) or last - first > LONGEST or first - today > LONGEST:
        raise Refused(BadVacation(given=f"{first} {last}"))
    start = max(midnight(first, at), uow.now)
    away = Absence(start, midnight(last + timedelta(days=1), at), " ".join(remark.split())[:REMARK])
    people.change(player, vacation=[away.start.isoformat(), away.end.isoformat(), away.remark])
    return away


def planned(uow: UnitOfWork, player: PlayerRow) -> Absence | None:
    """The person's vacation, if it is not over."""
    said = people.settings(player).get("vacation")
    found = Absence(_moment(said[0]), _moment(said[1]), said[2]) if said else None
    return found if found is not None and found.end > uow.now else None


def grant(uow: UnitOfWork, table: Table, seat: SeatRow, away: Absence) -> Absence:
    """Write into the seat what the table's cap leaves of this vacation; what was planned before it is dropped."""
    end_now(uow, seat)
    before = absences(seat)
    used = sum((one.end - one.start for one in before), timedelta(0))
    most = max(timedelta(days=table.pace.vacation) - used, timedelta(0))
    # a day more or less than 24 hours is a day of the cap as well
    days = (away.end - away.start + timedelta(hours=2)) // timedelta(days=1)
    granted = away if timedelta(days=days) <= most else replace(away, end=min(away.end, away.start + most))
    seat.away = _write([*before, granted])
    return granted


def end_now(uow: UnitOfWork, seat: SeatRow) -> bool:
    """The seat's player is here again: what runs ends now, what is to come is dropped. True if there was any."""
    before = absences(seat)
    rest = [replace(one, end=min(one.end, uow.now)) for one in before if one.start < uow.now]
    seat.away = _write([one for one in rest if one.end > one.start])
    return any(one.end > uow.now for one in before)


def seats_of(uow: UnitOfWork, player: PlayerRow) -> list[tuple[Table, SeatRow]]:
    """All seats in which the person sits, with their tables."""
    found = []
    for row in game_log.games_of(uow.session, pk(player.id)):
        table = uow.table(pk(row.id))
        seat = table.seat_of(pk(player.id))
        if seat is not None and seat.state == "joined":
            found.append((table, seat))
    return found


def shown(facts: tuple[SeatFacts, ...], table: Table, now: datetime) -> tuple[SeatFacts, ...]:
    """The seats with what the others may know of absences: those that run or begin soon."""
    if not any(seat.away for seat in table.seats):
        return facts
    return tuple(_shown(one, table.seats[one.seat], now) for one in facts)


def _shown(facts: SeatFacts, seat: SeatRow, now: datetime) -> SeatFacts:
    one = next((a for a in absences(seat) if a.end > now and a.start < now + AHEAD), None)
    if one is None or seat.state != "joined":
        return facts
    return replace(facts, away_from=one.start if one.start > now else None, away_until=one.end, remark=one.remark)
