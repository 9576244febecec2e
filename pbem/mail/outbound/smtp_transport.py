"""Mails handed to an SMTP server: the relay of a provider, or the mail server of this machine."""

from __future__ import annotations

import contextlib
import re
import smtplib
import socket
import ssl
import time
from dataclasses import dataclass, replace
from io import BufferedReader
from typing import Literal

from pbem.mail.message.email_address import to_ascii
from pbem.mail.outbound.transport import Fate, Receipt

Tls = Literal["none", "starttls", "implicit"]

Reply = tuple[int, bytes]

_LINE_END = re.compile(rb"\r\n|\r|\n")
_LOGIN_WANTED = (530, 534, 535, 538)  # RFC 4954: it is our login that is wrong, whatever the command
_CLOSING = 421
MAX_REPLY_LINES = 100
MAX_REPLY_LINE = 2048  # RFC 5321 says 512, and some write more


@dataclass(frozen=True, slots=True)
class Relay:
    """Where mails are handed over, and how."""

    host: str
    port: int = 25
    tls: Tls = "none"
    user: str = ""
    password: str = ""
    timeout: float = 60
    final_timeout: float = 600  # after the last dot: who gives up early sends doubles (RFC 1047, RFC 5321 §4.5.3.2.6)
    hello: str | None = None  # the name we greet with; the machine's own if None
    tls_context: ssl.SSLContext | None = None


