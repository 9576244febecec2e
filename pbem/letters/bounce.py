"""What a bounce says: of which mail of ours it speaks, and whether it is for good.

A bounce proves nothing by itself, anybody can write one. It counts only if it reached the envelope sender's tag that
one mail of ours had (`Own.tag` of one of `reached`): only that mail's own route could know it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pbem.letters import mime
from pbem.letters.address import canonical
from pbem.letters.arrival import Arrival
from pbem.letters.headers import ids, split, value
from pbem.letters.letter import Letter

MAX_REPORT = 32 * 1024
MAX_GROUPS = 50


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
    reached: tuple[str, ...]  # the addresses that the report came to; our tag is in one of them, or it does not count
    failed: tuple[str, ...]  # the recipients that it names, canonical
    message_id: str = ""  # of the mail that was returned, if the report shows it
    reason: str = ""  # the first line that tells why, for the operator


_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])[0-5]\d(?=[ -])")
_RETURNED = re.compile(r"^message-id:\s*(<[^<>\s]{1,500}>)", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"<?([^\s<>():;,\"]{1,64}@[^\s<>():;,\"]{1,190})>?")
# 5.x.x that say nothing against the address: full, too big, refused by policy or content.
_SOFT_CODES = frozenset({"5.2.2", "5.2.3", "5.3.1", "5.3.4", "5.4.5", "5.4.6", "5.4.7"})
_FULL = ("mailbox is full", "mailbox full", "over quota", "quota exceeded", "exceeded storage", "out of storage")
_DELAYED = ("delayed", "still trying", "will be retried", "will keep trying", "warning: message")


def bounce(letter: Letter, arrival: Arrival) -> Bounce | None:
    """What the report in this letter says; None if nothing in it says that a mail failed or waits."""
    mail = mime.parse(arrival.raw)
    parts = list(mail.root.walk())
    returned = next((_returned_id(part) for part in parts if _holds_returned(part)), "")
    report = next((part for part in parts if part.kind.word.endswith("delivery-status")), None)
    if report is not None:
        return _from_report(report, letter, returned)
    return _from_text(mail, letter, returned)


def _from_report(report: mime.Part, letter: Letter, returned: str) -> Bounce | None:
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
        named = [value(fields, name).rpartition(";")[2] for name in ("original-recipient", "final-recipient")]
        failed = tuple(dict.fromkeys(filter(None, map(canonical, named))))
        reason = value(fields, "diagnostic-code")[:300]
        code = status[0] if status else ""
        found.append(Bounce(severity, code, letter.recipients, failed, returned, reason))
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


def severity_of(reply: str) -> Severity:
    """How bad a server's refusal for good is, by its words (`550 5.1.1 no such user`)."""
    status = _STATUS.search(reply)
    return _by_code(status[0]) if status else Severity.HARD


def _from_text(mail: mime.Mail, letter: Letter, returned: str) -> Bounce | None:
    """A bounce in words only, and cautiously: without a code that says "for good" it is a soft one."""
    named = value(mail.fields, "x-failed-recipients")
    robot = letter.sender.startswith(("mailer-daemon@", "postmaster@")) or letter.envelope_sender == ""
    if not named and not robot:
        return None
    text = "\n".join(part.text() for part in mail.root.walk() if part.kind.word == "text/plain")[:MAX_REPORT]
    words, _, copy = _before_copy(text)
    low = (letter.subject + "\n" + words).lower()
    status, reply = _STATUS.search(words), _REPLY.search(words)
    failed = tuple(dict.fromkeys(filter(None, (canonical(match[1]) for match in _ADDRESS.finditer(named or words)))))
    if any(mark in low for mark in _DELAYED):
        severity = Severity.DELAY
    elif any(mark in low for mark in _FULL):
        severity = Severity.SOFT
    elif status:
        severity = _by_code(status[0])
    elif named or reply:
        severity = Severity.HARD if reply and reply[0] in ("550", "551", "553") else Severity.SOFT
    else:
        return None
    reason = next((line.strip() for line in words.splitlines() if status and status[0] in line), "")[:300]
    seen = returned or next(iter(ids(next(iter(_RETURNED.findall(copy)), ""))), "")
    return Bounce(severity, status[0] if status else "", letter.recipients, failed[:10], seen, reason)


def _before_copy(text: str) -> tuple[str, str, str]:
    """The words of the report, and the copy of our mail below a line of dashes."""
    at = re.search(r"^-{3,}[^\n]{0,100}$", text, re.MULTILINE)
    return (text[: at.start()], at[0], text[at.end() :]) if at else (text, "", text)


def _holds_returned(part: mime.Part) -> bool:
    return part.kind.word in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global")


def _returned_id(part: mime.Part) -> str:
    fields, _ = split(part.payload(MAX_REPORT).lstrip(b"\r\n"))
    return next(iter(ids(value(fields, "message-id"))), "")
