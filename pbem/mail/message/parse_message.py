"""Reading a mail: any bytes become a letter, with the person's own lines or the reason why there are none."""

from __future__ import annotations

import re

from pbem.mail.message import html_text, mime
from pbem.mail.message.email_address import canonical, mailboxes, sender_of
from pbem.mail.message.headers import Fields, ids, lowest, value, values, words
from pbem.mail.message.inbound_message import InboundMessage, TextFault
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.quoting import Extract, extract, is_ours, to_lines, unflow
from pbem.mail.message.raw_message import RawMessage

MAX_TEXT = 64 * 1024
MAX_RECIPIENTS = 100
MAX_ANSWERS = 50
MAX_SUBJECT = 1000

# Where an address of ours may stand, likeliest first: what the transport says, then what the sender wrote.
_DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-gm-original-to")
_ADDRESSED = ("to", "cc", "resent-to", "resent-cc")
_INDENT = re.compile(r"<blockquote(?![^>]{0,1000}(?:quote|cite|iosymail))", re.IGNORECASE)  # nothing says: a quote
_NO_WORD = re.compile(r"[\W_]+")
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_ARMOUR = "-----BEGIN PGP MESSAGE-----"


def parse_message(raw_message: RawMessage, own: OwnAddresses) -> InboundMessage:
    """The letter in a mail. Never raises, for any bytes, and its work is bounded by their number.

    The text parts are read; the HTML where they hold nothing of the person's, and beside them where the two say
    different things: some programs send a text part that only says "this mail needs HTML".
    """
    mail = mime.parse(raw_message.raw)
    fields = mail.fields
    subject = " ".join(words(value(fields, "subject")).split())[:MAX_SUBJECT]
    answers = _answers(fields)
    sender = sender_of(fields)
    found, fault = _text_of(mail, own, answers, subject)
    return InboundMessage(
        message_id=next(iter(ids(lowest(fields, "message-id"))), ""),
        sender=sender.address,
        sender_name=sender.name,
        subject=subject,
        recipients=_recipients(raw_message, fields),
        answers=answers,
        lines=() if fault else found,
        fault=fault,
        envelope_sender=_envelope_sender(raw_message, fields),
        headers=fields,
        structure=tuple(part.kind.word for part in mail.root.walk()),
    )


def _recipients(raw_message: RawMessage, fields: Fields) -> tuple[str, ...]:
    """Every address that it came to or was written to, once each."""
    found = dict.fromkeys(canonical(recipient) for recipient in raw_message.recipients[:MAX_RECIPIENTS])
    for name in _DELIVERED:
        found.update(dict.fromkeys(canonical(text) for text in values(fields, name)[:10]))
    for name in _ADDRESSED:
        for text in values(fields, name)[:3]:
            found.update(dict.fromkeys(box.address for box in mailboxes(text)))
    found.pop("", None)
    return tuple(found)[:MAX_RECIPIENTS]


def _answers(fields: Fields) -> tuple[str, ...]:
    """What it answers, likeliest first. Some programs put several ids into In-Reply-To."""
    direct = [name for text in values(fields, "in-reply-to") for name in ids(text)]
    thread = [name for text in values(fields, "references") for name in ids(text)]
    return tuple(dict.fromkeys([*direct, *reversed(thread)]))[:MAX_ANSWERS]


def _envelope_sender(raw_message: RawMessage, fields: Fields) -> str | None:
    """The envelope's sender, or what the last server noted of it in Return-Path; None if nobody knows."""
    given = raw_message.sender if raw_message.sender is not None else next(iter(values(fields, "return-path")), None)
    if given is None:
        return None
    return "" if given.strip(" <>") == "" else canonical(given) or None


def _text_of(
    mail: mime.MimeMessage, own: OwnAddresses, answers: tuple[str, ...], subject: str
) -> tuple[tuple[str, ...], TextFault | None]:
    """The person's own lines, or the fault."""
    if mail.too_deep:
        return (), TextFault.UNREADABLE
    fault = _sealed(mail.root)
    if fault:
        return (), fault
    quoted = words = False
    apart: tuple[str, ...] = ()  # the text's lines, where the HTML has none of them
    for style in ("plain", "html", "lenient"):
        lines = _lines(mail.root, style)
        if any(line.startswith(_ARMOUR) for line in lines):
            return (), TextFault.ENCRYPTED
        found: Extract = extract(_unsigned(lines), own, answers, subject)
        if found.lines and style == "plain" and not _in_html(mail.root, found.lines):
            apart = found.lines
        elif found.lines:
            if found.quoted and any(
                _INDENT.search(part.text()[:MAX_TEXT]) for part in mail.root.walk() if _is_markup(part)
            ):
                lenient = extract(_unsigned(_lines(mail.root, "lenient")), own, answers, subject)
                found = lenient if _adds_indented(found, lenient) else found
            return _together(apart, found.lines), None
        quoted = quoted or (found.quoted and _begins_quoted(lines))
        words = words or found.quoted or found.unmarked
    if apart:
        return apart, None
    emptiness = TextFault.ALL_QUOTED if quoted else _emptiness(mail.root)
    return (), TextFault.ALL_QUOTED if words and emptiness is TextFault.EMPTY else emptiness


def _lines(root: mime.Part, style: str) -> list[str]:
    return to_lines("\n".join(_render(root, style))[:MAX_TEXT])


