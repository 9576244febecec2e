"""What a bounce says: of which mail of ours it speaks, and whether it is for good.

A bounce proves nothing by itself, anybody can write one, and the addresses in it are not even looked at. It counts only
if it reached the envelope sender's tag that one mail of ours had, or returns that mail's own Message-ID (relays that
rewrite the envelope sender, as Gmail's and Microsoft's do, send reports to our plain address): only that mail's own
route could know either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from enum import StrEnum

from pbem.mail.message import mime
from pbem.mail.message.headers import ids, split, value
from pbem.mail.message.inbound_message import InboundMessage
from pbem.mail.message.raw_message import RawMessage

MAX_REPORT = 32 * 1024
MAX_GROUPS = 50
MAX_LINES = 400  # of a bounce in words
MAX_LINE = 300  # some patterns of the library grow with the square of a line


class Severity(StrEnum):
    """How bad it is."""

    HARD = "hard"  # the address is of no use
    SOFT = "soft"  # another try may succeed: full mailbox, greylisting, content refused
    DELAY = "delay"  # still trying


@dataclass(frozen=True, slots=True)
class Bounce:
    """One mail that could not be delivered, as the report has it."""

    severity: Severity
    code: str  # "5.1.1", or "" if none is told
    reason: str = ""  # the first line that tells why, for the operator


_STATUS = re.compile(r"(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-5]\d(?=[ -])")
# 5.x.x that say nothing against the address: full, too big, refused by policy or content.
_SOFT_CODES = frozenset({"5.2.2", "5.2.3", "5.3.1", "5.3.4", "5.4.5", "5.4.6", "5.4.7"})
_FULL = (
    "mailbox is full", "mailbox full", "quota", "exceeded storage", "out of storage", "size limit", "postfach ist voll",
    "boîte aux lettres est pleine", "boîte de réception est pleine",
)  # fmt: skip
_DELAYED = ("delayed", "still trying", "will be retried", "will keep trying", "warning: message")
_GONE = (
    "unknown user", "user unknown", "unknown recipient", "recipient unknown", "unknown address", "no such",
    "not exist", "not listed in", "address not found", "recipient not found", "mailbox not found", "no longer valid",
    "not a valid mailbox", "invalid address", "mailbox unavailable", "mailbox disabled", "account disabled",
    "doesn't have", "not recognized", "unrouteable", "no mailbox", "user not found", "invalid recipient",
)  # fmt: skip
_ROBOTS = ("mailer-daemon@", "postmaster@", "mdaemon@", "mail-daemon@", "maildaemon@")
_ENCLOSED = ("message/rfc822", "message/global")
_ENCLOSED_HEADER = ("text/rfc822-headers", "message/rfc822-headers", "message/global-headers")
_COPIED_ID = re.compile(r"^[> \t]{0,8}message-id:[ \t]*(<[^<>\s]{1,500}>)", re.MULTILINE | re.IGNORECASE)
MAX_RETURNED = 5  # mails that one report may return: a digest of reports is no report


def read_bounce(message: InboundMessage, raw_message: RawMessage) -> Bounce | None:
    """What the report in this letter says; None if nothing in it says that a mail failed or waits."""
    mail = mime.parse(raw_message.raw)
    report = next((part for part in mail.root.walk() if part.kind.word.endswith("delivery-status")), None)
    return _from_report(report) if report is not None else _from_text(mail, message)


def returned_ids(raw_message: RawMessage) -> tuple[str, ...]:
    """The Message-IDs of the mails that a report returns: enclosed whole, by their header, or copied into its text."""
    found: list[str] = []
    for part in mime.parse(raw_message.raw).root.walk():
        if part.kind.word in _ENCLOSED:
            fields = part.parts[0].fields if part.parts else split(part.body.lstrip(b"\r\n"))[0]
            found += ids(value(fields, "message-id"))
        elif part.kind.word in _ENCLOSED_HEADER:
            found += ids(value(split(part.payload(MAX_REPORT).lstrip(b"\r\n") + b"\n\n")[0], "message-id"))
        elif part.kind.word == "text/plain":
            found += [name for match in _COPIED_ID.finditer(part.text()[:MAX_REPORT]) for name in ids(match[1])]
    return tuple(dict.fromkeys(found))[:MAX_RETURNED]


def _from_report(report: mime.Part) -> Bounce | None:
    """RFC 3464: groups of fields, the first of the whole mail and one for each recipient. The worst one counts."""
    text = report.payload(MAX_REPORT).replace(b"\r\n", b"\n")
    found: list[Bounce] = []
    for group in text.split(b"\n\n")[:MAX_GROUPS]:
        fields, _ = split(group.lstrip(b"\n") + b"\n\n")
        action = value(fields, "action").lower().split()
        status = _STATUS.search(value(fields, "status"))
        severity = _severity(action[0] if action else "", status[0] if status else "")
        if severity is None:
            continue
        reason = value(fields, "diagnostic-code")[:300]
        found.append(Bounce(severity, status[0] if status else "", reason))
    order = list(Severity)
    return min(found, key=lambda each: order.index(each.severity), default=None)


def _severity(action: str, status: str) -> Severity | None:
    """By the action, then by the status: a failure with a temporary status is temporary, whatever it is called."""
    if action == "delayed":
        return Severity.DELAY
    if action in ("delivered", "relayed", "expanded") or (action != "failed" and not status.startswith(("4", "5"))):
        return None
    return _by_code(status) if status else Severity.SOFT


def _by_code(status: str) -> Severity:
    soft = status.startswith(("4", "5.7.")) or status in _SOFT_CODES
    return Severity.SOFT if soft else Severity.HARD


def severity_of(reply: str, after_dot: bool = False) -> Severity:
    """How bad a server's refusal for good is, by its words (`550 5.1.1 no such user`).

    After the whole mail was heard it is the mail that is refused, as spam or too big, unless it says the address.
    """
    status = _STATUS.search(reply)
    if after_dot and not (status and status[0].startswith("5.1.")):
        return Severity.SOFT
    return _by_code(status[0]) if status else Severity.HARD


def _from_text(mail: mime.MimeMessage, message: InboundMessage) -> Bounce | None:
    """A bounce in words only, and cautiously: hard is what has a code that says "for good", or two witnesses of it.

    One is the library, which knows how mail servers put it but not why a mail failed; the other is a word of `_GONE`.
    A null sender alone makes no bounce: so write answering machines too, and "5.3.26" is a day in March.
    """
    named = value(mail.fields, "x-failed-recipients")
    nameless = not message.sender and message.envelope_sender == ""
    if not (named or nameless or message.sender.startswith(_ROBOTS)):
        return None
    words = _words(mail)
    low = (message.subject + "\n" + words).lower()
    status, reply = _STATUS.search(words), _REPLY.search(words)
    waits, failed = _recognized(message.sender, value(mail.fields, "x-mailer"), words)
    gone = next((mark for mark in _GONE if mark in low), "") if failed and not (reply and reply[1] == "4") else ""
    if waits or any(mark in low for mark in _DELAYED):
        severity = Severity.DELAY
    elif any(mark in low for mark in _FULL):
        severity = Severity.SOFT
    elif status:
        severity = _by_code(status[0])
    elif gone or (reply and reply[0] in ("550", "551", "553")):
        severity = Severity.HARD
    elif named or failed or reply:
        severity = Severity.SOFT
    else:
        return None
    code = status or reply
    sign = code[0] if code else gone
    reason = next((line.strip() for line in words.splitlines() if sign and sign in line.lower()), "")
    return Bounce(severity, status[0] if status else "", reason)


def _words(mail: mime.MimeMessage) -> str:
    """The words of the report, within bounds, without the copy of our mail below a line of dashes."""
    text = "\n".join(part.text() for part in mail.root.walk() if part.kind.word == "text/plain")[:MAX_REPORT]
    copy = re.search(r"^-{3,}[^\n]{0,100}$", text, re.MULTILINE)
    lines = (text[: copy.start()] if copy else text).splitlines()[:MAX_LINES]
    return "\n".join(line[:MAX_LINE] for line in lines)


def _recognized(sender: str, program: str, words: str) -> tuple[bool, bool]:
    """Whether flufl.bounce knows these words as a mail server's: of a mail that waits, of one that failed.

    It gets a mail of our making: the words decoded and within bounds, in the shape at which most of its detectors look.
    The addresses that it finds are guesses and not used. What it stumbles over is a mail that it does not know.
    """
    from flufl.bounce import all_failures  # here, since most processes never see a bounce in words

    notice, whole = Message(), Message()
    notice["Content-Description"] = "Notification"
    notice.set_payload(words)
    whole["From"], whole["X-Mailer"], whole["Content-Type"] = sender, program, "multipart/mixed"
    whole.set_payload([notice, Message()])
    try:
        waiting, failed = all_failures(whole)
    except Exception:  # noqa: BLE001  # its detectors meet whatever anybody writes: no letter may be lost by that
        return False, False
    return bool(waiting), bool(failed)
