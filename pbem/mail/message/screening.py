"""Screening: which mails are written by programs. They are never acted on and never answered, so no loop can begin.

Each rule is a plain fact of the header or structure. Most are certain. A few are only marks, which relays and
forwarders put on people's letters too: such a letter is acted on if it carries a reply token of its author's own, and
even then no error is answered. `X-Auto-Response-Suppress` is no mark: it asks for silence, whoever wrote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pbem.mail.message.headers import value, values
from pbem.mail.message.inbound_message import InboundMessage, TextFault
from pbem.mail.message.own_addresses import OwnAddresses

LOOP_HEADER = "X-Hearts-Loop"  # on every mail of ours; holds our address


class Cause(StrEnum):
    """Why a mail is ignored; kept with it, counted and shown to the operator."""

    OWN_MAIL = "own-mail"  # one of ours came back
    TWO_FROMS = "two-froms"  # From twice, or with two addresses: nobody can say who wrote
    NO_SENDER = "no-sender"  # no readable From
    BOUNCE = "bounce"  # a delivery report, or what looks like one; `bounce.bounce` says of what
    READ_RECEIPT = "read-receipt"
    REPORT = "report"  # another report (abuse, DMARC)
    REACTION = "reaction"  # a thumb sent by Gmail or Outlook, or a digest of them
    CALENDAR = "calendar"
    AUTO_SUBMITTED = "auto-submitted"  # says itself that a program wrote it (RFC 3834)
    AUTO_REPLY = "auto-reply"  # an out-of-office without the standard mark
    INBOX_RULE = "inbox-rule"  # went through a rule of an Exchange mailbox, which forwards people's letters too
    LIST = "list"
    BULK = "bulk"  # some relays mark so whatever passes through them
    NO_REPLY = "no-reply"  # its address says that nobody reads answers
    NULL_SENDER = "null-sender"  # no return path: so write programs, and a forwarder may have emptied it
    UNREADABLE = "unreadable"  # nested as no mail program does it


@dataclass(frozen=True, slots=True)
class Ignore:
    """Close the letter with this cause and answer nobody; where it is not `certain`, unless its author is proven by a
    reply token of their own.
    """

    cause: Cause

    @property
    def certain(self) -> bool:
        """Did a program write it beyond doubt? Otherwise it only bears a mark that people's letters may get too."""
        return self.cause not in _MARKS


_MARKS = frozenset({Cause.INBOX_RULE, Cause.BULK, Cause.NULL_SENDER})


MAX_REACTION = 100  # characters of the line that tells of one: a name and the words

_ROBOT = re.compile(r"mailer-?daemon|mail-?daemon|mdaemon@")
_NO_REPLY = re.compile(r"(?:no|not|dont|do-?not|never|ne)-?(?:reply|answer|respond|pas-?repondre)\b")
_AUTO_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-mail-autoreply", "x-vacation")
_LIST_HEADERS = ("list-id", "list-post", "mailing-list", "x-mailing-list", "x-mailman-version", "list-owner")
_BULK_HEADERS = ("list-unsubscribe", "list-unsubscribe-post")
# How mail programs begin the subject of an out-of-office answer. Nobody begins an answer to a card game so.
_AWAY = (
    "automatic reply", "auto reply", "auto-reply", "autoreply", "out of office", "out-of-office",
    "automatische antwort", "abwesenheitsnotiz", "abwesend:",
    "réponse automatique", "absence du bureau", "automatisch antwoord", "afwezig:",
    "respuesta automática", "fuera de la oficina", "resposta automática", "risposta automatica", "fuori sede",
    "automatiskt svar", "autosvar", "automatisk svar", "automaattinen vastaus", "poissa", "odpowiedź automatyczna",
    "automatická odpověď", "automatikus válasz", "otomatik yanıt", "автоматический ответ", "автоответ", "自動応答",
    "自动答复", "自动回复", "自動回覆", "자동 회신", "부재중", "رد تلقائي", "תשובה אוטומטית", "undeliverable:",
    "автоматична відповідь", "автовідповідь", "автоматичен отговор", "автоматски одговор", "аутоматски одговор",
    "αυτόματη απάντηση", "εκτός γραφείου", "απουσία από το γραφείο", "răspuns automat", "automatski odgovor",
    "izvan ureda", "samodejni odgovor", "automatická odpoveď", "mimo kancelárie", "automaatvastus",
    "automātiska atbilde", "automatinis atsakymas", "resposta automàtica", "trả lời tự động", "thư trả lời tự động",
    "tự động trả lời", "ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "ข้อความตอบกลับอัตโนมัติ", "balasan otomatis", "jawaban otomatis",
    "di luar kantor", "balasan automatik",
)  # fmt: skip
_EXCHANGE_AGENT = "x-ms-exchange-generated-message-source"  # "Mailbox Rules Agent" and its kin wrote the mail
_INBOX_RULES_LOOP = "x-ms-exchange-inbox-rules-loop"
# What mail programs write for a thumb where the other side does not know thumbs: in a line of its own, at the top.
_REACTED = (
    "reacted to your message", "reacted via gmail", "reagierte auf ihre nachricht", "hat auf ihre nachricht reagiert",
    "hat über gmail reagiert", "a réagi à votre message", "a réagi via gmail", "heeft op uw bericht gereageerd",
    "heeft gereageerd via gmail",
)  # fmt: skip
_REACTION_DIGEST = ("reaction daily digest", "reaction digest", "reactions digest")
_TAGS = re.compile(r"(?:\s{0,3}\[[^\]]{0,40}\])+")
_CALENDAR = frozenset({"text/calendar", "application/ics"})


