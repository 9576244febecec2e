"""A look at a mail's header, without reading what it says: whose it is, and by what name others know it."""

from __future__ import annotations

from pbem.mail.message.email_address import sender_of
from pbem.mail.message.headers import ids, lowest, split


def from_address(raw: bytes) -> str:
    """The address that it says it is from; "" if it names none, or more than one."""
    return sender_of(split(raw)[0]).address


def message_id(raw: bytes) -> str:
    """Its Message-ID without brackets; "" if it has none."""
    return next(iter(ids(lowest(split(raw)[0], "message-id"))), "")
