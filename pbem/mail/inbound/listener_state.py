"""What all sessions of one listener share: where mails go, which recipients are ours, who is inside."""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Network, ip_address
from typing import TYPE_CHECKING

from aiosmtpd.smtp import Envelope, Session

from pbem.mail.inbound.group_commit import GroupCommit
from pbem.mail.message.raw_message import Source

if TYPE_CHECKING:
    from pbem.mail.inbound.smtp_session import ClientSession


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """What one client, and all of them together, may ask of us."""

    message_bytes: int = 1_048_576
    line_bytes: int = 65_536  # RFC 5321 says 1,000, and mail programs send more
    recipients: int = 100  # a mail; RFC 5321 §4.5.3.1.8 wants at least 100
    connections: int = 200
    connections_per_peer: int = 50  # an MTA in front of us is one peer: not too few
    seconds: float = 300  # for a command, and for a whole mail: who sends slower is cut
    handshake_seconds: float = 30  # for the beginning of TLS
    farewell_seconds: float = 5  # for the client's part in the end of TLS
    silence_when_full: float = 10  # so long may a client say nothing while another waits for its place
    pause_when_full: float = 1  # the same for a peer that holds more places than the newcomer would
    mail_when_full: float = 60  # so long may its mail take while another waits
    shared_port: bool = False  # other processes of the same user open the port too, and each takes a part of all


@dataclass(frozen=True, slots=True)
class Encryption:
    """That and how a listener encrypts: from the first byte (`implicit`), or when the client says STARTTLS.

    `context` is asked at every handshake, so a renewed certificate is in use from the next one on.
    """

    context: Callable[[], ssl.SSLContext]
    implicit: bool = False
    required: bool = False


def peer_of(address: object) -> str:
    """Who a connection counts for: an IPv4 address, or the /64 that an IPv6 address is in, since one customer has all
    of that; "" for a Unix socket.
    """
    if not isinstance(address, tuple):
        return ""
    try:
        found = ip_address(str(address[0]).partition("%")[0])
    except ValueError:
        return str(address[0])
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


class ListenerState:
    """The sessions' common ground, and aiosmtpd's handler: its `handle_…` are called from within them."""

    def __init__(
        self,
        kind: Source,
        group: GroupCommit,
        limits: SessionLimits,
        accept: Callable[[str], bool] | None,
        encryption: Encryption | None = None,
    ) -> None:
        self.kind = kind
        self.group = group
        self.limits = limits
        self.accept = accept
        self.encryption = encryption
        self.implicit = encryption is not None and encryption.implicit
        self.inside: set[ClientSession] = set()
        self.sent_away: set[ClientSession] = set()  # told to go, and not gone yet
        self.by_peer: Counter[str] = Counter()
        self.empty = asyncio.Event()
        self.empty.set()

    def enter(self, session: ClientSession, peer: str) -> bool:
        """Let the client in, unless the listener or its own share of it is full; a Unix socket's peer has no name.

        Where the listener is full, one that only holds its place is sent away for who comes: of the peer that holds the
        most places the one that has been silent for longest. So a few addresses cannot hold all of them.
        """
        if peer and self.by_peer[peer] >= self.limits.connections_per_peer:
            return False
        if len(self.inside) - len(self.sent_away) >= self.limits.connections and not self._make_room(peer):
            return False
        self.inside.add(session)
        self.by_peer[peer] += 1
        self.empty.clear()
        return True

    def _make_room(self, newcomer: str) -> bool:
        """Send one away that has been slower than it may be while others wait; False if there is none."""
        slow = [session for session in self.inside - self.sent_away if self._may_be_sent_away(session, newcomer)]
        if not slow:
            return False
        slowest = max(slow, key=lambda session: (self.by_peer[session.peer], session.silence))
        self.sent_away.add(slowest)
        slowest.send_away()
        return True

    def _may_be_sent_away(self, session: ClientSession, newcomer: str) -> bool:
        """Has it been silent for too long? Sooner if its peer has more places than the newcomer would have: between two
        commands then, since who chats for nothing is never silent for long.
        """
        if session.mail_in_hand:
            return session.silence > self.limits.mail_when_full
        greedy = self.by_peer[session.peer] > self.by_peer[newcomer] + 1
        return session.silence > (self.limits.pause_when_full if greedy else self.limits.silence_when_full)

    def leave(self, session: ClientSession, peer: str) -> bool:
        """The client is gone; False if it was not inside, or is gone already: a broken handshake is told twice."""
        if session not in self.inside:
            return False
        self.inside.discard(session)
        self.sent_away.discard(session)
        self.by_peer[peer] -= 1
        self.by_peer += Counter()  # drops the names that count nothing
        if not self.inside:
            self.empty.set()
        return True

    async def handle_EHLO(
        self, server: ClientSession, session: Session, _envelope: Envelope, hostname: str, lines: list[str]
    ) -> list[str]:
        """Offer what we do: pipelining, TLS where it is to be had, and no AUTH (nobody has a password here)."""
        session.host_name = hostname
        *offers, last = [line for line in lines if not line.startswith("250-AUTH")]
        return [*offers, "250-PIPELINING", *(["250-STARTTLS"] if server.offers_tls else []), last]

    async def handle_MAIL(
        self, server: ClientSession, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Begin a mail; where encryption is required and missing, not (RFC 3207 §4): the sender keeps the mail."""
        if server.must_encrypt:
            return "530 5.7.0 Must issue a STARTTLS command first"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(
        self, _server: ClientSession, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Refuse in the session what is not ours, so that no bounce is ever sent to a forged sender."""
        if len(envelope.rcpt_tos) >= self.limits.recipients:
            return "452 4.5.3 Too many recipients"
        if address == "<>" or (self.accept is not None and not self.accept(address)):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"
