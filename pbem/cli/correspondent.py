"""A correspondent for the demo: reads the text of a mail as a person would, and writes the answer back by SMTP."""

from __future__ import annotations

import email
import email.policy
import re
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime

from pbem.clock import system_clock

_OFFER = re.compile(r"\[(\w+)\]")
_MAY_PLAY = re.compile(r"^You may play:((?:\s*\[\w+\])+)", re.MULTILINE)
_TO_PASS = re.compile(r"^To pass: (\d+) cards?, to ", re.MULTILINE)
_HAND = re.compile(r"^Your hand:\n+((?:[♠♥♦♣] .*\n?)+)", re.MULTILINE)
_SCORES = re.compile(r"^(?:before|total)((?: +-?\d+)+)$", re.MULTILINE)
_LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """What a mail program shows of a mail."""

    subject: str
    text: str
    html: str
    reply_to: str
    message_id: str

    @property
    def hand(self) -> list[str]:
        """The cards under `Your hand:`."""
        found = _HAND.search(self.text)
        lines = [line.split() for line in found[1].splitlines()] if found else []
        return [rank + _LETTERS[line[0][0]] for line in lines for rank in line[1:]]

    @property
    def scores(self) -> list[int]:
        """The scores before this deal, one a seat."""
        return [int(score) for row in _SCORES.findall(self.text) for score in row.split()]

    @property
    def is_final(self) -> bool:
        """Whether the game is over with this mail."""
        return "Final standings:" in self.text


def read_mail(raw: bytes) -> ReceivedMail:
    """The mail's text part, as the standard library reads it."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    body = message.get_body(("plain",)) if isinstance(message, EmailMessage) else None
    text = str(body.get_content()).replace("\r\n", "\n") if body is not None else ""
    page = message.get_body(("html",)) if isinstance(message, EmailMessage) else None
    html = str(page.get_content()) if page is not None else ""
    return ReceivedMail(str(message["Subject"]), text, html, str(message["Reply-To"]), str(message["Message-ID"]))


def answer_to(mail: ReceivedMail) -> str:
    """What a simple player answers: the last card offered, the last to pass, yes to an invitation; "" if nothing."""
    if found := _TO_PASS.search(mail.text):
        return " ".join(mail.hand[-int(found[1]) :])
    if found := _MAY_PLAY.search(mail.text):
        return str(_OFFER.findall(found[1])[-1])
    if "[MOON ADD]" in mail.text:
        return "MOON ADD"
    return "yes" if "[JOIN]" in mail.text else ""


class Correspondent:
    """A person with a mail program; the connection to the server stays open."""

    def __init__(self, address: str, port: int, server: str) -> None:
        self._address = address
        self._server = server
        self._line = smtplib.SMTP("127.0.0.1", port)
        self._count = 0

    def write(self, text: str, answering: ReceivedMail | None = None) -> None:
        """Send a letter; an answer quotes the mail it answers, as mail programs do."""
        self._count += 1
        letter = EmailMessage()
        letter["From"] = f"{self._address.partition('@')[0].title()} <{self._address}>"
        letter["To"] = answering.reply_to if answering is not None else self._server
        letter["Subject"] = f"Re: {answering.subject}" if answering is not None else "Hearts"
        letter["Date"] = format_datetime(system_clock())
        letter["Message-ID"] = f"<{self._count}.{self._address}>"
        quoted = ""
        if answering is not None:
            letter["In-Reply-To"] = answering.message_id
            quoted = "".join(f"> {line}\n" for line in answering.text.splitlines())
            quoted = f"\n\nOn Monday, Hearts by mail <{self._server}> wrote:\n{quoted}"
        letter.set_content(f"{text}{quoted}\n")
        self._line.sendmail(self._address, [str(letter["To"])], letter.as_bytes())

    def close(self) -> None:
        """Hang up."""
        self._line.quit()
