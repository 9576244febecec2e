"""The worker as a whole: one thing that fails holds up nothing else."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select, update

from pbem.db.models import AlarmRow, EntryRow, InboxRow, OutboxRow, SeatRow
from pbem.db.queries import outbox
from pbem.db.queries.outbox import NewMail
from pbem.db.session import KeptConnection
from pbem.mail import maildir
from pbem.mail.message.raw_message import RawMessage
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.server.folders import operator_box
from pbem.server.processor import PAUSES
from pbem.server.worker import ALARM_PAUSE
from pbem.table.seat import Mark
from tests.table import Bench, Post

ANN, BOB = "ann@people.example", "bob@people.example"
PROVEN = {"Authentication-Results": "mx.example.net; dmarc=pass header.from=people.example"}


def break_the_log(bench: Bench, game: int) -> None:
    with bench.worker.database.begin() as session:
        session.execute(update(EntryRow).where(col(EntryRow.game_id) == game).values(body="{}"))
    bench.worker.services.folded.forget()


def pages_in_use(bench: Bench) -> int:
    """The size of the database; it has no free page then that could take another row."""
    bench.worker.database.hang_up()
    with closing(sqlite3.connect(bench.folder / "pbem.db")) as line:
        line.execute("VACUUM")
        (size,) = line.execute("PRAGMA page_count").fetchone()
    return int(size)


def fill_up(bench: Bench) -> None:
    """Put mails into the outbox, until no page has room for another."""
    later = bench.now + timedelta(days=900)
    for number in range(1000):
        mail = NewMail(f"<{number}@x>", BOB, "", b"x" * 150, bench.now, 0, later, None, None, None, "", "", Mark(0, 0))
        with bench.worker.database.begin() as session:
            outbox.put(session, [mail])


@contextmanager
def no_page_more(bench: Bench, pages: int) -> Iterator[None]:
    """The disk is full: the database may not grow."""

    def limit(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}").fetchall()

    bench.worker.database.hang_up()
    event.listen(bench.worker.database.engine, "connect", limit)
    yield
    event.remove(bench.worker.database.engine, "connect", limit)
    bench.worker.database.hang_up()


def lapses(bench: Bench, game: int) -> int:
    with bench.worker.database.begin() as session:
        return sum(session.exec(select(SeatRow.lapses).where(SeatRow.game_id == game)))


def test_a_broken_game_stops_no_other_games_clock_and_does_not_keep_the_server_busy(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.writes(ANN, "NEW american WITH 3 robots")
    bench.writes(BOB, "NEW american WITH 3 robots")
    break_the_log(bench, 1)
    bench.passes(timedelta(hours=48))
    assert lapses(bench, 2) == 1
    with bench.worker.database.begin() as session:
        (again,) = session.exec(select(AlarmRow.due_at).where(AlarmRow.game_id == 1, AlarmRow.kind == "lapse"))
    assert bench.now < again <= bench.now + ALARM_PAUSE
    assert bench.worker.work() == 0
    assert any("game 1" in mail.text for mail in bench.mails("op@example.net"))
    bench.close()


def test_an_alarm_that_this_version_does_not_know_stops_no_other(bench: Bench) -> None:
    bench.writes(ANN, "NEW american WITH 3 robots")
    bench.writes(BOB, "NEW american WITH 3 robots")
    with bench.worker.database.begin() as session:
        session.add(AlarmRow(game_id=1, kind="stretch", due_at=bench.now))
    bench.passes(timedelta(hours=48))
    assert (lapses(bench, 1), lapses(bench, 2)) == (1, 1)
    assert any("game 1, alarm stretch" in mail.text for mail in bench.mails("op@example.net"))
    with bench.worker.database.begin() as session:
        (again,) = session.exec(select(AlarmRow.due_at).where(AlarmRow.kind == "stretch"))
    assert again > bench.now


def test_a_full_disk_is_not_counted_against_the_letter_in_hand(bench: Bench) -> None:
    bench.worker.keep([RawMessage(bench.letter(ANN, "REGISTER", headers=PROVEN), "smtp")])
    with no_page_more(bench, pages_in_use(bench)):
        with pytest.raises(OperationalError, match="full"):
            fill_up(bench)
        for _ in range(len(PAUSES) + 2):
            with pytest.raises(OperationalError, match="full"):
                bench.worker.work()
    with bench.worker.database.read() as session:
        row = session.get(InboxRow, 1)
        assert row is not None
        assert (row.state, row.tries) == ("new", 0)
    bench.runs()
    assert "Welcome" in bench.mail(ANN).text


def test_a_fault_of_ours_in_the_database_is_counted_and_the_letter_set_aside(bench: Bench) -> None:
    with bench.worker.database.begin() as session:
        session.connection().exec_driver_sql("ALTER TABLE player RENAME TO person")
    bench.worker.keep([RawMessage(bench.letter(ANN, "REGISTER", headers=PROVEN), "smtp")])
    for pause in (timedelta(0), *PAUSES):
        bench.now += pause
        bench.worker.work()
    with bench.worker.database.begin() as session:
        row = session.get(InboxRow, 1)
        assert row is not None
        assert row.state == "quarantined"
        session.connection().exec_driver_sql("ALTER TABLE person RENAME TO player")


@contextmanager
def no_database() -> Iterator[None]:
    """The database does not answer: what its driver then raises."""

    def fail(*_: object) -> None:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise OperationalError("BEGIN", (), fault)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KeptConnection, "begin", fail)
        yield


class PostThatLosesTheDatabase(Post):
    """Takes mails, and after so many of them the database is away."""

    def __init__(self, bench: Bench, after: int) -> None:
        super().__init__()
        self.bench, self.after, self.outage = bench, after, ExitStack()

    def send(self, sender: str, recipient: str, message: bytes) -> Receipt:
        receipt = super().send(sender, recipient, message)
        if len(self.sent) == self.after:
            self.outage.enter_context(no_database())
        return receipt


@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_mail_in_hand_when_the_database_falters_is_sent_once_and_without_a_restart(
    tmp_path: Path, after: int
) -> None:
    bench = Bench(tmp_path)
    bench.post = post = PostThatLosesTheDatabase(bench, after)
    bench.restart()
    people = [f"p{number}@people.example" for number in range(5)]
    for person in people:
        bench.worker.keep([RawMessage(bench.letter(person, "HELP"), "smtp")])
    bench.worker.work()
    for _ in range(2):
        with pytest.raises(OperationalError, match="disk"):
            bench.worker.delivery.round()
    post.outage.close()
    for _ in range(3):
        bench.now += timedelta(minutes=2)
        bench.runs()
    assert sorted(mail.to for mail in post.sent) == people
    with bench.worker.database.read() as session:
        assert set(session.exec(select(OutboxRow.state))) == {"sent"}
    bench.close()


def test_a_mail_is_followed_in_the_log_from_the_letter_to_its_delivery(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "pbem"):
        bench.writes(ANN, "NEW american WITH 3 robots")
        bench.passes(timedelta(hours=48))
    told = {(record.name, record.getMessage().partition(":")[0]): vars(record) for record in caplog.records}
    letter = told["pbem.server.processor", "letter 1"]
    assert (letter["letter"], letter["game"], letter["player"], letter["way"]) == (1, 1, 1, "smtp")
    sent = [vars(record) for record in caplog.records if record.name == "pbem.mail.outbound.delivery"]
    assert {"mail", "letter", "message_id"} <= sent[0].keys()
    assert sent[0]["letter"] == 1
    assert any(vars(record).get("alarm") == "lapse" for record in caplog.records)
    assert ANN not in caplog.text


def test_the_log_of_a_whole_game_names_nobody_whatever_the_relay_says_and_whatever_breaks(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        bench.writes(f"Ann <{ANN}>", f"NEW web target=5 WITH {BOB} robot robot")
        bench.post.refusing[BOB] = Receipt(Fate.LATER, 450, f"4.2.1 <{BOB.upper()}>: come again")
        bench.writes(BOB, "yes", answering=bench.mail(BOB))
        bench.post.refusing[BOB] = Receipt(Fate.NEVER, 550, f"5.1.1 <{BOB}>: no such user")
        bench.passes(timedelta(hours=2))
        bench.post.refusing.clear()
        bench.writes(ANN, "HAND", proven=False)
        bench.writes("Eve <eve@elsewhere.example>", "what is this?", proven=False)
        with bench.worker.database.begin() as session:
            session.connection().exec_driver_sql("ALTER TABLE player RENAME TO person")
        bench.writes(ANN, "SAY it is me")
        with bench.worker.database.begin() as session:
            session.connection().exec_driver_sql("ALTER TABLE person RENAME TO player")
        bench.passes(timedelta(days=1))
        for _ in range(100):
            for person in (ANN, BOB):
                mail = bench.mail(person)
                if mail.legal or mail.to_pass:
                    bench.writes(person, " ".join(mail.hand[-3:] if mail.to_pass else mail.legal[:1]), answering=mail)
            if "Final standings:" in bench.mail(ANN).text:
                break
    assert "Final standings:" in bench.mail(ANN).text
    assert "(its recipient)" in caplog.text
    assert "crashed" in caplog.text or "failed" in caplog.text
    for name in (ANN, BOB, "eve@elsewhere.example"):
        assert name.lower() not in caplog.text.lower()


def test_texts_are_kept_for_the_days_that_the_operator_says_those_that_failed_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path, options={"limits": {"keep_days": 3}})
    for person in (ANN, BOB):
        bench.writes(person, "HELP")
    with bench.worker.database.begin() as session:
        session.execute(update(InboxRow).where(col(InboxRow.id) == 1).values(state="quarantined"))
        session.execute(update(OutboxRow).where(col(OutboxRow.id) == 1).values(state="failed"))
    for days, kept in ((3, True), (1, False)):
        bench.now += timedelta(days=days)
        bench.worker.clean()
        with bench.worker.database.read() as session:
            texts = [*session.exec(select(InboxRow.raw)), *session.exec(select(OutboxRow.body))]
        assert [bool(text) for text in texts] == [kept] * 4
    bench.close()


def test_a_folder_that_fails_holds_up_neither_the_other_folders_nor_the_games(bench: Bench, tmp_path: Path) -> None:
    spool = bench.worker.settings.server.spool
    for part in ("tmp", "new", "cur"):
        (spool / part).rmdir()
    spool.rmdir()
    spool.mkdir()
    (spool / "new").write_text("in the way")
    maildir.deliver(operator_box(bench.worker.settings), bench.letter(ANN, "REGISTER", headers=PROVEN))
    with pytest.raises(OSError, match="new"):
        bench.worker.take_folders()
    assert bench.worker.work() == 1
