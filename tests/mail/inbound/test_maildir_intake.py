"""Mail from a Maildir: kept first, noted as dealt with only then."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.mail import maildir
from pbem.mail.inbound.maildir_intake import take
from pbem.mail.message.raw_message import RawMessage
from tests.mail.inbound.conftest import Shelf, mail


def fill(folder: Path, *mails: bytes) -> None:
    for age, content in enumerate(mails):
        os.utime(maildir.deliver(folder, content), ns=(0, 10**18 + age))


def test_every_mail_is_kept_in_order_and_once(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, *(mail(number) for number in range(70)))
    assert take(tmp_path, shelf, batch=32) == 70
    assert shelf.raws == [mail(number) for number in range(70)]
    assert shelf.calls == [32, 32, 6]
    assert take(tmp_path, shelf) == 0
    assert len(list((tmp_path / "cur").glob("*:2,S"))) == 70


def test_a_mail_came_when_its_file_was_written(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, mail(1))
    take(tmp_path, shelf)
    assert [one.arrived_at for one in shelf.kept] == [datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)]


def test_a_folder_that_is_not_there_yet_is_an_empty_one(tmp_path: Path, shelf: Shelf) -> None:
    assert take(tmp_path / "spool", shelf) == 0


def test_the_envelope_sender_is_what_the_last_server_wrote_on_top(tmp_path: Path, shelf: Shelf) -> None:
    fill(
        tmp_path,
        b"Return-Path: <north@example.org>\nReturn-Path: <forged@example.org>\n\nQS",
        b"Received: x\r\nReturn-path: <>\r\n\r\nQS",
        b"Subject: none\n\nReturn-Path: <body@example.org>\n",
    )
    take(tmp_path, shelf, source="pipe")
    assert [(raw_message.source, raw_message.sender) for raw_message in shelf.kept] == [
        ("pipe", "north@example.org"), ("pipe", ""), ("pipe", None),
    ]  # fmt: skip


_DIES_AFTER_THE_COMMIT = """
import os, sys
from pathlib import Path
from pbem.mail.inbound.maildir_intake import take

def keep(arrivals):
    with open(sys.argv[2], "ab") as log:
        for arrival in arrivals:
            log.write(arrival.raw.split(b"mail ")[1].split(b"\\r")[0] + b"\\n")
    os._exit(9)

take(Path(sys.argv[1]), keep, batch=4)
"""


def test_a_crash_between_the_commit_and_the_move_gives_copies_and_loses_nothing(tmp_path: Path, shelf: Shelf) -> None:
    box, log = tmp_path / "box", tmp_path / "log"
    fill(box, *(mail(number) for number in range(6)))
    died = subprocess.run([sys.executable, "-c", _DIES_AFTER_THE_COMMIT, str(box), str(log)], timeout=60, check=False)
    assert died.returncode == 9
    assert log.read_text().split() == ["0", "1", "2", "3"]
    assert take(box, shelf) == 6
    assert shelf.raws == [mail(number) for number in range(6)]


def test_while_nothing_can_be_kept_every_mail_stays(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, *(mail(number) for number in range(100)))
    shelf.down = True
    with pytest.raises(OSError, match="No space"):
        take(tmp_path, shelf)
    assert len(list((tmp_path / "new").iterdir())) == 100
    assert len(shelf.calls) < 60  # it is not tried a hundred times: each try may wait for a lock
    shelf.down = False
    assert take(tmp_path, shelf) == 100


@pytest.mark.parametrize("batch", [1, 3, 32])
def test_one_mail_that_cannot_be_kept_holds_up_no_other(tmp_path: Path, shelf: Shelf, batch: int) -> None:
    fill(tmp_path, mail(0, "poison"), *(mail(number) for number in range(1, 10)))
    shelf.poison = b"poison"
    assert take(tmp_path, shelf, batch) == 9
    assert shelf.raws == [mail(number) for number in range(1, 10)]
    shelf.poison = None
    assert take(tmp_path, shelf, batch) == 1


def test_one_mail_that_cannot_be_read_holds_up_no_other(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, mail(1), mail(2))
    (tmp_path / "new/0.folder").mkdir()  # root may read every file, but nobody a folder
    (tmp_path / "new/0.dangling").symlink_to(tmp_path / "nowhere")
    assert take(tmp_path, shelf) == 2
    assert (tmp_path / "failed/0.folder").is_dir()
    assert take(tmp_path, shelf) == 0


def test_a_giant_is_set_aside_unread(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, mail(1, size=5_000), mail(2))
    assert take(tmp_path, shelf, message_bytes=4_000) == 1
    assert shelf.raws == [mail(2)]
    assert [path.read_bytes() for path in (tmp_path / "failed").iterdir()] == [mail(1, size=5_000)]


def test_two_passes_at_once_lose_nothing(tmp_path: Path, shelf: Shelf) -> None:
    fill(tmp_path, *(mail(number) for number in range(8)))
    other = Shelf()

    def keep(raw_messages: Sequence[RawMessage]) -> None:
        if not other.kept:
            take(tmp_path, other, batch=8)
        shelf(raw_messages)

    take(tmp_path, keep, batch=4)
    assert {*shelf.raws, *other.raws} == {mail(number) for number in range(8)}
    assert maildir.waiting(tmp_path) == []
