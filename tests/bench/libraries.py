"""What the parts cost that are written by hand, beside the library that does nearly the same: ratios of CPU time.

Both are run in turn on the same mails, so that a busy machine changes both. The figures of docs/performance.md.
"""

from __future__ import annotations

import email
import email.policy
import mailbox
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path
from statistics import median

from pbem.mail.maildir import create, deliver
from pbem.mail.message import html_text, mime
from pbem.mail.message.own_addresses import OwnAddresses
from pbem.mail.message.parse_message import parse_message
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.message.write import OutboundMessage, write_message

TIMES = 300
TEXT = "Trick 4: Cleo 2D (led), Dan QD, you 6D, Ben 3D. Taken by Dan, no points.\n" * 20
HTML = (
    "<html><body>"
    + "<p>Trick 4: <b>Cleo</b> 2&#9830; (led), <a href='mailto:x@y.example'>Dan</a></p>" * 20
    + "</body></html>"
)
MAIL = OutboundMessage(
    "hearts@example.net", "ann@people.example", "[Hearts 12] Deal 3", TEXT, "1@example.net",
    datetime(2026, 3, 2, tzinfo=UTC), from_name="Hearts by mail", to_name="Zoë", html=HTML,
)  # fmt: skip
RAW = write_message(MAIL)
OWN = OwnAddresses("hearts@example.net")


def write_by_library() -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"] = '"Hearts by mail" <hearts@example.net>', "Zoë <ann@people.example>"
    mail["Subject"], mail["Date"], mail["Message-ID"] = MAIL.subject, MAIL.date, f"<{MAIL.message_id}>"
    mail.set_content(TEXT)
    mail.add_alternative(HTML, subtype="html")
    return mail.as_bytes(policy=email.policy.SMTP)


def read_by_library() -> str:
    mail = email.message_from_bytes(RAW, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    assert body is not None
    return str(mail["From"]) + str(mail["To"]) + str(mail["Subject"]) + str(body.get_content())


def read_parts() -> str:
    return "".join(part.text() for part in mime.parse(RAW).root.walk())


def read_letter() -> object:
    return parse_message(RawMessage(RAW, "smtp"), OWN)


def read_html() -> object:
    return html_text.lines_of(HTML)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours", mailbox.Maildir(str(Path(folder) / "theirs"))
        create(ours)
        rows: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
            ("a mail's parts and their text / email, policy.default", read_parts, read_by_library),
            ("all of a letter, without quotes / the same", read_letter, read_by_library),
            ("writing a mail / EmailMessage", lambda: write_message(MAIL), write_by_library),
            ("the words of HTML / html.parser that finds tags only", read_html, lambda: HTMLParser().feed(HTML)),
            ("a mail into a Maildir, on disk / mailbox, perhaps", lambda: deliver(ours, RAW), lambda: theirs.add(RAW)),
        ]  # fmt: skip
        for name, hand, library in rows:
            a, b = in_turn(hand, library)
            sys.stdout.write(f"{name:60} {a / b:5.2f}  ({a * 1e6:.0f} and {b * 1e6:.0f} us of CPU)\n")


def in_turn(*jobs: Callable[[], object]) -> list[float]:
    """The median CPU seconds of each."""
    took: list[list[float]] = [[] for _ in jobs]
    for _ in range(TIMES):
        for job, times in zip(jobs, took, strict=True):
            began = time.process_time()
            job()
            times.append(time.process_time() - began)
    return [median(times) for times in took]


if __name__ == "__main__":
    main()
