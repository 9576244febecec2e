"""The one guard: what fails for one letter, game or player must not fail the others, and the operator is told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database, Session
from pbem.db.outages import is_outage
from pbem.facts.kinds import OperatorMail

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Outcome:
    """How a guarded piece of work went; known after its `with` block."""

    failed: bool = False


def always(_: UnitOfWork, __: str) -> bool:
    """The operator hears of it, and nothing else needs to be done."""
    return True


@contextmanager
def guarded(
    database: Database,
    services: Services,
    trouble: Callable[[str], OperatorMail],
    subject: str,
    afterwards: Callable[[UnitOfWork, str], bool] = always,
) -> Iterator[Outcome]:
    """Guard the work in the `with` block. What it raises is logged and stops here.

    `afterwards` then says, in a transaction of its own, what becomes of the letter, alarm or job, given the cause in a
    line; it returns whether the operator is to hear of it, by the mail that `trouble` makes of the cause. A database
    that is away is not the fault of what was at work: that is raised, so that nothing is counted against a letter, and
    all waits.
    """
    outcome = Outcome()
    try:
        yield outcome
    except Exception as crash:
        if is_outage(crash):
            raise
        outcome.failed = True
        log.exception("%s failed", subject)
        cause = f"{subject}: {type(crash).__name__}: {crash}"[:500]
        database.again(partial(_afterwards, services, afterwards, trouble, cause))


def _afterwards(
    services: Services,
    afterwards: Callable[[UnitOfWork, str], bool],
    trouble: Callable[[str], OperatorMail],
    cause: str,
    session: Session,
) -> None:
    uow = UnitOfWork(session, services, services.clock())
    if afterwards(uow, cause):
        tell_operator(session, services, trouble(cause))
