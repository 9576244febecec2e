"""Bounces: what comes back to the envelope address of one of our mails. Nothing else counts as one."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.app.accounts.identity import offered
from pbem.app.accounts.mail_pause import pause
from pbem.app.notify.compose import write_to_outbox
from pbem.app.services import Services
from pbem.app.tables import invitations, open_tables
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.queries import outbox
from pbem.db.queries.outbox import Due, OutboxState
from pbem.mail.message.bounce_report import Severity, read_bounce, returned_ids, severity_of
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.screening import Cause, screen
from pbem.mail.message.tokens import Token, TokenKind, read_token
from pbem.table.player import Player
from pbem.table.preferences import BounceScore

LIMIT = 3.0
"""At this score a person's mails pause until a letter comes from there: three hard bounces in a row."""

WEIGHTS = {Severity.HARD: 1.0, Severity.SOFT: 0.25, Severity.DELAY: 0.0}
"""What one bounce adds to the score."""

HALF_LIFE = timedelta(days=7)
"""The part of the score that comes of soft bounces halves in this time: a full mailbox is emptied some day."""

FORGIVEN = timedelta(days=30)
"""After so long without another bounce the score starts again from zero."""


def note_bounce(uow: UnitOfWork, raw_message: RawMessage, message: InboundMessage) -> str:
    """What the letter is if it reports of one of our mails, by the envelope address that it came to or by the mail that
    it returns; "" if it does not.
    """
    token = _token(uow, message)
    if token is None:
        return _note_returned(uow, raw_message, message)
    said = read_bounce(message, raw_message)
    if said is None:
        return ""
    if token.kind is TokenKind.RETURN:
        _offer_returned(uow, token, said.severity)
    else:
        _count(uow, uow.person_numbered(token.player), said.severity, said.reason or said.code)
    return f"bounce, {said.severity}"


def _note_returned(uow: UnitOfWork, raw_message: RawMessage, message: InboundMessage) -> str:
    """The same for a report that came to our plain address, since a relay had rewritten the envelope sender.

    It must return a mail that we sent, by its whole Message-ID, and one mail counts once: whom its reader answered with
    a copy to somebody else has shown the id to that other.
    """
    ignore = screen(message, uow.services.own)
    if ignore is None or ignore.cause is not Cause.BOUNCE:
        return ""
    said = read_bounce(message, raw_message)
    row = outbox.went_out(uow.session, returned_ids(raw_message)) if said is not None else None
    if said is None or row is None or said.severity is Severity.DELAY:
        return ""
    text = said.reason or said.code
    outbox.close(uow.session, row.id, OutboxState.FAILED, f"came back: {text}")
    _came_back(uow, row, said.severity, text)
    return f"bounce, {said.severity}"


def mark_of(uow: UnitOfWork, message: InboundMessage) -> str:
    """What speaks against a letter that came to the envelope address of one of our mails and reports nothing; "" for
    any other. Answering machines write there, and so do people whose mail program takes it for the sender's.
    """
    return "mail to a bounce address" if _token(uow, message) is not None else ""


def refused(services: Services, session: Session, row: Due, detail: str, after_dot: bool) -> None:
    """A mail was refused for good while it was handed over: as good as a bounce."""
    uow = UnitOfWork(session, services, services.clock())
    _came_back(uow, row, severity_of(detail, after_dot), detail)
    open_tables.announce(uow)
    write_to_outbox(uow)
    uow.flush()


def _came_back(uow: UnitOfWork, row: Due, severity: Severity, text: str) -> None:
    """One mail of ours could not be delivered. It counts against its player, if that address is still used."""
    token = read_token(uow.services.key, row.message_id.partition(".")[0])
    player = uow.person_numbered(row.player_id)
    if token is not None and token.kind is TokenKind.INVITATION:
        _offer_returned(uow, token, severity)
    elif player is not None and player.address == row.recipient:
        _count(uow, player, severity, text)


def _offer_returned(uow: UnitOfWork, token: Token, severity: Severity) -> None:
    """An invitation came back. That touches the seat only, never the mails to a player who may have the address:
    nobody can learn by inviting it whether there is one.
    """
    seat = offered(uow, token)
    if seat is not None and severity is Severity.HARD:
        invitations.invitation_bounced(uow, seat)


def _token(uow: UnitOfWork, message: InboundMessage) -> Token | None:
    """The token of the envelope address that the letter came to; only the way of that one mail could know it."""
    for address in message.recipients:
        text = uow.services.own.tag(address)
        token = read_token(uow.services.key, text) if text else None
        if token is not None and token.kind in (TokenKind.BOUNCE, TokenKind.RETURN):
            return token
    return None


def _count(uow: UnitOfWork, player: Player | None, severity: Severity, text: str) -> None:
    if player is None or severity is Severity.DELAY:
        return
    hard, soft = _faded(player.bounces, uow.now)
    if severity is Severity.HARD:
        hard += WEIGHTS[severity]
    else:
        soft += WEIGHTS[severity]
    player.bounces = BounceScore(hard, soft, uow.now)
    if hard + soft >= LIMIT:
        pause(uow, player, text or "mail came back")


def _faded(before: BounceScore | None, now: datetime) -> tuple[float, float]:
    """The score's two parts as they stand now."""
    if before is None or now - before.at >= FORGIVEN:
        return 0.0, 0.0
    return before.hard, before.soft * 0.5 ** ((now - before.at) / HALF_LIFE)
