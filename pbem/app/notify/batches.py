"""What is done for one reader at a time, beside letters and alarms: digests at their hour, and mails that piled up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from pbem.app.guard import guarded
from pbem.app.notify import combined_mail, digest
from pbem.app.notify.compose import write_to_outbox
from pbem.app.notify.operator_alerts import tell_operator
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Database, Session
from pbem.db.queries import digests
from pbem.facts import mails
from pbem.ids import PlayerId

PAUSE = timedelta(hours=1)
"""A digest that failed is tried again after so long."""


def send_digests(database: Database, services: Services) -> int:
    """Every digest whose hour has come, each in its own transaction; returns how many there were."""
    with database.read() as session:
        due = digests.due(session, services.clock())
    for player_id in due:
        _for(database, services, player_id, digest.send, _later)
    return len(due)


def unpile(database: Database, services: Services) -> None:
    """Whoever has had several mails waiting for a while gets one mail instead, with the state now."""
    with database.read() as session:
        piled = digests.piled_up(session, services.clock(), services.clock() - combined_mail.STUCK)
    for player_id in piled:
        _for(database, services, player_id, combined_mail.unpile, _as_they_are)


def _later(player_id: PlayerId, uow: UnitOfWork, _: str) -> bool:
    digests.reschedule(uow.session, player_id, uow.now + PAUSE)
    return True


def _as_they_are(_: PlayerId, __: UnitOfWork, ___: str) -> bool:
    """The mails that could not be told together go out one by one."""
    return True


def _for(
    database: Database,
    services: Services,
    player_id: PlayerId,
    what: Callable[[UnitOfWork, PlayerId], None],
    afterwards: Callable[[PlayerId, UnitOfWork, str], bool],
) -> None:
    subject = f"player {player_id}, combined mail"

    def write(session: Session) -> None:
        uow = UnitOfWork(session, services, services.clock())
        what(uow, player_id)
        write_to_outbox(uow)
        uow.flush()
        for fault in uow.faults:
            tell_operator(session, services, mails.TemplateBroken(fault))

    with guarded(database, services, mails.AlarmFailed, subject, partial(afterwards, player_id)):
        database.again(write)
