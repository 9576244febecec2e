"""Thousands of letters that wait in a mailbox, as after a week away: taken in small batches, and all accounted for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from imapclient import IMAPClient

from pbem.mail.inbound.imap_intake import ImapIntake
from pbem.mail.message.raw_message import RawMessage
from tests.e2e.logs import inbox
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.dovecot import dovecot as dovecot
from tests.table import Bench

WAITING = 1_500
POISON = 700  # the number of the mail that the store does not take
GIANT = 300  # and of one that is bigger than a letter may be
NEST = 900  # and of one that nobody can read
USER = "backlog"


def waiting(number: int) -> bytes:
    """A letter of one of thirty people; every hundredth is an order, the others are talk."""
    text = "HELP" if number % 100 == 0 else f"is anybody there? ({number})"
    text = {POISON: "poison", GIANT: "x" * 70 + "\r\n"}.get(number, text)
    if number == GIANT:
        text *= 5_000
    if number == NEST:
        text = "".join(f'Content-Type: multipart/mixed; boundary="{i}"\r\n\r\n--{i}\r\n' for i in range(200))
    head = f"From: p{number % 30}@people.example\r\nTo: hearts@example.net\r\nMessage-ID: <{number}@people.example>\r\n"
    return f"{head}Subject: hello\r\n{'' if number == NEST else chr(13) + chr(10)}{text}\r\n".encode()


def in_folder(dovecot: Dovecot, folder: str) -> int:
    client = IMAPClient("127.0.0.1", dovecot.imap, ssl=False, timeout=20)
    client.login(USER, PASSWORD)
    try:
        return int(client.folder_status(folder, ["MESSAGES"])[b"MESSAGES"])
    finally:
        client.logout()


def test_of_a_long_backlog_with_poison_in_it_every_letter_is_accounted_for(bench: Bench, dovecot: Dovecot) -> None:
    dovecot.put(USER, *map(waiting, range(WAITING)))
    sizes: list[int] = []

    def keep(raw_messages: Sequence[RawMessage]) -> None:
        sizes.append(len(raw_messages))
        if any(b"poison" in raw_message.raw for raw_message in raw_messages):
            raise ValueError("it cannot be stored")
        bench.worker.keep(raw_messages)

    with closing(ImapIntake(dovecot.mailbox(USER, message_bytes=262_144))) as box:
        assert box.take(keep) == WAITING - 2
    bench.runs()
    assert max(sizes) <= 32
    folders = {folder: in_folder(dovecot, folder) for folder in ("INBOX", "Processed", "Failed")}
    assert folders == {"INBOX": 1, "Processed": WAITING - 2, "Failed": 1}
    outcomes = inbox(bench.folder / "pbem.db")
    assert sum(outcomes.values()) == WAITING - 2
    assert outcomes["ignored: unreadable"] == 1
    assert set(outcomes) <= {
        "done", "misread", "ignored: error limit", "ignored: stranger limit", "ignored: unreadable",
        "waits: limit for unproven letters",
    }, outcomes  # fmt: skip
