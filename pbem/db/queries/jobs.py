"""What waits to be searched for by a robot. Rows, so that a turn survives a restart in the middle of a search."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, or_, select, update

from pbem.db.models import JobRow
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table
from pbem.db.upsert import upsert
from pbem.ids import GameId
from pbem.table.states import JobKind


class JobKey(NamedTuple):
    """Game, kind, seat, deal: one of each at a time."""

    game_id: GameId
    kind: JobKind
    seat: int
    deal: int


@dataclass(frozen=True, slots=True)
class Job:
    """Something to search for, outside of any transaction."""

    game_id: GameId
    kind: JobKind
    seat: int
    made_at: datetime
    deal: int = 0  # of a review
    length: int = 0  # of the log when it was asked for: nothing comes of a turn that the game has left behind
    stand_in: bool = False
    tries: int = 0
    owner: int = 0  # the worker that thinks about it


_TABLE = table(JobRow)
_JOB = _TABLE.c
_LATER = _JOB.kind == JobKind.REVIEW.value  # nobody's turn waits for it
_FREE = or_(_JOB.owner == 0, _JOB.owner == bindparam("me"))  # what is ours already is left from a round that failed
_WAITING = Prepared(
    select(*(_JOB[name] for name in JobKey._fields))
    .where(_FREE)
    .order_by(_LATER, _JOB.made_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_THIS = [_JOB[name] == bindparam(f"the_{name}") for name in JobKey._fields]
_ONE = Prepared(select(_TABLE).where(*_THIS))
_DONE = Prepared(delete(_TABLE).where(*_THIS))
_FAILED = Prepared(update(_TABLE).where(*_THIS).values(tries=_JOB.tries + 1, owner=0))
_TAKE = Prepared(update(_TABLE).where(*_THIS).values(owner=bindparam("me")))


def _the(key: JobKey) -> dict[str, Any]:
    return {f"the_{name}": value for name, value in key._asdict().items()}


def add(session: Session, job: Job) -> None:
    """Ask for a search; asked again, the newer one stands."""
    upsert(session, JobRow, [asdict(job)], JobKey._fields)
    session.tell("jobs")


def claim(session: Session, most: int, me: int) -> list[JobKey]:
    """Those of `waiting` that this worker thinks about, and no other while it lives; 0: there are no others."""
    keys = waiting(session, most, me)
    run(session, _TAKE, [{**_the(key), "me": me} for key in keys] if me else [])
    return keys


def waiting(session: Session, most: int, me: int = 0) -> list[JobKey]:
    """The jobs in the order in which they were asked for; a review alone, and only while no turn and no hint waits."""
    rows = run(session, _WAITING, {"most": most, "me": me})
    keys = [JobKey(row.game_id, JobKind(row.kind), row.seat, row.deal) for row in rows]
    return [key for key in keys if key.kind is not JobKind.REVIEW] or keys[:1]


def job(session: Session, key: JobKey) -> Job | None:
    """The job of this key."""
    row = run(session, _ONE, _the(key)).first()
    return None if row is None else Job(**{**row._asdict(), "kind": JobKind(row.kind)})


def note_failure(session: Session, key: JobKey) -> None:
    """It was tried once more, in vain."""
    run(session, _FAILED, _the(key))


def done(session: Session, key: JobKey) -> None:
    """Nothing is to be searched for this any more."""
    run(session, _DONE, _the(key))


_COUNT = Prepared(select(func.count()).select_from(_TABLE).where(_FREE))


def count(session: Session, me: int = 0) -> int:
    """How many wait that no other worker thinks about."""
    return int(run(session, _COUNT, {"me": me}).scalar())
