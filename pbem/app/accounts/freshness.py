"""How far a reply token reaches: its turn and its game while it runs. For all else the proof must be fresh."""

from __future__ import annotations

from datetime import timedelta

from pbem.app.unit_of_work import Author, UnitOfWork, day_of
from pbem.db.queries import games, inbox, outbox
from pbem.db.queries.questions import QuestionKind
from pbem.mail.message.tokens import DATED, TokenKind
from pbem.orders.order import Order, Spec

FRESH = timedelta(days=7)
"""So long a mail's token proves its reader for orders about the account; that of the newest mail does longer."""

ACCOUNT = frozenset({"ADDRESS", "NAME", "REGISTER", "SET", "EXPORT", "FORGET ME"})

ELSEWHERE = frozenset(
    {"NEW", "TUTORIAL", "JOIN", "JOIN ANY", "SEEK", "SUBSTITUTE", "VACATION", "BLOCK", "UNBLOCK", "AUTO", "REMATCH"}
)
"""These are about no running game."""

AT_ONCE = frozenset({"STOP", "DECLINE", "NEVER", "YES", "NO", "ADD", "BACK", "HELP", "GAME"})
"""Public, an answer to our own question, or reversible and told."""


def is_fresh(uow: UnitOfWork, author: Author) -> bool:
    """Is the token of a mail of the last days, or of the newest one that its reader got?"""
    token = author.token
    if token is None:
        return False
    since = uow.now - FRESH
    if author.question is not None:
        asked_at = author.question.asked_at
        newest = outbox.newest_to(uow.session, author.question.address)
        return asked_at >= since or (newest is not None and newest <= asked_at)
    if token.kind in DATED:
        player = author.player
        if token.day is None or player is None:
            return False
        if token.day > day_of(uow.now) + 1:  # of a day that a wrong clock made up
            return False
        newest = outbox.newest_to(uow.session, player.address)
        return token.day >= day_of(since) or (newest is not None and day_of(newest) <= token.day)
    if author.invitation is not None:
        return author.invitation.offered_at is not None and author.invitation.offered_at >= since
    answered = inbox.letter(uow.session, token.letter) if token.letter is not None else None
    return answered is not None and answered.arrived_at >= since


def needed(uow: UnitOfWork, order: Order, spec: Spec) -> bool:
    """Does this order of a known person reach beyond what an old token of the letter's own proves?"""
    author = uow.author
    if author is None or author.player is None:
        return False
    if order.verb in ACCOUNT:
        return bool(order.text) or order.verb in ("EXPORT", "FORGET ME")  # the others alone only show what there is
    if order.verb in AT_ONCE or spec.topic == "looking":
        return False
    token, game = author.token, uow.game_id
    asked = author.question
    if token is None or (asked is not None and asked.kind is not QuestionKind.SUGGESTED):
        return False  # nobody's old mail: signed by the author's domain, or an answer to a question
    if token.kind is TokenKind.INVITATION:
        return game != token.game or order.number not in (None, game)
    about = token.kind is TokenKind.COMBINED or (token.kind is TokenKind.TURN and token.game == game)
    return not (about and order.verb not in ELSEWHERE and game in games.running(uow.session, author.player.id))
