"""The world outside the server: an SMTP server that takes its mails, and people who read nothing but their text."""

from __future__ import annotations

import re
import smtplib
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from queue import Queue

from tests.servers.receiver import Receiver
from tests.table import SERVER, Sent

PATIENCE = 120.0
"""Seconds after which a mail that does not come is a failure."""


class Office(Receiver):
    """Takes every mail; `arrived` hands them out in order, `mails` has them all."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(port)
        self.arrived: Queue[Sent] = Queue()
        self.mails: list[Sent] = []

    def take(self, sender: str, recipients: list[str], raw: bytes) -> str:
        for recipient in recipients:
            mail = Sent(recipient, raw, sender)
            self.mails.append(mail)
            self.arrived.put(mail)
        return "250 ok"


def answer(mail: Sent) -> str:
    """What a simple person answers: the last cards to pass, the first card offered, yes to an invitation."""
    if mail.to_pass:
        return " ".join(mail.hand[-mail.to_pass :])
    if mail.legal:
        return mail.legal[0]
    if "[MOON ADD]" in mail.text:
        return "MOON ADD"
    return "yes" if "[JOIN]" in mail.text else ""


class Person:
    """Somebody with a mail program, who reads each mail once and never sends the same answer under two Message-IDs."""

    def __init__(self, address: str, server: str = SERVER) -> None:
        self.address = address
        self.server = server
        self.read: set[str] = set()
        self.final: Sent | None = None
        self._written = 0

    def letter(self, text: str, answering: Sent | None = None) -> tuple[str, bytes]:
        """The letter as a mail program writes it, quote and all, and where it goes."""
        self._written += 1
        letter = EmailMessage()
        letter["From"] = f"{self.address.partition('@')[0].title()} <{self.address}>"
        letter["To"] = to = answering.reply_to if answering is not None else self.server
        letter["Subject"] = f"Re: {answering.subject}" if answering is not None else "Hearts"
        letter["Date"] = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        letter["Message-ID"] = f"<{self._written}.{self.address}>"
        if answering is not None:
            letter["In-Reply-To"] = str(answering.message["Message-ID"])
            quoted = "".join(f"> {line}\n" for line in answering.text.splitlines())
            text = f"{text}\n\nOn Mon, 2 Mar 2026 at 10:00, Hearts by mail <{self.server}> wrote:\n{quoted}"
        letter.set_content(text)
        return to, letter.as_bytes(policy=SMTP)

    def reply(self, mail: Sent) -> tuple[str, bytes] | None:
        """The letter that this mail asks for; None if it asks for none or is known already."""
        name = str(mail.message["Message-ID"])
        if name in self.read:
            return None
        self.read.add(name)
        if "Final standings:" in mail.text:
            self.final = mail
            return None
        text = answer(mail)
        return self.letter(text, mail) if text else None


def send(port: int, sender: str, to: str, raw: bytes) -> None:
    """Hand a letter over as a mail server does: again and again, the same bytes, until it is taken."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=20) as line:
                line.sendmail(sender, [to], raw)
        except (OSError, smtplib.SMTPException):
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def play(office: Office, port: int, people: list[Person], opening: str) -> None:
    """The first person writes the opening; then all answer their mails until everyone has read the final standings."""
    by_address = {person.address: person for person in people}
    host = people[0]
    send(port, host.address, *host.letter(opening))
    while any(person.final is None for person in people):
        mail = office.arrived.get(timeout=PATIENCE)
        letter = by_address[mail.to].reply(mail)
        if letter is not None:
            send(port, mail.to, *letter)


def finals(text: str) -> Iterator[tuple[int, int]]:
    """Place and points of each line of the final standings, from the top."""
    lines = text.partition("Final standings:\n")[2].splitlines()
    for line in lines:
        if not line.strip():
            return
        found = re.match(r"(\d+)\w+ place,.*?(-?\d+) points?\b", line)
        assert found is not None, line
        yield int(found[1]), int(found[2])
