"""One client's conversation in SMTP or LMTP: aiosmtpd's, with what a public server needs put right.

Put right: LMTP answers once for each recipient (RFC 2033 §4.2); no failure of ours becomes a permanent refusal or shows
its cause; limits on size, lines, recipients and time hold; UTF-8 addresses work; the mail is read in bulk.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, syntax

from pbem.mail.inbound.listener_state import ListenerState, peer_of
from pbem.mail.message.raw_message import RawMessage

log = logging.getLogger(__name__)

_EVERYTHING = 2**30  # more than a buffer ever holds
_END = b"\r\n.\r\n"
_LATER = "451 4.3.0 Cannot keep your mail now, please try again later"
_ATOM = r'[^\s<>()\[\]:;@\\,"\x00-\x1f\x7f]+'
_ADDRESS = rf'(?:{_ATOM}|"(?:[^"\\]|\\.)*")(?:@(?:{_ATOM}|\[[^\s<>\[\]]*\]))?'
_PATH = re.compile(  # RFC 5321 §4.1.2, with the source route that it says to ignore, and without brackets too
    rf"\s*(?:<\s*(?:@[^:<>]*:)?(?P<path>{_ADDRESS})?\s*>\s*|(?P<bare>{_ADDRESS})(?:\s+|$))(?P<rest>.*)", re.DOTALL
)


class ClientSession(SMTP):
    """The conversation with one client."""

    line_length_limit = 65_536
    command_size_limit = 1_024
    answers_each_recipient = False

    def __init__(self, state: ListenerState, *, hostname: str) -> None:
        super().__init__(
            state,
            data_size_limit=state.limits.message_bytes,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="pbem",
            timeout=state.limits.seconds,
            command_call_limit={"NOOP": 100, "HELP": 20, "VRFY": 20, "STARTTLS": 3, "*": 2**31},
            loop=asyncio.get_running_loop(),
        )
        self.command_size_limits = defaultdict(lambda: self.command_size_limit)  # aiosmtpd shares one among all
        self.offers_tls = state.encryption is not None and not state.implicit
        self.must_encrypt = state.encryption is not None and state.encryption.required
        self._state = state
        self.peer = ""
        self._turned_away = False
        self._encrypted = False
        self._shaking_hands = False
        self.mail_in_hand = False
        self._heard_at = self.loop.time()
        self._leaving = False

    # -- coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the client in if there is room; who begins TLS is inside already and counts."""
        assert isinstance(transport, asyncio.Transport)
        self.peer = peer_of(transport.get_extra_info("peername"))
        if not self._state.enter(self, self.peer):
            self._turned_away = True
            if not self._state.implicit:
                transport.write(b"421 4.7.0 Too many connections, please try again later\r\n")
            transport.close()
            return
        if self._state.implicit:
            transport.pause_reading()  # its first bytes are for the handshake, not for us
        super().connection_made(transport)
        assert self._handler_coroutine is not None
        self._handler_coroutine.add_done_callback(_hear_out)

    def connection_lost(self, error: Exception | None) -> None:
        """Free the client's place, and end its session if it had one."""
        if self._state.leave(self, self.peer):
            super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Nobody listens to a client that was turned away."""
        if not self._turned_away:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """A client that stops in the middle has sent nothing: half a mail is never kept."""
        keep_open = not self._turned_away and super().eof_received()
        return keep_open and not self._encrypted  # TLS has no half-closed line

    def leave(self) -> None:
        """End the session: at once, or after the mail in hand."""
        self._leaving = True
        if not self.mail_in_hand:
            self._say_goodbye("421 4.3.2 Closing, please come again later")

    @property
    def silence(self) -> float:
        """Seconds since the client last said something whole, a command or a mail: a byte now and then is nothing."""
        return self.loop.time() - self._heard_at

    def _reset_timeout(self, duration: float | None = None) -> None:
        self._heard_at = self.loop.time()
        super()._reset_timeout(duration)

    def send_away(self) -> None:
        """End the session now, for somebody who waits for its place; it is told to come again."""
        self._say_goodbye("421 4.3.2 Too slow while others wait, please try again later")
        self.cut()

    def cut(self) -> None:
        """End the session now, whatever it does."""
        if self.transport is not None:
            assert isinstance(self.transport, asyncio.WriteTransport)
            self.transport.abort()

    def _timeout_cb(self) -> None:
        self._say_goodbye("421 4.4.2 Too slow, please try again later")

    def _say_goodbye(self, line: str) -> None:
        if self.transport is not None:
            if not self._shaking_hands:
                self._writer.write(line.encode() + b"\r\n")
            self.transport.close()

    # -- encryption

    @syntax("STARTTLS", when="offers_tls")
    async def smtp_STARTTLS(self, arg: str | None) -> None:
        """Encrypt the line, once.

        Not aiosmtpd's way: that would encrypt an encrypted line again, and never hear of a client that goes, or is sent
        away, while it shakes hands.
        """
        if arg:
            await self.push("501 5.5.4 Syntax: STARTTLS")
        elif not self.offers_tls:
            await self.push("503 5.5.1 TLS is on already" if self._encrypted else "454 4.7.0 TLS is not available")
        else:
            await self.push("220 2.0.0 Ready to start TLS")
            await self._encrypt()

    async def _handle_client(self) -> None:
        if self._state.implicit:
            await self._encrypt()
        await super()._handle_client()

    async def _encrypt(self) -> None:
        """Shake hands. What was said before is forgotten, and what was sent ahead is never carried out.

        RFC 3207 §4.2: somebody in between may have put it there, and it would be taken for the client's own word.
        """
        assert self._state.encryption is not None
        assert isinstance(self.transport, asyncio.WriteTransport)
        while self._reader._buffer:  # type: ignore[attr-defined]  # then a read does not wait
            await self._reader.read(_EVERYTHING)
        self._reader._transport = None  # type: ignore[attr-defined]  # the plain line is no longer its to hold back
        self._shaking_hands = True
        try:
            line = await self.loop.start_tls(
                self.transport, self, self._state.encryption.context(), server_side=True,
                ssl_handshake_timeout=self._state.limits.handshake_seconds,
                ssl_shutdown_timeout=self._state.limits.farewell_seconds,
            )  # fmt: skip
            if line is None:
                raise ConnectionResetError("the line was closed meanwhile")
        except OSError as fault:  # SSLError is one; that somebody knocks and runs is no event
            log.info("no TLS with %s: %s", self.peer or "a local client", fault)
            self.connection_lost(fault)
            raise ConnectionResetError from fault
        finally:
            self._shaking_hands = False
        self._reader._transport = self._writer._transport = self.transport = line  # type: ignore[attr-defined]
        self._encrypted = True
        self.offers_tls = self.must_encrypt = False
        self.envelope = self._create_envelope()
        self.session = self._create_session()
        self.session.peer = line.get_extra_info("peername")
        self._reset_timeout()

    # -- what is said

    async def handle_exception(self, error: Exception) -> str:
        """Whatever went wrong with us is for now only, and none of the client's business."""
        log.error("SMTP session with %s failed", self.peer or "a local client", exc_info=error)
        return _LATER

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """The address and what follows it, or two Nones; `<>` stays as it is, which is what aiosmtpd expects.

        Not aiosmtpd's reading: the standard library's address parser is slow, takes much that is none, and raises at
        some fragments. What is no UTF-8 or holds a control character is malformed: nothing behind us could store it.
        """
        found = _PATH.fullmatch(arg or "")
        if found is None:
            return None, None
        address = found["path"] or found["bare"] or "<>"
        if not address.isprintable():  # lone surrogates, aiosmtpd's mark for what is no UTF-8, are not
            return None, None
        return address, found["rest"]

    @syntax("DATA")
    async def smtp_DATA(self, arg: str | None) -> None:
        """Read the mail, have it kept, and only then say yes: once, or in LMTP once for each recipient."""
        if await self.check_helo_needed():
            return
        assert self.envelope is not None
        if not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Error: need RCPT command")
            return
        if arg:
            await self.push("501 5.5.4 Syntax: DATA")
            return
        self.mail_in_hand = True
        try:
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            raw = await self._read_mail()
            self._reset_timeout()  # from here on it is we who take the time
            if raw is None:
                reply = "552 5.3.4 Your mail is too big"
            elif self._has_long_line(raw):
                reply = "500 5.6.0 Your mail has a line that is too long"
            else:
                reply = await self._keep(raw, self.envelope)
            replies = [reply] * (len(self.envelope.rcpt_tos) if self.answers_each_recipient else 1)
            self.envelope = self._create_envelope()
            await self.push("\r\n".join(replies))
        finally:
            self.mail_in_hand = False
        if self._leaving:
            self.leave()

    async def _keep(self, raw: bytes, envelope: Envelope) -> str:
        sender = "" if envelope.mail_from == "<>" else envelope.mail_from
        recipients = tuple(dict.fromkeys(envelope.rcpt_tos))
        try:
            await self._state.group.keep(RawMessage(raw, self._state.kind, sender, recipients))
        except Exception as fault:  # noqa: BLE001  # of whatever kind: the mail is not kept, so the answer is not yes
            log.error("a mail from %s was not kept: %s", self.peer or "a local client", fault)  # noqa: TRY400  # the fault says it all
            return _LATER
        return "250 2.0.0 Kept"

    def _has_long_line(self, raw: bytes) -> bool:
        limit = self._state.limits.line_bytes
        return len(raw) > limit and max(map(len, raw.split(b"\r\n"))) > limit

    async def _read_mail(self) -> bytes | None:
        """The mail's bytes, or None if it is too big (it is heard out all the same, as RFC 5321 wants).

        It ends at CRLF.CRLF and nowhere else: a lone LF before or after the dot is text, so nobody smuggles a second
        mail in (CVE-2023-51764 and its kin).
        """
        data = bytearray(b"\r\n")  # the line end of DATA counts for an empty mail's dot
        limit = self._state.limits.message_bytes
        seen, too_big = 0, False
        while (end := data.find(_END, seen)) < 0:
            if len(data) > 2 * limit + len(_END):  # twice: dots at line starts are doubled on the way
                too_big = True
                del data[: -len(_END)]
            seen = max(0, len(data) - len(_END))
            some = await self._reader.read(_EVERYTHING)
            if not some:
                raise ConnectionResetError
            data += some
        if len(data) > end + len(_END):
            self._reader.feed_data(bytes(data[end + len(_END) :]))  # pipelined commands; the buffer is empty now
        raw = bytes(data[: end + 2]).replace(b"\r\n.", b"\r\n")[2:]
        return None if too_big or len(raw) > limit else raw


class SmtpSession(ClientSession):
    """SMTP (RFC 5321): one answer for the mail."""


class LmtpSession(ClientSession, LMTP):
    """LMTP (RFC 2033): LHLO instead of EHLO, and one answer for each recipient, or an MTA would wait for ever."""

    answers_each_recipient = True


def _hear_out(task: asyncio.Task[Any]) -> None:
    """Take note of how a session ended; that clients vanish is no event."""
    if not task.cancelled() and (fault := task.exception()) and not isinstance(fault, OSError):
        log.error("an SMTP session broke off", exc_info=fault)
