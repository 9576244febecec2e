"""Whether a letter without a token was written to us, or may be a copy of one that its author wrote to somebody else.

A signature says who wrote, never to whom the bytes are handed: who got a "Yes" from a friend can send the same bytes to
us, signature and all, with more fields on top. So To and Cc count only as the author signed them.
"""

from __future__ import annotations

from pbem.mail.message.authentication import TrustedResults, sent_by_the_domain
from pbem.mail.message.domain_name import canonical_domain
from pbem.mail.message.email_address import domain_of, mailboxes
from pbem.mail.message.headers import CUT_SHORT, lowest, parameters, values
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.own_addresses import OwnAddresses

_NAME_A_MAIL = {"message-id", "date"}  # what `fingerprint` knows a second copy by


def is_written_to_us(message: InboundMessage, own: OwnAddresses, trusted: TrustedResults) -> bool:
    """Does one of our addresses stand in To or Cc, and can nobody but the author have put it there?

    Nobody can where our server saw the mail come from the author's own servers (SPF), or where every signature of the
    author's domain covers the field, the Message-ID and Date by which a second copy is known, and all of the text.
    """
    named = {name for name in ("to", "cc") if _holds_ours(message, name, own)}
    if not named or message.headers[-1] == CUT_SHORT:
        return False
    if sent_by_the_domain(message, trusted):
        return True
    signed = _signed_fields(message)
    return all(fields >= _NAME_A_MAIL for fields in signed) and any(
        all(name in fields for fields in signed) for name in named
    )


def _holds_ours(message: InboundMessage, name: str, own: OwnAddresses) -> bool:
    """The lowest field of that name counts: it is the one that is signed, whatever was put on top (RFC 6376 §5.4.2)."""
    return any(own.holds(box.address) for box in mailboxes(lowest(message.headers, name)))


def _signed_fields(message: InboundMessage) -> list[set[str]]:
    """Of each signature that may be the one of the author's domain: the names of the fields that it covers.

    All of them have to cover a field, not any: one more signature is written easily, and need not be good.
    """
    domain = domain_of(message.sender)
    found = []
    for text in values(message.headers, "dkim-signature"):
        tags = parameters(f"dkim;{text}")
        if _share_an_owner(canonical_domain(tags.get("d")), domain):
            whole = not tags.get("l")  # else it ends before the text does, and anybody may write on
            found.append({name.strip().lower() for name in tags.get("h").split(":")} if whole else set())
    return found


def _share_an_owner(one: str, other: str) -> bool:
    """May the two domains be of one organisation? By their last two labels: too often rather than too seldom."""
    return one.split(".")[-2:] == other.split(".")[-2:]
