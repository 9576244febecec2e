"""The mail that a letter answers, from the outbox, which keeps its bytes: to know its own words in the letter."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.app.unit_of_work import UnitOfWork
from pbem.db.queries import outbox, thread
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.own_text import texts
from pbem.orders.brackets import doubtful, packed

_MOST = 4
"""Mails of a thread that are looked at: the likeliest come first."""


def answered(uow: UnitOfWork, message: InboundMessage, lines: Sequence[str]) -> str | None:
    """The words of the mail, packed; None where it is not known, or where no line of the letter needs it."""
    if uow.author is None or not any(map(doubtful, lines)):
        return None
    found = [
        mail for each in message.answers[:_MOST] if (mail := outbox.with_message_id(uow.session, each)) is not None
    ]
    if not found:
        address = uow.author.player.address if uow.author.player is not None else uow.author.address
        found = thread.last_to(uow.session, address, uow.game_id, _MOST)
    if not found:
        return None
    return "\n".join("".join(map(packed, text.splitlines())) for mail in found for text in texts(mail.body))
