"""SMTP and LMTP listeners in our own event loop. The conversation itself is in `smtp_session`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from pbem.mail.inbound.group_commit import GroupCommit
from pbem.mail.inbound.intake import Keep
from pbem.mail.inbound.listener_state import Encryption, ListenerState, SessionLimits
from pbem.mail.inbound.smtp_session import ClientSession, LmtpSession, SmtpSession

MailProtocol = Literal["smtp", "lmtp"]
_SESSIONS: dict[MailProtocol, type[ClientSession]] = {"smtp": SmtpSession, "lmtp": LmtpSession}

__all__ = ["Encryption", "MailListener", "MailProtocol", "SessionLimits", "listen"]


class MailListener:
    """An open port. `close()` stops listening and lets each session finish the mail it has in hand."""

    def __init__(self, server: asyncio.Server, state: ListenerState) -> None:
        self._server = server
        self._state = state
        self._name = server.sockets[0].getsockname()

    @property
    def port(self) -> int:
        """The port listened on (the system's choice if 0 was asked for); 0 for a Unix socket."""
        return int(self._name[1]) if isinstance(self._name, tuple) else 0

    def close(self) -> None:
        """Take no new client; the idle ones are told to come again later."""
        self._server.close()
        for session in tuple(self._state.inside):
            session.leave()

    async def wait_closed(self, seconds: float = 30) -> None:
        """Return when every mail in hand is answered; who is not done after `seconds` is cut."""
        try:
            await asyncio.wait_for(self._state.empty.wait(), seconds)
        except TimeoutError:
            for session in tuple(self._state.inside):
                session.cut()
        await self._server.wait_closed()
        await self._state.group.close()


async def listen(
    kind: MailProtocol,
    host: str,
    port: int,
    keep: Keep,
    limits: SessionLimits | None = None,
    accept: Callable[[str], bool] | None = None,
    *,
    hostname: str = "localhost",
    encryption: Encryption | None = None,
) -> MailListener:
    """Open a port for mail (or a socket: `host = "unix:/path"`); each is answered 250 after `keep` has committed it.

    `accept` says which recipients are ours; the others are refused in the session. `hostname` is who we say we are.
    """
    state = ListenerState(kind, GroupCommit(keep), limits or SessionLimits(), accept, encryption)

    def session() -> ClientSession:
        return _SESSIONS[kind](state, hostname=hostname)

    loop = asyncio.get_running_loop()
    if host.startswith("unix:"):
        return MailListener(await loop.create_unix_server(session, host.removeprefix("unix:")), state)
    return MailListener(
        await loop.create_server(session, host, port, reuse_port=state.limits.shared_port or None), state
    )
