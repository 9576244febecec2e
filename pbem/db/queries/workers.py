"""The workers that share a database: who lives, what each reads for all, and what the dead leave to be taken over."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from pbem.db.models import JobRow, OutboxRow, WorkerRow
from pbem.db.queries import sending
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table

_TABLE, _JOBS, _MAILS = table(WorkerRow), table(JobRow), table(OutboxRow).c
_WORKER, _JOB = _TABLE.c, _JOBS.c
_LIVES = _WORKER.until > bindparam("now")


@dataclass(frozen=True, slots=True)
class WorkerFacts:
    """A worker: where it runs, since when, until when what it has is its own, and what that is."""

    id: int
    host: str
    pid: int
    since: datetime
    alive_at: datetime
    until: datetime
    reads: tuple[str, ...]  # the ways in that it reads for all
    heard_until: datetime | None  # until when all that came by these is in the inbox; None if one of them fails
    mails: int = 0
    jobs: int = 0


def database_time(session: Session) -> datetime:
    """What time it is at the database: workers' own clocks may differ."""
    now: datetime = run(session, select(func.clock_timestamp())).scalar()
    return now


_BEGIN = Prepared(insert(_TABLE).returning(_WORKER.id))


def begin(session: Session, host: str, pid: int, now: datetime, lease: timedelta) -> int:
    """A worker begins; its number."""
    times = {"since": now, "alive_at": now, "until": now + lease}
    return int(run(session, _BEGIN, {"host": host, "pid": pid, **times, "reads": "[]", "heard_until": None}).scalar())


_RENEW = Prepared(update(_TABLE).where(_WORKER.id == bindparam("me")))


def renew(session: Session, me: int, now: datetime, lease: timedelta, reads: Collection[str],
          heard_until: datetime | None) -> bool:  # fmt: skip
    """It lives. False if it was held for dead meanwhile: nothing that it had is its own any more."""
    values = {"alive_at": now, "until": now + lease, "reads": json.dumps(sorted(reads)), "heard_until": heard_until}
    return run(session, _RENEW, {"me": me, **values}).rowcount == 1


_END = Prepared(delete(_TABLE).where(_WORKER.id == bindparam("me")))
_END_DEAD = Prepared(delete(_TABLE).where(_WORKER.until <= bindparam("now")))
_END_ALL = Prepared(delete(_TABLE))
_FREE_JOBS = Prepared(update(_JOBS).where(_JOB.owner != 0, _JOB.owner.not_in(select(_WORKER.id))).values(owner=0))


def bury(session: Session, now: datetime) -> int:
    """What those had in hand who gave no sign of life for a lease waits again; how many they were."""
    dead = run(session, _END_DEAD, {"now": now}).rowcount
    _release(session)
    return int(dead)


_END_THIS = Prepared(
    delete(_TABLE).where(_WORKER.id == bindparam("number"), _WORKER.host == bindparam("host"),
                         _WORKER.pid == bindparam("process"))
)  # fmt: skip


def bury_known(session: Session, number: int, host: str, process: int) -> bool:
    """The same for one of which it is known that this process of it is no more, however lately it gave a sign."""
    known = run(session, _END_THIS, {"number": number, "host": host, "process": process}).rowcount == 1
    _release(session)
    return known


def end(session: Session, me: int) -> None:
    """This worker ends; what it had in hand waits again."""
    run(session, _END, {"me": me})
    _release(session)


def none(session: Session) -> None:
    """A server that is alone begins: there are no workers, and what one had in hand waits again."""
    run(session, _END_ALL)
    _release(session)


def _release(session: Session) -> None:
    run(session, _FREE_JOBS)
    sending.release(session)


_ALL = Prepared(select(_TABLE).order_by(_WORKER.id))
_READERS = Prepared(select(_WORKER.reads, _WORKER.heard_until).where(_LIVES, _WORKER.id != bindparam("me")))


def living(session: Session) -> list[WorkerFacts]:
    """All workers, with how much each has in hand."""
    mails = select(_MAILS.owner, func.count()).where(_MAILS.state == "sending").group_by(_MAILS.owner)
    jobs = select(_JOB.owner, func.count()).where(_JOB.owner != 0).group_by(_JOB.owner)
    sends: dict[int, int] = dict(map(tuple, run(session, mails)))
    thinks: dict[int, int] = dict(map(tuple, run(session, jobs)))
    return [_facts(row, sends, thinks) for row in run(session, _ALL)]


def _facts(row: Any, sends: dict[int, int], thinks: dict[int, int]) -> WorkerFacts:
    reads = tuple(json.loads(row.reads))
    return WorkerFacts(row.id, row.host, row.pid, row.since, row.alive_at, row.until, reads, row.heard_until,
                       sends.get(row.id, 0), thinks.get(row.id, 0))  # fmt: skip


Heard = tuple[set[str], datetime | None]
"""The ways in that a worker reads, and until when it has heard all that was written; None if one of them fails."""


def others(session: Session, me: int, now: datetime) -> list[Heard]:
    """What the other workers that live have heard."""
    found = run(session, _READERS, {"now": now, "me": me})
    return [(set(json.loads(row.reads)), row.heard_until) for row in found]


def heard_until(ways: set[str], readers: Sequence[Heard]) -> datetime | None:
    """Until when all that was written has been heard; None while one of these ways fails, or nobody reads it."""
    if not ways <= set().union(*(reads for reads, _ in readers)):
        return None
    heard = [until for _, until in readers if until is not None]
    return min(heard) if len(heard) == len(readers) else None
