"""Bounces: what comes back to the envelope address of one of our mails. Nothing else counts as one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pbem.app.accounts.identity import offered
from pbem.app.accounts.mail_pause import pause
from pbem.app.notify.compose import write_to_outbox
from pbem.app.services import Services
from pbem.app.tables import invitations, open_tables
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.database import Session
from pbem.db.models import PlayerRow
from pbem.db.queries import people
from pbem.db.queries.outbox import Due
from pbem.mail.message.bounce_report import Severity, read_bounce, severity_of
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.tokens import Token, TokenKind, read_token

LIMIT = 3.0
"""At this score a person's mails pause until a letter comes from there: three hard bounces in a row."""

WEIGHTS = {Severity.HARD: 1.0, Severity.SOFT: 0.25, Severity.DELAY: 0.0}
"""What one bounce adds to the score."""

HALF_LIFE = timedelta(days=7)
"""The part of the score that comes of soft bounces halves in this time: a full mailbox is emptied some day."""

FORGIVEN = timedelta(days=30)
"""After so long without another bounce the score begins anew."""


def note_bounce(uow: UnitOfWork, raw_message: RawMessage, message: InboundMessage) -> str:
    """What the letter is if it is a report that came to one of our envelope addresses; "" if it is not."""
    token = _token(uow, message)
    said = read_bounce(message, raw_message) if token is not None else None
    if token is None or said is None:
        return ""
    if token.kind is TokenKind.RETURN:
        _offer_returned(uow, token, said.severity)
    else:
        _count(uow, people.player(uow.session, token.numbers[0]), said.severity, said.reason or said.code)
    return f"bounce, {said.severity}"


def mark_of(uow: UnitOfWork, message: InboundMessage) -> str:
    """What speaks against a letter that came to the envelope address of one of our mails and reports nothing; "" for
    any other. Answering machines write there, and so do people whose mail program takes it for the sender's.
    """
    return "mail to a bounce address" if _token(uow, message) is not None else ""


def refused(services: Services, session: Session, row: Due, detail: str) -> None:
    """A mail was refused for good while it was handed over: as good as a bounce."""
    uow = UnitOfWork(session, services, services.clock())
    token = read_token(services.key, row.message_id.partition(".")[0])
    player = people.player(session, row.player_id)
    if token is not None and token.kind is TokenKind.INVITATION:
        _offer_returned(uow, token, severity_of(detail))
    elif player is not None and player.address == row.recipient:
        _count(uow, player, severity_of(detail), detail)
    open_tables.announce(uow)
    write_to_outbox(uow)


def _offer_returned(uow: UnitOfWork, token: Token, severity: Severity) -> None:
    """An invitation came back. That touches the seat only, never the mails to a player who may have the address:
    nobody can learn by inviting it whether there is one.
    """
    seat = offered(uow.session, token)
    if seat is not None and severity is Severity.HARD:
        invitations.come_back(uow, seat)


def _token(uow: UnitOfWork, message: InboundMessage) -> Token | None:
    """The token of the envelope address that the letter came to; only the way of that one mail could know it."""
    for address in message.recipients:
        text = uow.services.own.tag(address)
        token = read_token(uow.services.key, text) if text else None
        if token is not None and token.kind in (TokenKind.BOUNCE, TokenKind.RETURN):
            return token
    return None


def _count(uow: UnitOfWork, player: PlayerRow | None, severity: Severity, text: str) -> None:
    if player is None or severity is Severity.DELAY:
        return
    before: dict[str, Any] = people.settings(player).get("bounces") or {}
    hard, soft = _faded(before, uow.now)
    if severity is Severity.HARD:
        hard += WEIGHTS[severity]
    else:
        soft += WEIGHTS[severity]
    people.change(player, bounces={"hard": hard, "soft": soft, "at": uow.now.isoformat()})
    if hard + soft >= LIMIT:
        pause(uow, player, text or "mail came back")


def _faded(before: dict[str, Any], now: datetime) -> tuple[float, float]:
    """The score's two parts as they stand now."""
    if not before:
        return 0.0, 0.0
    since = now - datetime.fromisoformat(before["at"])
    if since >= FORGIVEN:
        return 0.0, 0.0
    return float(before["hard"]), float(before["soft"]) * 0.5 ** (since / HALF_LIFE)
