"""How the server stands: what runs, what waits, what is stuck. For `pbem status`, and for a monitor's file."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from pbem import __version__
from pbem.db.database import Session
from pbem.db.queries import box_filter, games, inbox, outbox, people, server, workers
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.server import disk
from pbem.server.database_watch import noted_outage
from pbem.server.folders import reading_keys, ways_to_look_at
from pbem.server.health import DATABASE, SERVER, PartHealth, noted_health, noted_missed
from pbem.settings import Settings
from pbem.table.states import GamePhase

IN_HAND = timedelta(minutes=10)
"""A mail that is being handed over for longer is stuck."""

NAMED = 20
"""So many games or people are named one by one."""

DUE = timedelta(minutes=30)
"""So is one that could have gone for longer."""

SHORTEST_SILENCE = timedelta(minutes=10)
"""A way in that is looked at more often may be silent for so long (a pause after a broken line takes its time), and a
letter may wait, and the server be away, for so long."""


def server_status(session: Session, settings: Settings, now: datetime) -> dict[str, Any]:
    """Counts and times; `stuck` is what needs a hand, `notes` what its owner should know of. `ok`: nothing is stuck."""
    parts = noted_health(session)
    outage = noted_outage(settings)
    if outage is not None:
        parts[DATABASE] = outage
    counted: dict[str, dict[str, int]] = {
        "games": {p: games.count(session, p) for p in GamePhase},
        "inbox": {s: inbox.count(session, s) for s in InboxState},
        "outbox": {s: outbox.count(session, s) for s in OutboxState},
    }
    oldest = box_filter.oldest(session, now)
    stuck = [*_boxes(session, counted, oldest, now), *_away(session, settings, parts, now), *_failing(settings, parts)]
    stuck += [full] if (full := disk.trouble(settings.server.data)) else []
    stuck += _late(session, now)
    at_work = workers.living(session) if settings.database.workers else []
    stuck += _unread(settings, [one for one in at_work if one.until > workers.database_time(session)])
    alive = _alive(session, parts)
    return {
        "version": __version__,
        "address": settings.server.address,
        "alive_at": alive.isoformat() if alive is not None else None,
        "ok": not stuck,
        **counted,
        "oldest": {"letter": oldest.letter, "due": oldest.due, "sending": oldest.sending},
        "workers": [asdict(one) for one in at_work],
        "parts": {
            name: {"worked": part.worked, "since": part.since, "fault": part.fault} for name, part in parts.items()
        },
        "last_letter": box_filter.newest_by_way(session),
        "disk": disk.room(settings.server.data),
        "stuck": stuck,
        "notes": _notes(session, counted),
    }


def _alive(session: Session, parts: dict[str, PartHealth]) -> datetime | None:
    pulse = server.get(session, "alive")
    worked = parts[SERVER].worked if SERVER in parts else None
    return max((at for at in (datetime.fromisoformat(pulse) if pulse else None, worked) if at), default=None)


def _boxes(session: Session, counted: dict[str, dict[str, int]], oldest: box_filter.Oldest, now: datetime) -> list[str]:
    """What lies in the two boxes for longer than it should."""
    quarantined, crashing = counted["inbox"]["quarantined"], box_filter.crashing(session)
    found = [f"letter in quarantine: {quarantined} (pbem inbox)"] if quarantined else []
    found += [f"letter that crashed and is tried again: {crashing} (pbem inbox)"] if crashing else []
    if oldest.letter is not None and now - oldest.letter > SHORTEST_SILENCE:
        found.append(f"a letter waits since {oldest.letter:%Y-%m-%d %H:%M} UTC (pbem inbox --state new)")
    in_hand = outbox.overdue(session, OutboxState.SENDING, now - IN_HAND)
    due = outbox.overdue(session, OutboxState.WAITING, now - DUE)
    found += [f"mails in hand for more than 10 minutes: {in_hand} (pbem outbox --state sending)"] if in_hand else []
    found += [f"mails due for more than 30 minutes: {due}; does the way out work?"] if due else []
    return found


def _away(session: Session, settings: Settings, parts: dict[str, PartHealth], now: datetime) -> list[str]:
    """A server that gives no sign of life any more."""
    alive = _alive(session, parts)
    patience = max(settings.games.downtime_grace, SHORTEST_SILENCE)
    if alive is not None and now - alive <= patience:
        return []
    since = f"since {alive:%Y-%m-%d %H:%M} UTC" if alive is not None else "at all"
    return [f"no sign of life {since}: start `pbem serve`, or let cron run `pbem tick`"]


def _unread(settings: Settings, at_work: list[workers.WorkerFacts]) -> list[str]:
    """The ways in that no worker reads, though some are at work."""
    read = {key for one in at_work for key in one.reads}
    return [f"no worker reads {way}" for way, key in reading_keys(settings).items() if at_work and key not in read]


def _failing(settings: Settings, parts: dict[str, PartHealth]) -> list[str]:
    """The parts that do not work, and ways in that a server that lives has not looked at for three polls."""
    found = [f"{name} has failed since {p.since:%Y-%m-%d %H:%M} UTC: {p.fault}" for name, p in parts.items() if p.since]
    imap, server_ = settings.intake.imap, parts.get(SERVER)
    if server_ is None or server_.worked is None:
        return found
    for name in ways_to_look_at(settings):
        way = parts.get(name)
        if way is None or way.since or way.worked is None:
            continue
        silent = server_.worked - way.worked
        poll = imap.poll if imap is not None and name == "imap" else timedelta(0)
        if silent > max(3 * poll, SHORTEST_SILENCE):
            found.append(f"{name} has been silent for {str(silent).partition('.')[0]}: restart pbem, and read its log")
    return found


def _notes(session: Session, counted: dict[str, dict[str, int]]) -> list[str]:
    """What is no fault of the server: addresses that refuse mail, and mails of which nobody can say."""
    failed, unsure = counted["outbox"]["failed"], counted["outbox"]["unsure"]
    found = [f"mails that could not be sent: {failed} (pbem outbox --state failed)"] if failed else []
    found += [f"mails that may or may not have gone out: {unsure} (pbem outbox --state unsure)"] if unsure else []
    paused = people.paused(session, NAMED + 1)
    found += [f"no mail goes to {p.name}: it came back" for p in paused[:NAMED]]
    return found + (["and there are more to whom none goes"] if len(paused) > NAMED else [])


def _late(session: Session, now: datetime) -> list[str]:
    """Games whose deadline is over, and for which no letter is awaited any more."""
    missed = noted_missed(session, now)
    late, how_many = games.overdue(session, now if missed is None else missed.since, NAMED)
    found = [f"game {number} is past its deadline: is pbem running?" for number in late]
    return found + ([f"and {how_many - NAMED} games more are past theirs"] if how_many > NAMED else [])