class SmtpTransport:
    """One connection, reused for every mail until `close`; a mail has one recipient, since hands are secret."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._connection: smtplib.SMTP | None = None

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        """Hand over one mail. A connection that went stale while it was idle is opened again, once."""
        if not (sender + recipient).isprintable():  # a line end here would be a command of its own
            return Receipt(Fate.NEVER, 553, "5.1.3 Not an address")
        fresh = self._connection is None
        receipt = self._try(sender, recipient, message)
        if receipt.whole and receipt.fate is not Fate.UNSURE and not fresh and self._connection is None:
            receipt = self._try(sender, recipient, message)
        return receipt

    def greet(self) -> None:
        """Connect, encrypt and log in, and send nothing. Raises what fails: for `pbem doctor`."""
        if self._connection is None:
            self._connection = _connect(self._relay)

    def close(self) -> None:
        """Say goodbye, if anybody is still there to hear it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):  # every mail has its receipt already
                connection.quit()
            connection.close()

    def _try(self, sender: str, recipient: str, message: bytes) -> Receipt:
        try:
            if self._connection is None:
                self._connection = _connect(self._relay)
            handover = _Handover(self._connection, sender, recipient, message, self._relay)
        except smtplib.SMTPResponseException as refusal:
            return Receipt(Fate.LATER, refusal.smtp_code, _text(refusal.smtp_error), whole=True)
        except (smtplib.SMTPException, OSError) as fault:
            return Receipt(Fate.LATER, 0, _describe(fault), whole=True)
        try:
            receipt = handover.run()
        except (smtplib.SMTPException, OSError) as fault:
            self._drop()
            fate = Fate.UNSURE if handover.dot_sent else Fate.LATER
            return Receipt(fate, 0, _describe(fault), whole=True)
        if handover.lost or receipt.code == _CLOSING or (receipt.fate is not Fate.SENT and not handover.reset()):
            self._drop()
        return receipt

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class _Handover:
    """One mail's conversation on an open connection: MAIL, RCPT, DATA, dot."""

    def __init__(self, smtp: smtplib.SMTP, sender: str, recipient: str, message: bytes, relay: Relay) -> None:
        self._smtp = smtp
        self._relay = relay
        self._sender = to_ascii(sender)
        self._recipient = to_ascii(recipient)
        clean = message.count(b"\r\n") == message.count(b"\n") == message.count(b"\r")
        # a lone LF is refused by some, and smuggled through others
        self._message = message if clean else _LINE_END.sub(b"\r\n", message)
        self.dot_sent = False
        self.lost = False  # the relay answered what nobody can make sense of: we do not know where we stand

    def run(self) -> Receipt:
        """The receipt. What is refused before the recipient was named is our matter, not the recipient's."""
        options = self._options()
        if options is None:
            return Receipt(Fate.NEVER, 553, "5.6.7 The relay does not offer SMTPUTF8, which this mail needs")
        asked, named, begun = self._at_once(options) if self._smtp.has_extn("pipelining") else self._by_turns(options)
        code, text = asked
        if code != 250:
            too_big = code == 552
            return self._refused(code, text, ours=not too_big)
        code, text = named
        if code not in (250, 251):
            return self._refused(code, text)
        code, text = begun
        if code != 354:
            return self._refused(code, text) if 400 <= code <= 599 else self._out_of_step(Fate.LATER, code, text)
        code, text = self._content()
        if 200 <= code <= 299:
            return Receipt(Fate.SENT, code, _text(text))
        if 400 <= code <= 599:
            return replace(self._refused(code, text), after_dot=True)
        return self._out_of_step(Fate.UNSURE, code, text)

    def _by_turns(self, options: list[str]) -> tuple[Reply, Reply, Reply]:
        """What is said to MAIL, RCPT and DATA; after a refusal nothing more is asked."""
        asked = self._smtp.mail(self._sender, options)
        named = self._smtp.rcpt(self._recipient) if asked[0] == 250 else asked
        return asked, named, self._smtp.docmd("data") if named[0] in (250, 251) else named

    def _at_once(self, options: list[str]) -> tuple[Reply, Reply, Reply]:
        """The same, where the relay hears all three before it answers (RFC 2920): one way there and back, not three.

        One that wants the mail though it has refused its sender or recipient is left: it would take what comes next
        for the mail.
        """
        words = " ".join(["", *options])
        commands = f"mail FROM:{smtplib.quoteaddr(self._sender)}{words}\r\nrcpt TO:{smtplib.quoteaddr(self._recipient)}"
        self._smtp.send(f"{commands}\r\ndata\r\n".encode())
        asked = self._smtp.getreply()
        if asked[0] == _CLOSING:
            return asked, asked, asked  # there will be no more
        named, begun = self._smtp.getreply(), self._smtp.getreply()
        self.lost = begun[0] == 354 and (asked[0] != 250 or named[0] not in (250, 251))
        return asked, named, begun

    def _out_of_step(self, fate: Fate, code: int, text: bytes) -> Receipt:
        """An answer to another question than ours, whatever it says of success: the mail itself was not asked for."""
        self.lost = True
        return Receipt(fate, code, _text(text), whole=True)

    def reset(self) -> bool:
        """Make the connection ready for the next mail after a refusal; False if it is of no use any more."""
        try:
            return self._smtp.rset()[0] == 250
        except (smtplib.SMTPException, OSError):
            return False

    def _content(self) -> tuple[int, bytes]:
        stuffed = self._message.replace(b"\r\n.", b"\r\n..")
        if stuffed.startswith(b"."):
            stuffed = b"." + stuffed
        self._smtp.send(stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n")
        self.dot_sent = True
        self._smtp.send(b".\r\n")
        assert self._smtp.sock is not None
        self._smtp.sock.settimeout(self._relay.final_timeout)
        try:
            return self._smtp.getreply()
        finally:
            if self._smtp.sock is not None:
                self._smtp.sock.settimeout(self._relay.timeout)

    def _options(self) -> list[str] | None:
        """What MAIL has to announce; None if the relay cannot take this mail."""
        head, _, body = self._message.partition(b"\r\n\r\n")
        options = [f"SIZE={len(self._message)}"] if self._smtp.has_extn("size") else []
        if not (self._sender.isascii() and self._recipient.isascii() and head.isascii()):
            if not self._smtp.has_extn("smtputf8"):
                return None
            options.append("SMTPUTF8")
        if not (head.isascii() and body.isascii()) and self._smtp.has_extn("8bitmime"):
            options.append("BODY=8BITMIME")
        return options

    def _refused(self, code: int, text: bytes, ours: bool = False) -> Receipt:
        whole = ours or code == _CLOSING or code in _LOGIN_WANTED
        fate = Fate.NEVER if 500 <= code <= 599 and not whole else Fate.LATER
        return Receipt(fate, code, _text(text), whole=whole)


class _Bounded(smtplib.SMTP):
    """A client that gives up on a reply without end: smtplib gathers continuation lines for ever.

    The time for a reply is that for the whole of it: who drips a byte now and then would hold up all other mails.
    """

    def getreply(self) -> tuple[int, bytes]:
        """One reply, of all its lines."""
        assert self.sock is not None
        if self.file is None:
            self.file = self.sock.makefile("rb")
        seconds = self.sock.gettimeout()
        until = time.monotonic() + seconds if seconds is not None else None
        try:
            return self._reply(self.file, until)
        finally:
            if self.sock is not None:
                self.sock.settimeout(seconds)

    def _reply(self, file: BufferedReader, until: float | None) -> tuple[int, bytes]:
        said: list[bytes] = []
        for _ in range(MAX_REPLY_LINES):
            try:
                line = self._line(file, until)
            except OSError as fault:
                self.close()
                raise smtplib.SMTPServerDisconnected(f"Connection unexpectedly closed: {fault}") from fault
            if not line:
                self.close()
                raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed")
            if not line[:3].isdigit():
                return -1, b"\n".join([*said, line.strip()])
            said.append(line[4:].strip(b" \t\r\n"))
            if line[3:4] != b"-":
                return int(line[:3]), b"\n".join(said)
        self.close()
        raise smtplib.SMTPServerDisconnected(f"a reply of more than {MAX_REPLY_LINES} lines")

    def _line(self, file: BufferedReader, until: float | None) -> bytes:
        line = b""
        while not line.endswith(b"\n") and len(line) < MAX_REPLY_LINE:
            if until is not None and self.sock is not None:
                left = until - time.monotonic()
                if left <= 0:
                    raise TimeoutError("the reply took too long")
                self.sock.settimeout(left)
            some = file.peek(1)  # one read of the socket at most
            if not some:
                break
            end = some.find(b"\n") + 1 or len(some)
            line += file.read(min(end, MAX_REPLY_LINE - len(line)))
        return line


class _ImplicitTls(_Bounded, smtplib.SMTP_SSL):
    """Encrypted from the first byte."""


def _connect(relay: Relay) -> smtplib.SMTP:
    """An open, greeted, encrypted and logged-in connection, or an exception. Encryption asked for is never left out."""
    context = relay.tls_context or ssl.create_default_context()
    smtp: smtplib.SMTP
    if relay.tls == "implicit":
        smtp = _ImplicitTls(relay.host, relay.port, relay.hello, timeout=relay.timeout, context=context)
    else:
        smtp = _Bounded(relay.host, relay.port, relay.hello, timeout=relay.timeout)
    try:
        assert smtp.sock is not None
        smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        smtp.ehlo_or_helo_if_needed()
        if relay.tls == "starttls":
            code, text = smtp.starttls(context=context)
            if code != 220:
                raise smtplib.SMTPResponseException(code, text)
            smtp.ehlo()
        if relay.user:
            smtp.login(relay.user, relay.password)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _text(reply: bytes | str) -> str:
    return reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply


def _describe(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"
