"""Whom the operator means: a person by name, address or number."""

from __future__ import annotations

from pbem.cli.reports import NotThere, number_of
from pbem.db.database import Session
from pbem.db.queries import people
from pbem.db.records import Records
from pbem.ids import PlayerId
from pbem.mail.message.email_address import canonical
from pbem.table.player import Player


def person(session: Session, text: str) -> Player:
    """The person; `NotThere` if nobody is meant."""
    number = people.owner(session, canonical(text)) if "@" in text else people.named(session, text)
    if number is None and (given := number_of(text)) is not None:
        number = PlayerId(given)
    found = Records(session).player(number)
    if found is None:
        raise NotThere(f"nobody here is {text!r}: `pbem players` lists them")
    return found


def addresses_of(session: Session, text: str) -> tuple[tuple[str, ...], int | None]:
    """All addresses of the person, and the number; of a stranger the one address."""
    if "@" in text and people.owner(session, canonical(text)) is None:
        return (canonical(text),), None
    found = person(session, text)
    return tuple(people.addresses(session, found.id)), found.id
