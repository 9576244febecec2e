"""What is ours: our address with any tag, and the names by which our own mails are known again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pbem.mail.message.domain_name import ascii_domain, canonical_domain
from pbem.mail.message.email_address import canonical, domain_of, tag_of


@dataclass(frozen=True, slots=True)
class OwnAddresses:
    """The server's own names. Reading needs them to find where a quote of our mail begins, in any language."""

    address: str  # "hearts@example.org"
    delimiter: str = "+"  # between mailbox and tag; "" where the mailbox has no sub-addresses
    domain: str = ""  # the right side of our Message-IDs; "" means the address's domain
    sentinel: str = ""  # the line above which people are asked to answer; "" if our mails have none
    bounces: str = ""  # the mailbox of our envelope senders; "" means the address itself
    aliases: tuple[str, ...] = ()  # further addresses whose mail reaches us: former ones, other spellings of the domain

    @property
    def mailboxes(self) -> tuple[str, ...]:
        """All of ours, without tags."""
        return tuple(filter(None, (self.address, self.bounces, *self.aliases)))

    def holds(self, address: str) -> bool:
        """Is this one of our addresses, bare or tagged?"""
        wanted = canonical(address)
        return bool(wanted) and any(
            wanted == canonical(mine) or tag_of(wanted, mine, self.delimiter) is not None for mine in self.mailboxes
        )

    def tag(self, address: str) -> str | None:
        """The tag that an address of ours carries, whichever it is."""
        for mine in self.mailboxes:
            tag = tag_of(address, mine, self.delimiter)
            if tag is not None:
                return tag
        return None

    @property
    def message_domain(self) -> str:
        """The right side of our Message-IDs, in ASCII: a relay without SMTPUTF8 has to take them too."""
        return ascii_domain(canonical_domain(self.domain) or domain_of(self.address))

    def wrote(self, message_id: str) -> bool:
        """Does this Message-ID end in our domain? (A provider's domain is shared: this alone proves nothing.)"""
        return ascii_domain(canonical_domain(message_id.rpartition("@")[2])) == self.message_domain

    @property
    def mention(self) -> re.Pattern[str]:
        """Finds our addresses in running text; group 1 is there if the address carries a tag."""
        return _mention(self.mailboxes, self.delimiter)


@lru_cache(maxsize=8)
def _mention(ours: tuple[str, ...], delimiter: str) -> re.Pattern[str]:
    """One alternative a mailbox; every repetition is bounded, so that no text makes the search slow."""
    found: list[str] = []
    for mine in filter(None, map(canonical, ours)):
        local, _, domain = mine.rpartition("@")
        tag = rf"(?P<tag{len(found)}>{re.escape(delimiter)}[^\s@<>]{{1,64}})?" if delimiter else ""
        found.append(rf"{re.escape(local)}{tag}@{re.escape(domain)}")
    return re.compile(rf"(?<![\w.+-])(?:{'|'.join(found) or '(?!)'})(?![\w-])", re.IGNORECASE)
