"""Limits: what keeps two machines from writing to each other for ever, and one person from flooding the server.

Some guard a mailbox outside: nobody shall be able to fill somebody else's through us.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import games, inbox, outbox, server
from pbem.facts.play_refusals import TooMuchTalk
from pbem.facts.table_refusals import TooManyGames, TooManyInvitations
from pbem.hearts.refusal import Refused
from pbem.mail.message.inbound_message import InboundMessage
from pbem.orders.order import Misread, Why

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

NEAR_MISSES = 10
"""For each answer to a letter without any order so many to near misses: these are a person's, who will write again."""

STRANGER_ANSWERS = 3
"""Answers to one stranger's address in an hour."""

INVITATIONS_TO_ADDRESS = 5
"""Invitations that one address gets in a day, from all hosts together. More are not sent, and nobody learns it."""

INVITATIONS_BY_HOST = 40
"""Invitations that one person sends in a day, and questions to addresses that are to be added."""

TALK_IN_GAME = 60
"""Lines of talk that one table sends in an hour."""


def too_many_letters(uow: UnitOfWork, message: InboundMessage) -> bool:
    """Whether this sender's hour is full. The letter stays in the inbox; nothing is answered."""
    most = uow.services.policy.letters_per_hour
    return bool(message.sender) and inbox.letters_since(uow.session, message.sender, uow.now - _HOUR) >= most


def enough_errors(uow: UnitOfWork, misread: Sequence[Misread]) -> bool:
    """Whether what cannot be read has been answered often enough to this author: so write answering machines."""
    if uow.author is None:
        return False
    policy, address = uow.services.policy, uow.author.address
    more = NEAR_MISSES if any(m.why is not Why.NOTHING for m in misread) else 1
    hour = inbox.answers_since(uow.session, address, "misread", uow.now - _HOUR)
    day = inbox.answers_since(uow.session, address, "misread", uow.now - _DAY)
    return hour >= policy.error_answers_per_hour * more or day >= policy.error_answers_per_day * more


def stranger_spent(uow: UnitOfWork, address: str) -> bool:
    """Whether this stranger, or all unproven strangers together, have had their share of answers for this hour."""
    if outbox.sent_to_stranger(uow.session, address, uow.now, _HOUR) >= STRANGER_ANSWERS:
        return True
    return not uow.proven and _spent(uow, "strangers", _HOUR, uow.services.policy.stranger_answers_per_hour)


def may_invite(uow: UnitOfWork, player_id: int, people: int = 1) -> None:
    """Raises `Refused` where this person has had enough other people written to today."""
    if people and _spent(uow, f"invitations:{player_id}", _DAY, INVITATIONS_BY_HOST, people):
        raise Refused(TooManyInvitations(most=INVITATIONS_BY_HOST))


def may_sit(uow: UnitOfWork, player_id: int) -> None:
    """Raises `Refused` where this person is in as many games as one may be."""
    most = uow.services.policy.games_per_player
    if len(games.running(uow.session, player_id)) >= most:
        raise Refused(TooManyGames(most=most))


def invited_enough(uow: UnitOfWork, address: str) -> bool:
    """Whether this address has been invited often enough today."""
    return outbox.sent_since(uow.session, address, "invitation", uow.now - _DAY) >= INVITATIONS_TO_ADDRESS


def may_talk(uow: UnitOfWork, game_id: int) -> None:
    """Raises `Refused` where a table has talked enough in this hour."""
    if _spent(uow, f"talk:{game_id}", _HOUR, TALK_IN_GAME):
        raise Refused(TooMuchTalk(most=TALK_IN_GAME))


def _spent(uow: UnitOfWork, what: str, window: timedelta, most: int, more: int = 1) -> bool:
    """Count so many more of something in this hour or day; True if that is too many."""
    key = f"count:{what}"
    number = int(uow.now.timestamp() // window.total_seconds())
    noted = (server.noted(uow.session, key) or "0 0").split()
    count = int(noted[1]) if int(noted[0]) == number else 0
    server.note(uow.session, key, f"{number} {count + more}")
    return count + more > most
