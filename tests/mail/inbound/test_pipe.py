"""One mail from a mail server's pipe, as a process of its own: what is stored, and with which code it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.mail import maildir
from tests.mail.inbound.conftest import mail

SCRIPT = """
import sys
from pathlib import Path
from pbem.mail.inbound.pipe import receive

spool, limit, sender, *recipients = sys.argv[1:]
sender = None if sender == "-" else sender
sys.exit(receive(sys.stdin.buffer, Path(spool), sender, recipients, message_bytes=int(limit)))
"""


def pipe(content: bytes, spool: Path, sender: str = "-", *recipients: str, limit: int = 10_000) -> int:
    command = [sys.executable, "-c", SCRIPT, str(spool), str(limit), sender, *recipients]
    return subprocess.run(command, input=content, timeout=60, check=False, stderr=subprocess.DEVNULL).returncode


def stored(spool: Path) -> list[bytes]:
    return [path.read_bytes() for path in maildir.waiting(spool)]


def test_a_mail_is_stored_as_it_came(tmp_path: Path) -> None:
    assert pipe(mail(1, "♠"), tmp_path / "spool") == os.EX_OK
    assert stored(tmp_path / "spool") == [mail(1, "♠")]


def test_the_envelope_is_put_on_top(tmp_path: Path) -> None:
    assert pipe(mail(1), tmp_path, "north@example.org", "hearts+a@example.org", "hearts+b@example.org") == os.EX_OK
    head = (
        b"Return-Path: <north@example.org>\r\nDelivered-To: hearts+a@example.org\r\nDelivered-To: hearts+b@example.org"
    )
    assert stored(tmp_path) == [head + b"\r\n" + mail(1)]


def test_the_null_sender_is_put_on_top_as_such(tmp_path: Path) -> None:
    assert pipe(b"Subject: bounce\n\ntext\n", tmp_path, "") == os.EX_OK
    assert stored(tmp_path) == [b"Return-Path: <>\nSubject: bounce\n\ntext\n"]


def test_the_from_line_of_an_mbox_does_not_end_the_header(tmp_path: Path) -> None:
    assert pipe(b"From north Sun Nov 29 12:00:00 2026\nSubject: a\n\nQS\n", tmp_path, "north@example.org") == os.EX_OK
    assert stored(tmp_path) == [b"Return-Path: <north@example.org>\nSubject: a\n\nQS\n"]


@pytest.mark.parametrize("content", [b"", b"\r\n\r\n", mail(1, size=10_000)])
def test_an_empty_or_too_big_mail_is_given_back(tmp_path: Path, content: bytes) -> None:
    assert pipe(content, tmp_path) == os.EX_DATAERR
    assert not (tmp_path / "new").exists()


def test_an_address_with_a_line_end_is_a_wrong_call(tmp_path: Path) -> None:
    assert pipe(mail(1), tmp_path, "north@example.org>\nBcc: <everybody@example.org") == os.EX_USAGE
    assert not (tmp_path / "new").exists()


def test_where_nothing_can_be_stored_the_mail_server_is_told_to_come_again(tmp_path: Path) -> None:
    (tmp_path / "spool").write_text("a file where the spool should be")
    assert pipe(mail(1), tmp_path / "spool") == os.EX_TEMPFAIL


def test_a_disk_that_takes_no_more_is_for_now_only_and_leaves_no_half(tmp_path: Path) -> None:
    """A limit on the size of files stands for the full disk: the write fails in the middle."""
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n" + SCRIPT
    command = [sys.executable, "-c", limited, str(tmp_path), "10000", "-"]
    done = subprocess.run(command, input=mail(1, size=5_000), timeout=60, check=False, stderr=subprocess.DEVNULL)
    assert done.returncode == os.EX_TEMPFAIL
    assert stored(tmp_path) == []
    assert list((tmp_path / "tmp").iterdir()) == []
