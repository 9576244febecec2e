"""Limits: what keeps two machines from writing to each other for ever, and one person from flooding the server.

Some guard a mailbox outside: nobody shall be able to fill somebody else's through us.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.queries import games, inbox, outbox, server
from pbem.facts import play_answers
from pbem.facts.play_refusals import TooMuchTalk
from pbem.facts.table_refusals import TooManyGames, TooManyInvitations
from pbem.hearts.refusal import Refused
from pbem.ids import GameId, PlayerId
from pbem.mail.message.email_address import domain_of
from pbem.mail.message.mailbox_owner import is_provider, mailbox, registered
from pbem.table.player import Player

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)

UNPROVEN_MAILS = 3
"""Mails to one address in an hour that come of letters which anybody could have written in its name."""

UNPROVEN_A_DAY = 6
"""The same in a day."""

HELD_UP = 3
"""So many letters of one address wait for another hour; what comes beyond is not answered at all."""

HELD_UP_HOURS = 48
"""So many hours' share of strangers' answers may wait in all."""

ALWAYS = frozenset(
    {
        *("PLAY", "PASS", "KEEP", "CHARGE", "DISCARD", "BID", "CALL", "MOON", "CANCEL"),
        *("YES", "NO", "ADD", "AGREE", "OBJECT", "JOIN", "DECLINE", "LEAVE", "RESIGN", "BACK", "STOP", "NEVER"),
    }
)
"""Moves, and answers to what we ask, of a proven author: carried out whatever limit is spent."""

INVITATIONS_TO_MAILBOX = 5
"""Invitations that one mailbox gets in a day, from all hosts together, whatever stands behind a plus in its address."""

INVITATIONS_FROM_DOMAIN = 60
"""Invitations in a day from all hosts of one domain that is no big provider's: its owner can be any number of them."""

INVITATIONS_BY_HOST = 40
"""Invitations that one person sends in a day, and questions to addresses that are to be added."""

TALK_IN_GAME = 60
"""Lines of talk that one table sends in an hour."""


TOO_MANY = "ignored: too many letters"
"""The outcome of a letter for which its author's hour was full."""


def too_many_letters(uow: UnitOfWork, address: str) -> bool:
    """Whether the hour of this proven author is full. The letter stays in the inbox."""
    return inbox.proven_since(uow.session, address, uow.now - _HOUR) >= uow.services.policy.letters_per_hour


def tell_full(uow: UnitOfWork, address: str) -> None:
    """Tell the author of the first such letter; for an hour there is no other mail about it."""
    if not inbox.proven_since(uow.session, address, uow.now - _HOUR, TOO_MANY):
        uow.answer(play_answers.TooManyLettersAnswer(uow.services.policy.letters_per_hour))


def enough_errors(uow: UnitOfWork) -> bool:
    """Whether enough letters of this proven author that could not be read have been answered."""
    if uow.author is None or not uow.proven:
        return False
    policy, address = uow.services.policy, uow.author.address
    hour = inbox.proven_since(uow.session, address, uow.now - _HOUR, "misread")
    day = inbox.proven_since(uow.session, address, uow.now - _DAY, "misread")
    return hour >= policy.error_answers_per_hour or day >= policy.error_answers_per_day


def unproven_spent(uow: UnitOfWork, address: str, stranger: bool) -> bool:
    """Whether enough mails have gone to this address for letters of which nobody knows who wrote them.

    Strangers share one allowance besides, each hour. None of this counts what is proven, or is counted against it.
    """
    hour = outbox.sent_unproven(uow.session, address, uow.now - _HOUR)
    if hour >= UNPROVEN_MAILS or outbox.sent_unproven(uow.session, address, uow.now - _DAY) >= UNPROVEN_A_DAY:
        return True
    return stranger and _spent(uow, "strangers", _HOUR, uow.services.policy.stranger_answers_per_hour)


def next_hour(uow: UnitOfWork, address: str) -> datetime | None:
    """When a letter from this address that an allowance was too small for is looked at again; None if too many wait."""
    most = HELD_UP_HOURS * uow.services.policy.stranger_answers_per_hour
    if inbox.held_up(uow.session, address) >= HELD_UP or inbox.held_up(uow.session) >= most:
        return None
    return uow.now.replace(minute=0, second=0, microsecond=0) + _HOUR


def may_invite(uow: UnitOfWork, player: Player, people: int = 1) -> None:
    """Raises `Refused` where this person, or all of that domain, have had enough other people written to today."""
    if not people:
        return
    if _spent(uow, f"invitations:{player.id}", _DAY, INVITATIONS_BY_HOST, people):
        raise Refused(TooManyInvitations(most=INVITATIONS_BY_HOST))
    domain = domain_of(player.address)
    if not is_provider(domain) and _spent(
        uow, f"domain:{_mark(registered(domain))}", _DAY, INVITATIONS_FROM_DOMAIN, people
    ):
        raise Refused(TooManyInvitations(most=INVITATIONS_FROM_DOMAIN))


def may_sit(uow: UnitOfWork, player_id: PlayerId) -> None:
    """Raises `Refused` where this person is in as many games as one may be."""
    most = uow.services.policy.games_per_player
    if len(games.running(uow.session, player_id)) >= most:
        raise Refused(TooManyGames(most=most))


def invited_enough(uow: UnitOfWork, address: str) -> bool:
    """Whether this mailbox has been invited often enough today; if not, one more is counted."""
    return _spent(uow, f"mailbox:{_mark(mailbox(address))}", _DAY, INVITATIONS_TO_MAILBOX)


def _mark(name: str) -> str:
    """What a count is kept under, so that no address stands there."""
    return hashlib.blake2b(name.encode(), digest_size=8).hexdigest()


def may_talk(uow: UnitOfWork, game_id: GameId) -> None:
    """Raises `Refused` where a table has talked enough in this hour."""
    if _spent(uow, f"talk:{game_id}", _HOUR, TALK_IN_GAME):
        raise Refused(TooMuchTalk(most=TALK_IN_GAME))


_COUNT = "count:"


def forget_old_counts(session: Session, now: datetime) -> None:
    """Counts of hours and days that are over say nothing any more."""
    current = {str(_number(now, window)) for window in (_HOUR, _DAY)}
    counts = server.get_prefix(session, _COUNT)
    server.forget(session, [_COUNT + what for what, noted in counts.items() if noted.split()[0] not in current])


def _number(now: datetime, window: timedelta) -> int:
    return int(now.timestamp() // window.total_seconds())


def _spent(uow: UnitOfWork, what: str, window: timedelta, most: int, more: int = 1) -> bool:
    """Count so many more of something in this hour or day; True if that is too many."""
    return server.count(uow.session, f"{_COUNT}{what}", _number(uow.now, window), more) > most
