"""Mails lie packed in the tables; what lay there before is read as it lies, and no letter is taken for a packed one."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from pbem.db.models.packed import MARK, SMALL, pack, unpack
from pbem.mail.message.raw_message import RawMessage
from tests.table import Bench

MAIL = b"Subject: [Hearts 12] Deal 3\r\n\r\n" + b"Your hand:\r\n" * 300


@pytest.mark.parametrize(
    "mail", [MAIL, b"", b"x", b"x" * SMALL, MARK, MARK + b"x" * 3000, pack(MAIL), bytes(range(256))]
)
def test_what_is_packed_comes_back_byte_for_byte(mail: bytes) -> None:
    assert unpack(pack(mail)) == mail


def test_a_mail_lies_there_at_a_third_of_its_size_and_no_mail_stays_none() -> None:
    assert len(pack(MAIL)) < len(MAIL) / 3
    assert pack(b"") == b""
    assert zlib.decompress(pack(MAIL)[len(MARK) :]) == MAIL


def test_a_mail_that_was_written_before_is_read_and_sent_as_it_lies(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.worker.keep([RawMessage(bench.letter("ann@people.example", "HELP"), "smtp", "ann@people.example")])
    bench.worker.work()
    with bench.worker.database.begin() as session:
        lies = session.connection().exec_driver_sql("SELECT body FROM outbox").scalar_one()
        assert lies.startswith(MARK)
        session.connection().exec_driver_sql("UPDATE outbox SET body = ?", (unpack(lies),))
    bench.runs()
    assert bench.post.sent[-1].raw == unpack(lies)
    bench.close()
