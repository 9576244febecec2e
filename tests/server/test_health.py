"""A way in or out that fails: nobody loses a turn by it, the log has a line, and the operator a mail."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import update

from pbem.db.models import QuestionRow
from pbem.mail import maildir
from pbem.mail.outbound.transport import Fate, Receipt
from pbem.server.status import server_status
from pbem.server.tick import WayInFails, tick
from pbem.settings import Settings
from tests.app.setting import NORTH
from tests.app.test_identity import HOME, flat, with_home
from tests.server.test_tick import START, database, lapses, settings  # noqa: F401  # database is a fixture
from tests.server.test_worker import lapses as lapses_of
from tests.servers.machine import free_port
from tests.table import Bench, Sent

DEADLINE = timedelta(hours=48)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
FIVE = 5 * MINUTE
ANN = "ann@people.example"
OPERATOR = "op@example.net"


def mailbox() -> dict[str, Any]:
    """One that nobody answers at."""
    return {"host": "127.0.0.1", "port": free_port(), "tls": "none", "user": "hearts", "password": "secret"}


def broken(folder: Path, way: str) -> Settings:
    """The same server, with one more way in that cannot be used."""
    if way == "imap":
        return settings(folder, intake={"imap": mailbox(), "maildir": {"path": str(folder / "in")}})
    right = settings(folder)
    (folder / "file").write_text("in the way")
    assert right.intake.maildir is not None
    wrong = right.intake.maildir.model_copy(update={"path": folder / "file"})
    return right.model_copy(update={"intake": right.intake.model_copy(update={"maildir": wrong})})


def cron(found: Settings, since: timedelta, until: timedelta, step: timedelta = timedelta(minutes=20)) -> None:
    """Passes from one time to another; a way in may fail in each."""
    at = since
    while at < until:
        at = min(until, at + step)
        try:
            tick(found, lambda: START + at)  # noqa: B023  # called at once
        except WayInFails:
            continue


@pytest.mark.parametrize("way", ["imap", "maildir"])
def test_a_way_in_that_is_dead_for_an_hour_counts_as_the_servers_own_absence(
    tmp_path: Path,
    database: Path,  # noqa: F811
    way: str,
) -> None:
    hour = timedelta(hours=1)
    cron(settings(tmp_path), timedelta(0), DEADLINE - hour / 2)
    cron(broken(tmp_path, way), DEADLINE - hour / 2, DEADLINE + hour / 2)
    assert lapses(database) == 0
    cron(settings(tmp_path), DEADLINE + hour / 2, DEADLINE + hour - FIVE)
    assert lapses(database) == 0
    cron(settings(tmp_path), DEADLINE + hour - FIVE, DEADLINE + 2 * hour)
    assert lapses(database) == 1


def test_an_alarm_waits_for_a_look_that_began_after_the_deadline_and_no_longer(tmp_path: Path, database: Path) -> None:  # noqa: F811
    cron(settings(tmp_path), timedelta(0), DEADLINE - FIVE)
    cron(broken(tmp_path, "imap"), DEADLINE - FIVE, DEADLINE + FIVE, FIVE)
    assert lapses(database) == 0
    cron(settings(tmp_path), DEADLINE + FIVE, DEADLINE + 2 * FIVE)
    assert lapses(database) == 1


def test_a_letter_that_nobody_could_fetch_before_its_deadline_is_in_time(bench: Bench) -> None:
    bench.writes(ANN, "NEW american WITH 3 robots")
    asked = bench.mail(ANN)
    bench.now += DEADLINE + FIVE
    in_time = bench.letter(ANN, " ".join(asked.legal[:1] or asked.hand[:3]), answering=asked)
    maildir.deliver(bench.worker.settings.server.spool, in_time)
    bench.worker.work()  # the spool has not been looked at since the deadline
    assert lapses_of(bench, 1) == 0
    bench.runs()
    assert lapses_of(bench, 1) == 0


def turn_that_runs_out(bench: Bench) -> Sent:
    """Ann's turn, a minute before its end; the server is well."""
    bench.writes(ANN, "NEW american WITH 3 robots")
    bench.now += DEADLINE - MINUTE
    bench.runs()
    bench.worker.pulse()
    return bench.mail(ANN)