def screen(message: InboundMessage, own: OwnAddresses) -> Ignore | None:
    """Why this letter is to be ignored, or None if a person may have written it."""
    for cause, holds in _RULES:
        if holds(message, own):
            return Ignore(cause)
    return None


def null_sender(message: InboundMessage) -> bool:
    """Has it an empty envelope sender? Then no error may be sent back, though a person may have written it."""
    return message.envelope_sender == ""


def _has(message: InboundMessage, names: tuple[str, ...]) -> bool:
    return any(name in names for name, _ in message.headers)


def _is_own(message: InboundMessage, own: OwnAddresses) -> bool:
    marks = {own.address.lower(), own.domain.lower()} - {""}
    return own.holds(message.sender) or any(
        mark.lower() in marks for mark in values(message.headers, LOOP_HEADER.lower())
    )


def _has_two_froms(message: InboundMessage, _own: OwnAddresses) -> bool:
    given = values(message.headers, "from")
    return not message.sender and (len(given) > 1 or any(text.count("@") > 1 for text in given))


def _is_bounce(message: InboundMessage, _own: OwnAddresses) -> bool:
    return (
        "message/delivery-status" in message.structure
        or value(message.headers, "x-failed-recipients") != ""
        or bool(_ROBOT.match(message.sender))
        or (null_sender(message) and message.sender.startswith("postmaster@"))
        or _report_type(message) == "delivery-status"
    )


def _is_receipt(message: InboundMessage, _own: OwnAddresses) -> bool:
    return (
        "message/disposition-notification" in message.structure or _report_type(message) == "disposition-notification"
    )


def _report_type(message: InboundMessage) -> str:
    given = value(message.headers, "content-type").lower()
    return given.partition("report-type=")[2].strip('" ').split(";")[0].strip('" ') if "report-type=" in given else ""


def _is_report(message: InboundMessage, _own: OwnAddresses) -> bool:
    return message.structure[:1] == ("multipart/report",) or "message/feedback-report" in message.structure


def _is_reaction(message: InboundMessage, _own: OwnAddresses) -> bool:
    first = next((line for line in message.lines if line.strip()), "").casefold().rstrip(" .:")
    return (
        "text/vnd.google.email-reaction+json" in message.structure
        or _subject(message).startswith(_REACTION_DIGEST)
        or (len(first) < MAX_REACTION and first.endswith(_REACTED))
    )


def _is_calendar(message: InboundMessage, _own: OwnAddresses) -> bool:
    """An answer of a calendar program: not a letter with a date attached to it."""
    kinds = message.structure
    body = kinds[:1] == ("text/calendar",) or (kinds[:1] == ("multipart/alternative",) and "text/calendar" in kinds)
    return body or set(kinds) >= _CALENDAR or "calendarmessage" in value(message.headers, "content-class").lower()


def _is_auto_submitted(message: InboundMessage, _own: OwnAddresses) -> bool:
    return any(
        re.split(r"[\s;(]", text.lower(), maxsplit=1)[0] not in ("no", "")
        for text in values(message.headers, "auto-submitted")
    )


def _precedence(message: InboundMessage) -> str:
    return value(message.headers, "precedence").lower()


def _subject(message: InboundMessage) -> str:
    """The subject to compare, without a gateway's tags: "[External] Automatic reply: …"."""
    subject = unicodedata.normalize("NFC", message.subject.casefold())
    tags = _TAGS.match(subject)
    return subject[tags.end() :].strip() if tags else subject


def _is_auto_reply(message: InboundMessage, _own: OwnAddresses) -> bool:
    return (
        _has(message, (*_AUTO_HEADERS, _EXCHANGE_AGENT))
        or _precedence(message).startswith("auto")
        or _subject(message).startswith(_AWAY)
    )


def _came_by_inbox_rule(message: InboundMessage, _own: OwnAddresses) -> bool:
    return _has(message, (_INBOX_RULES_LOOP,))


def _is_list(message: InboundMessage, _own: OwnAddresses) -> bool:
    return _has(message, _LIST_HEADERS) or _precedence(message) == "list"


def _is_bulk(message: InboundMessage, _own: OwnAddresses) -> bool:
    return _has(message, _BULK_HEADERS) or _precedence(message) in ("bulk", "junk")


def _is_no_reply(message: InboundMessage, _own: OwnAddresses) -> bool:
    return bool(_NO_REPLY.match(message.sender.partition("@")[0].replace("_", "-").replace(".", "-")))


_RULES: tuple[tuple[Cause, Callable[[InboundMessage, OwnAddresses], bool]], ...] = (
    (Cause.OWN_MAIL, _is_own),
    (Cause.TWO_FROMS, _has_two_froms),
    (Cause.NO_SENDER, lambda message, _own: not message.sender),
    (Cause.READ_RECEIPT, _is_receipt),
    (Cause.BOUNCE, _is_bounce),
    (Cause.REPORT, _is_report),
    (Cause.REACTION, _is_reaction),
    (Cause.CALENDAR, _is_calendar),
    (Cause.AUTO_SUBMITTED, _is_auto_submitted),
    (Cause.AUTO_REPLY, _is_auto_reply),
    (Cause.LIST, _is_list),
    (Cause.NO_REPLY, _is_no_reply),
    (Cause.UNREADABLE, lambda message, _own: message.fault is TextFault.UNREADABLE),
    # From here on marks only: whatever is certain has been looked for.
    (Cause.INBOX_RULE, _came_by_inbox_rule),
    (Cause.BULK, _is_bulk),
    (Cause.NULL_SENDER, lambda message, _own: null_sender(message)),
)
