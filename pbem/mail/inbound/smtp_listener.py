"""SMTP and LMTP listeners in our own event loop. The conversation itself is in `session`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from pbem.mail.inbound.group_commit import GroupCommit
from pbem.mail.inbound.keep import Keep
from pbem.mail.inbound.listener_state import Encryption, Limits, ListenerState
from pbem.mail.inbound.smtp_session import ClientSession, LmtpSession, SmtpSession

Kind = Literal["smtp", "lmtp"]
_SESSIONS: dict[Kind, type[ClientSession]] = {"smtp": SmtpSession, "lmtp": LmtpSession}

__all__ = ["Encryption", "Kind", "Limits", "Listener", "listen"]


class Listener:
    """An open port. `close()` stops listening and lets each session finish the mail it has in hand."""

    def __init__(self, server: asyncio.Server, house: ListenerState) -> None:
        self._server = server
        self._house = house
        self._name = server.sockets[0].getsockname()

    @property
    def port(self) -> int:
        """The port listened on (the system's choice if 0 was asked for); 0 for a Unix socket."""
        return int(self._name[1]) if isinstance(self._name, tuple) else 0

    def close(self) -> None:
        """Take no new client; the idle ones are told to come again later."""
        self._server.close()
        for session in tuple(self._house.inside):
            session.leave()

    async def wait_closed(self, seconds: float = 30) -> None:
        """Return when every mail in hand is answered; who is not done after `seconds` is cut."""
        try:
            await asyncio.wait_for(self._house.empty.wait(), seconds)
        except TimeoutError:
            for session in tuple(self._house.inside):
                session.cut()
        await self._server.wait_closed()
        await self._house.group.close()


async def listen(
    kind: Kind,
    host: str,
    port: int,
    keep: Keep,
    limits: Limits | None = None,
    accept: Callable[[str], bool] | None = None,
    *,
    hostname: str = "localhost",
    encryption: Encryption | None = None,
) -> Listener:
    """Open a port for mail (or a socket: `host = "unix:/path"`); each is answered 250 after `keep` has committed it.

    `accept` says which recipients are ours; the others are refused in the session. `hostname` is who we say we are.
    """
    house = ListenerState(kind, GroupCommit(keep), limits or Limits(), accept, encryption)

    def session() -> ClientSession:
        return _SESSIONS[kind](house, hostname=hostname)

    loop = asyncio.get_running_loop()
    if host.startswith("unix:"):
        return Listener(await loop.create_unix_server(session, host.removeprefix("unix:")), house)
    return Listener(await loop.create_server(session, host, port), house)
