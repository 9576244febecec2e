"""What is done for one reader at a time, beside letters and alarms: digests at their hour, and mails that piled up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from pbem.app.notify import combined_mail, digest
from pbem.app.notify.compose import write_to_outbox
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database
from pbem.db.queries import digests

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)
"""A digest that failed is tried again after so long."""


def send_digests(database: Database, services: Services) -> int:
    """Every digest whose hour has come, each in its own transaction; returns how many there were."""
    with database.read() as session:
        due = digests.due(session, services.clock())
    for player_id in due:
        if not _for(database, services, player_id, digest.send):
            with database.begin() as session:
                digests.hurry(session, player_id, services.clock() + PAUSE)
    return len(due)


def unpile(database: Database, services: Services) -> None:
    """Who has several mails waiting since a while gets one mail instead, with the state now."""
    with database.read() as session:
        piled = digests.piled_up(session, services.clock() - combined_mail.STUCK)
    for player_id in piled:
        _for(database, services, player_id, combined_mail.unpile)


def _for(database: Database, services: Services, player_id: int, what: Callable[[UnitOfWork, int], None]) -> bool:
    """Do it; what fails holds up neither the others nor the mails that wait, and the operator is told."""
    try:
        with database.begin() as session:
            uow = UnitOfWork(session, services, services.clock())
            what(uow, player_id)
            write_to_outbox(uow)
            for fault in uow.faults:
                tell_operator(session, services, "template", cause=fault)
    except Exception as crash:  # whatever it is: the mails go out as they are
        log.exception("mails of player %d could not be told together", player_id)
        with database.begin() as session:
            tell_operator(
                session, services, "alarm", cause=f"player {player_id}: {type(crash).__name__}: {crash}"[:500]
            )
        return False
    return True