def look(bench: Bench, after: timedelta) -> int:
    """The server looks round after a while; how many turns have lapsed until then."""
    bench.now += after
    bench.runs()
    bench.worker.pulse()
    return lapses_of(bench, 1)


@pytest.mark.parametrize(("away", "hold"), [(2 * MINUTE, 15 * MINUTE), (20 * MINUTE, 20 * MINUTE)])
def test_an_alarm_waits_for_those_who_came_to_a_closed_door_and_try_again(
    bench: Bench, away: timedelta, hold: timedelta
) -> None:
    turn_that_runs_out(bench)
    bench.now += away
    bench.restart()
    bench.worker.health.was_closed()
    assert look(bench, timedelta(0)) == 0
    bench.restart()  # by hand, and it was away for no time
    assert look(bench, hold - MINUTE) == 0
    assert look(bench, MINUTE) == 1


def test_a_letter_that_was_sent_back_from_a_closed_door_is_in_time_at_its_next_try(bench: Bench) -> None:
    asked = turn_that_runs_out(bench)
    in_time = bench.letter(ANN, " ".join(asked.legal[:1] or asked.hand[:3]), answering=asked)
    bench.now += 5 * MINUTE
    bench.restart()
    bench.worker.health.was_closed()
    assert look(bench, 10 * MINUTE) == 0
    bench.takes(in_time)
    assert look(bench, 6 * MINUTE) == 0


def test_a_mail_that_was_refused_while_the_database_was_away_is_waited_for_too(bench: Bench) -> None:
    turn_that_runs_out(bench)
    bench.worker.health.was_away(bench.now)
    assert look(bench, 14 * MINUTE) == 0
    assert look(bench, 2 * MINUTE) == 1


def test_a_door_that_is_closed_again_and_again_holds_up_no_deadline_for_ever(bench: Bench) -> None:
    turn_that_runs_out(bench)
    for _ in range(4):
        bench.restart()
        bench.worker.health.was_closed()
        assert look(bench, 14 * MINUTE) == 0
    for _ in range(3):
        bench.restart()
        bench.worker.health.was_closed()
        look(bench, 14 * MINUTE)
    assert lapses_of(bench, 1) == 1


def test_a_long_absence_moves_the_deadlines_and_the_longest_pause_between_two_tries_is_waited_for(
    bench: Bench,
) -> None:
    turn_that_runs_out(bench)
    bench.now += timedelta(hours=10)
    bench.restart()
    bench.worker.pulse()
    bench.passes(timedelta(hours=1))
    assert lapses_of(bench, 1) == 0
    bench.passes(15 * MINUTE)
    assert lapses_of(bench, 1) == 1


def test_a_game_whose_alarm_waits_for_letters_is_not_stuck(bench: Bench) -> None:
    turn_that_runs_out(bench)
    bench.now += 5 * MINUTE
    bench.restart()
    bench.worker.health.was_closed()
    look(bench, MINUTE)
    with bench.worker.database.read() as session:
        assert server_status(session, bench.worker.settings, bench.now)["ok"]


def test_silence_agrees_to_nothing_while_a_no_may_lie_unread(bench: Bench) -> None:
    with_home(bench)
    bench.writes(HOME, f"ADDRESS REMOVE {NORTH}", answering=bench.mail(HOME))
    bench.worker.pulse()
    no = next(mail for mail in bench.mails(NORTH) if "change of your addresses" in mail.subject)
    with bench.worker.database.begin() as session:  # seven days ago
        session.execute(update(QuestionRow).values(asked_at=bench.now - 7 * DAY, due_at=bench.now + FIVE))
    bench.worker.health.fails("pipe", "gone")
    bench.now += 2 * FIVE
    bench.worker.work()
    bench.worker.pulse()
    bench.writes(NORTH, "no", answering=no, proven=False)
    bench.passes(HOUR)
    assert NORTH in flat(bench.writes(HOME, "ADDRESS"))


def told(bench: Bench) -> list[str]:
    return [mail.subject for mail in bench.mails(OPERATOR)]


