"""The letters that no player wrote: automatic answers, our own mail, lists, strangers, forgeries, poison.

Each comes with the beginning of the only outcome that it may have.
"""

from __future__ import annotations

import random
from email.message import EmailMessage

from tests.table import SERVER, Sent

Noise = tuple[str, str, bytes, str]
"""Envelope sender, recipient, the letter, and how its outcome has to begin."""


def noise(chance: random.Random, number: int, mail: Sent) -> Noise:
    """One letter that nobody should be moved by; `mail` is one that the server sent lately."""
    kind = chance.choice((away, echo, listed, stranger, forged, poison))
    return kind(f"<noise{number}@elsewhere.test>", mail)


def away(name: str, mail: Sent) -> Noise:
    """An out-of-office answer to a turn, with a card in it."""
    letter = _letter(name, mail.to, mail.reply_to, f"Automatic reply: {mail.subject}", "I am away.\n\nQS\n")
    letter["Auto-Submitted"] = "auto-replied"
    return "", mail.reply_to, letter.as_bytes(), "ignored: auto-submitted"


def echo(name: str, mail: Sent) -> Noise:
    """One of our own mails, come back by a forwarding rule."""
    old = str(mail.message["Message-ID"]).encode()
    return mail.to, mail.reply_to, mail.raw.replace(old, name.encode()), "ignored: own-mail"


def listed(name: str, mail: Sent) -> Noise:
    letter = _letter(name, "news@elsewhere.test", SERVER, "Our offers", "NEW american\n")
    letter["List-Id"] = "<news.elsewhere.test>"
    return "bounces@elsewhere.test", SERVER, letter.as_bytes(), "ignored: list"


def stranger(name: str, mail: Sent) -> Noise:
    """Somebody whom an answer does not even reach: it comes back to its envelope address."""
    author = f"{name.strip('<>').partition('@')[0]}@elsewhere.test"
    return author, SERVER, _letter(name, author, SERVER, "hi", "what is this?\n").as_bytes(), ""


def forged(name: str, mail: Sent) -> Noise:
    """A bounce to an envelope address that we never gave out."""
    to = SERVER.replace("@", "+b1x1xaaaaaaaaaaaaaaaa@")
    letter = _letter(name, "mailer-daemon@elsewhere.test", to, "Undelivered Mail", "550 5.1.1 no such user\n")
    return "", to, letter.as_bytes(), "ignored: "


def poison(name: str, mail: Sent) -> Noise:
    """What no mail program writes: a nest of parts, controls, a charset that is none."""
    nest = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (i, i) for i in range(300))
    head = f"From: p@elsewhere.test\r\nTo: {SERVER}\r\nMessage-ID: {name}\r\nSubject: =?x-none?q?=00=ff?=\r\n".encode()
    return "p@elsewhere.test", SERVER, head + nest + b"\x80\xff\x1b[2J PLAY QS\r\n", ""


def _letter(name: str, author: str, to: str, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = author, to, subject, name
    letter.set_content(text)
    return letter