def _adds_indented(strict: Extract, lenient: Extract) -> bool:
    """Do the person's lines grow by what an indent button put into a <blockquote>, and by nothing of an old mail?"""
    rest = iter(lenient.lines)
    grown = len(lenient.lines) > len(strict.lines) and all(line in rest for line in strict.lines if line.strip())
    return grown and lenient.unmarked == strict.unmarked and not any(map(is_ours, lenient.lines))


def _is_markup(part: mime.Part) -> bool:
    return part.kind.word in ("text/html", "application/xhtml+xml") and not part.attached


def _in_html(root: mime.Part, lines: tuple[str, ...]) -> bool:
    """Does the HTML say what the text says? Looked up without rendering it: letters and digits of one line will do.

    Where there is one without the other, nothing is to be compared.
    """
    parts = list(root.walk())
    kinds = {part.kind.word for part in parts}
    if not {"multipart/alternative", "text/plain", "text/html"} <= kinds:
        return True
    packed = _packed("".join(part.text()[:MAX_TEXT] for part in parts if part.kind.word == "text/html"))
    full = [line for line in map(_packed, lines) if line][:5]
    return not full or any(line in packed for line in full)


def _together(text: tuple[str, ...], markup_lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the text and of the HTML; those of the text alone if they have one in common after all."""
    known = {_packed(line) for line in text}
    return text if any(_packed(line) in known for line in markup_lines if line.strip()) else text + markup_lines


def _packed(text: str) -> str:
    """The letters and digits of a text only."""
    return _NO_WORD.sub("", text).lower()


def _sealed(part: mime.Part) -> TextFault | None:
    """Is this part an envelope that we cannot open?"""
    kind = part.kind.word
    if kind in ("multipart/encrypted", "application/pgp-encrypted"):
        return TextFault.ENCRYPTED
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        return TextFault.OPAQUE_SIGNED if "signed" in part.kind.get("smime-type").lower() else TextFault.ENCRYPTED
    return None


def _emptiness(root: mime.Part) -> TextFault:
    """Nothing to read: is the answer perhaps in something that came along?"""
    parts = list(root.walk())
    kinds = {part.kind.word for part in parts}
    if kinds & {"application/ms-tnef", "application/vnd.ms-tnef"}:
        return TextFault.TNEF_ONLY
    sealed = next(filter(None, map(_sealed, parts)), None)
    if sealed:
        return sealed
    attached = any(part.attached and not part.kind.word.endswith("-signature") for part in parts)
    return TextFault.ATTACHED_ONLY if attached or "message/rfc822" in kinds else TextFault.EMPTY


def _begins_quoted(lines: list[str]) -> bool:
    """Is the first line with anything on it a quote? Then the answer may be among the quotes."""
    return next((line.lstrip().startswith(">") for line in lines if line.strip()), False)


def _render(part: mime.Part, style: str) -> list[str]:
    """The text of a part and those within, as lines: of alternatives the one that the style prefers."""
    kind = part.kind.word
    if part.parts and not kind.startswith("message/"):
        return _render_branch(part, style)
    if part.attached or kind not in ("text/plain", "text/html", "application/xhtml+xml"):
        return []
    text = part.text()
    if html_text.looks_so(text, labelled=kind != "text/plain"):
        return html_text.lines_of(text, lenient=style == "lenient")
    lines = to_lines(text[:MAX_TEXT])
    if part.kind.get("format").lower() == "flowed":
        return unflow(lines, part.kind.get("delsp").lower() == "yes")
    return lines


def _render_branch(part: mime.Part, style: str) -> list[str]:
    """Parts one after another; of alternatives the one that the style prefers and that holds something."""
    kind = part.kind.word
    if kind == "multipart/alternative":
        plain_first = sorted(part.parts, key=_is_html)
        choices = plain_first if style == "plain" else reversed(plain_first)
        rendered = (_render(choice, style) for choice in choices)
        return next((lines for lines in rendered if any(line.strip() for line in lines)), [])
    inner = part.parts[:1] if kind in ("multipart/related", "multipart/signed", "multipart/report") else part.parts
    lines: list[str] = []
    for each in inner:
        if each.filename and each.kind.word == "text/plain" and any(line.strip() for line in lines):
            continue  # a text file shown in place is still a file
        lines += _render(each, style)
    return lines


def _is_html(part: mime.Part) -> bool:
    """Does this alternative hold HTML, directly or within (Apple Mail: HTML and pictures in a multipart/mixed)?"""
    return part.kind.word != "text/plain" and all(inner.kind.word != "text/plain" for inner in part.walk())


def _unsigned(lines: list[str]) -> list[str]:
    """Without the frame of an inline PGP signature (RFC 4880 §7): its headers, its escaped dashes, the signature."""
    if _CLEARSIGNED not in (line.strip() for line in lines):
        return lines
    begin = next(number for number, line in enumerate(lines) if line.strip() == _CLEARSIGNED)
    end = next((number for number, line in enumerate(lines) if line.strip() == _SIGNATURE), len(lines))
    body = lines[begin + 1 : end]
    blank = next((number for number, line in enumerate(body) if not line.strip()), -1)
    return lines[:begin] + [line.removeprefix("- ") for line in body[blank + 1 :]]