@pytest.mark.parametrize(("part", "name"), [("imap", "mailbox"), ("disk", "disk"), ("pipe", "spool")])
def test_the_operator_hears_once_of_what_fails_and_once_when_it_is_back(
    bench: Bench, part: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(30):
        bench.worker.health.fails(part, "LoginError: no such user")
        bench.worker.pulse() if part != "disk" else pulse_of_a_full_disk(bench)
        bench.worker.delivery.round()
        bench.now += timedelta(minutes=1)
    assert [record.levelname for record in caplog.records if f"{part} fails" in record.message] == ["ERROR"]
    bench.worker.health.works(part)
    bench.worker.pulse()
    bench.runs()
    assert [name in subject for subject in told(bench)] == [True, True]
    assert ["again" in subject for subject in told(bench)] == [False, True]


def pulse_of_a_full_disk(bench: Bench) -> None:
    with bench.worker.database.begin() as session:
        bench.worker.health.write_down(session)


@pytest.mark.parametrize("news", ["fails", "works"])
def test_a_part_that_changes_while_the_pulse_is_written_down_stops_neither(bench: Bench, news: str) -> None:
    """Each wants what the other one has: the record of the parts, and the database."""
    health = bench.worker.health
    health.fails("relay", "gone")
    change = threading.Thread(target=lambda: health.works("relay") if news == "works" else health.fails("imap", "x"))
    with bench.worker.database.begin() as session:
        change.start()
        change.join(0.3)  # it waits for the database
        pulse = threading.Thread(target=health.write_down, args=(session,), daemon=True)
        pulse.start()
        pulse.join(30)
        assert not pulse.is_alive()
    change.join(30)
    assert not change.is_alive()
    assert (health.failing("relay") is None) == (news == "works")
    assert (health.failing("imap") is not None) == (news == "fails")


def test_the_news_that_a_part_works_is_kept_while_it_cannot_be_written(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = bench.worker.health
    health.fails("imap", "gone")
    bench.worker.pulse()
    bench.now += 2 * FIVE
    bench.worker.pulse()

    def away() -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as patch:
        patch.setattr(bench.worker.database, "begin", away)
        with pytest.raises(OSError, match="away"):
            health.works("imap")
    assert health.failing("imap") is not None
    health.works("imap")
    bench.runs()
    assert [("again" in subject) for subject in told(bench)] == [True]


def test_what_fails_for_a_moment_only_is_no_news(bench: Bench) -> None:
    bench.worker.health.fails("imap", "timed out")
    bench.worker.pulse()
    bench.now += timedelta(minutes=4)
    bench.worker.health.works("imap")
    bench.worker.pulse()
    bench.runs()
    assert told(bench) == []


def test_a_relay_that_refuses_our_login_is_one_line_and_one_mail_that_waits_for_it(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    class Refuses:
        def send(self, *_: object) -> Receipt:
            return Receipt(Fate.LATER, 535, "5.7.8 bad credentials", whole=True)

        def close(self) -> None: ...

    bench.post, post = Refuses(), bench.post  # type: ignore[assignment]
    bench.restart()
    bench.takes(bench.letter(ANN, "HELP"))
    for _ in range(20):
        bench.now += timedelta(minutes=1)
        bench.worker.pulse()
        bench.worker.delivery.round()
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING and "535" in record.message]
    assert len(lines) == 1
    bench.post = post
    bench.restart()
    bench.now += timedelta(minutes=10)
    bench.runs()
    bench.worker.pulse()
    bench.runs()
    assert [("again" in subject) for subject in told(bench)] == [True]


def test_what_failed_in_the_last_pass_is_known_to_the_next(tmp_path: Path, database: Path) -> None:  # noqa: F811
    with pytest.raises(WayInFails):
        tick(broken(tmp_path, "imap"), lambda: START + FIVE)
    with closing(sqlite3.connect(database)) as line:
        (text,) = line.execute("SELECT value FROM meta WHERE key = 'health:imap'").fetchone()
    assert json.loads(text)["since"] == (START + FIVE).isoformat()
