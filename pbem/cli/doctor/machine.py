"""What `pbem doctor` tells of the machine: its clock, who we are on it, how often cron calls, what memory there is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime

from pbem.cli.doctor.findings import Finding
from pbem.cli.reports import NotThere, reading
from pbem.clock import system_clock
from pbem.db.outages import DatabaseFault
from pbem.db.queries import server
from pbem.server import memory
from pbem.server.robot_pool import cores
from pbem.settings import Settings

BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""A clock that shows an earlier time than this program's is wrong."""

UNIT = "pbem.service"


def clock(_settings: Settings) -> Iterator[Finding]:
    """The time, and who we are."""
    now = system_clock()
    if now < BUILT:
        yield Finding("clock", "fault", f"shows {now:%Y-%m-%d}", "Set the clock: deadlines depend on it")
    if os.geteuid() == 0:
        yield Finding("user", "note", "this is root", "Run pbem as a user of its own")


def cron(settings: Settings) -> Iterator[Finding]:
    """Whether the last passes lay so far apart that each pause counted as downtime: then no deadline ever comes."""
    try:
        with reading(settings) as session:
            pauses = server.pauses(session)
    except (NotThere, DatabaseFault):  # that is a finding of its own
        return
    grace = settings.games.downtime_grace
    if len(pauses) < server.PAUSES or min(pauses) <= grace:
        return
    every = int(min(pauses).total_seconds()) // 60
    said = f"`pbem tick` runs every {every} minutes only: each pause counts as downtime, and no deadline ever comes"
    mend = f"Let cron run it more often, or set [games] downtime_grace to more than {every} minutes"
    yield Finding("cron", "fault", said, mend)


def room_for_robots(_settings: Settings) -> Iterator[Finding]:
    """Whether the robots' processes fit into what the unit may use."""
    limits = (memory.unit_limit(UNIT), memory.own_limit())
    limit = next((limit for limit in limits if limit is not None), None)
    fit = memory.robots_in(limit, cores())
    if limit is not None and (fit < cores() or limit < memory.SERVER_MB + memory.ROBOT_MB):
        wanted = memory.SERVER_MB + cores() * memory.ROBOT_MB
        said = f"{limit} MB are allowed: hard robots think in {fit} of {cores()} processes"
        yield Finding("memory", "note", said, f"Set the unit's MemoryMax to {wanted}M, if they are too slow for you")
