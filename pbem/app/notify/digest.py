"""The digest: news and questions are collected until the hours that the reader has chosen.

A question never waits longer than half of the time that there is for its answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from pbem.app.notify import combined_mail
from pbem.app.table import Table
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import digests
from pbem.ids import PlayerId
from pbem.table.options import DAYS
from pbem.table.player import Player
from pbem.table.seat import Seat
from pbem.zones import zone

_TIME = re.compile(r"(\d{1,2})(?::(\d{2}))?(?:h|am|pm)?")
_GROUPS = {"daily": DAYS, "every": DAYS, "weekdays": DAYS[:5], "weekends": DAYS[5:], "weekend": DAYS[5:]}
MOST = 6
"""Hours of a day."""


@dataclass(frozen=True, slots=True)
class Hours:
    """When a digest goes out: days of the week (0 is Monday) and times, in the reader's zone."""

    days: tuple[int, ...]
    times: tuple[time, ...]

    def text(self) -> str:
        """As it is shown and stored: `mon,thu 18:00`."""
        days = "" if len(self.days) == len(DAYS) else ",".join(DAYS[day] for day in self.days) + " "
        return days + ",".join(f"{one:%H:%M}" for one in self.times)

    def next(self, now: datetime, zone_name: str) -> datetime:
        """The next such moment after now. An hour that the clocks skip is the one after it, and may so come after what
        stands behind it.
        """
        at = zone(zone_name)
        today = now.astimezone(at).date()
        days = (today + timedelta(days=ahead) for ahead in range(9))
        moments = (
            datetime.combine(day, one, at).astimezone(UTC)
            for day in days
            if day.weekday() in self.days
            for one in self.times
        )
        return min(moment for moment in moments if moment > now)


def hours(text: str) -> Hours:
    """`18:00`, `mon,thu 18:00`, `weekdays 8:00 18:00`; ValueError for anything else."""
    days: set[int] = set()
    times: set[time] = set()
    for word in text.lower().replace(",", " ").replace(" and ", " ").replace(" at ", " ").split():
        group = _GROUPS.get(word) or tuple(day for day in DAYS if word.startswith(day) and word.isalpha())
        if group:
            days |= {DAYS.index(day) for day in group}
        else:
            times.add(_time(word))
    if not 1 <= len(times) <= MOST:
        raise ValueError(text)
    return Hours(tuple(sorted(days or range(len(DAYS)))), tuple(sorted(times)))


def _time(word: str) -> time:
    found = _TIME.fullmatch(word)
    if found is None:
        raise ValueError(word)
    hour, minute = int(found[1]), int(found[2] or 0)
    if word.endswith(("am", "pm")):
        if not 1 <= hour <= 12:
            raise ValueError(word)
        hour = hour % 12 + (12 if word.endswith("pm") else 0)
    return time(hour, minute)


def add_to_digest(uow: UnitOfWork, table: Table, seat: Seat, player: Player) -> None:
    """The news of this table waits for the reader's hour, or for half of the time that there is to answer."""
    due_at = hours(player.preferences.digest).next(uow.now, player.zone)
    deadline = seat.clock.due_at or table.record.due_at
    if deadline is not None and table.game is not None and seat.number in table.game.to_act:
        due_at = min(due_at, uow.now + max(deadline - uow.now, timedelta(0)) / 2)
    digests.add(uow.session, player.id, table.id, due_at, seat.number in table.lapsed)


def send(uow: UnitOfWork, player_id: PlayerId) -> None:
    """All that waits for this person in one mail, each game as it stands now."""
    player = uow.person_numbered(player_id)
    games = digests.take(uow.session, player_id)
    if player is None or player.paused or not player.address:
        return
    combined_mail.catch_up(uow, player, games)
