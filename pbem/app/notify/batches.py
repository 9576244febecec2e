"""What is done for one reader at a time, beside letters and alarms: digests at their hour, and mails that piled up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from pbem.app.notify import combined_mail, digest
from pbem.app.notify.compose import send_all
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import House
from pbem.app.unit_of_work import Case
from pbem.db.database import Database
from pbem.db.queries import digests

log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)
"""A digest that failed is tried again after so long."""


def send_digests(database: Database, house: House) -> int:
    """Every digest whose hour has come, each in its own transaction; returns how many there were."""
    with database.read() as session:
        due = digests.due(session, house.clock())
    for player_id in due:
        if not _for(database, house, player_id, digest.send):
            with database.begin() as session:
                digests.hurry(session, player_id, house.clock() + PAUSE)
    return len(due)


def unpile(database: Database, house: House) -> None:
    """Who has several mails waiting since a while gets one mail instead, with the state now."""
    with database.read() as session:
        piled = digests.piled_up(session, house.clock() - combined_mail.STUCK)
    for player_id in piled:
        _for(database, house, player_id, combined_mail.unpile)


def _for(database: Database, house: House, player_id: int, what: Callable[[Case, int], None]) -> bool:
    """Do it; what fails holds up neither the others nor the mails that wait, and the operator is told."""
    try:
        with database.begin() as session:
            case = Case(session, house, house.clock())
            what(case, player_id)
            send_all(case)
            for fault in case.faults:
                tell_operator(session, house, "template", cause=fault)
    except Exception as crash:  # whatever it is: the mails go out as they are
        log.exception("mails of player %d could not be told together", player_id)
        with database.begin() as session:
            tell_operator(session, house, "alarm", cause=f"player {player_id}: {type(crash).__name__}: {crash}"[:500])
        return False
    return True
