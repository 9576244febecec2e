"""Telling the operator: a letter that crashes its handling, a template that is broken, a relay that is away."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.notify.compose import write_to_outbox
from pbem.app.services import Services
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.queries import outbox, server
from pbem.facts import mails
from pbem.facts.kinds import OperatorMail

QUIET = timedelta(minutes=10)
"""The operator hears of one kind of trouble at most this often; `pbem status` shows the rest."""


def tell_operator(session: Session, services: Services, trouble: OperatorMail) -> None:
    """A mail to the operator, unless one about this kind of trouble went out just now."""
    if not services.site.operator:
        return
    now = services.clock()
    session.alone(f"told:{trouble.kind}")
    told = server.get(session, f"told:{trouble.kind}")
    if told is not None and abs(now - datetime.fromisoformat(told)) < QUIET:
        return
    server.put(session, f"told:{trouble.kind}", now.isoformat())
    uow = UnitOfWork(session, services, now)
    uow.send(trouble, services.site.operator)
    write_to_outbox(uow)


def tell_of_part(
    session: Session, services: Services, part: str, cause: str, since: datetime, worked: datetime | None = None
) -> None:
    """A part of the server's world fails, or works again since `worked`.

    A mail that could not go out while the relay was away is overtaken by the one that says that it is back.
    """
    if not services.site.operator:
        return
    about = f"part/{part}"
    outbox.overtake(session, about)
    uow = UnitOfWork(session, services, services.clock())
    trouble = mails.PartFails(cause, part=part, since=since)
    back = mails.PartWorks(cause, part=part, since=since, worked=worked) if worked is not None else None
    uow.send(back or trouble, services.site.operator).about = about
    write_to_outbox(uow)
