"""Several workers on one PostgreSQL: who has a letter, a mail, a job, an alarm or a way in, and who gets it next."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.db.contention import Overtaken, came_between
from pbem.db.lock import DatabaseTaken
from pbem.db.queries import inbox, jobs, sending, server, workers
from pbem.db.queries.inbox import InboxState
from pbem.db.queries.outbox import OutboxState
from pbem.db.records import Records
from pbem.ids import GameId, PlayerId
from pbem.mail.message.raw_message import RawMessage
from pbem.table.states import JobKind
from tests.db.two_workers import ANN, BEN, keeps
from tests.servers.machine import wait_until
from tests.table import START, Bench


def test_two_workers_share_a_database_and_play_on_one_table(two: tuple[Bench, Bench]) -> None:
    one, other = two
    one.writes(ANN, "REGISTER Ann")
    asked = other.writes(ANN, "NEW american target=20 WITH 3 robots")
    assert asked is not None
    again = one.writes(ANN, " ".join(asked.hand[:3]), answering=asked)
    assert again is not None
    assert again.legal


def test_a_letter_that_one_worker_has_is_left_by_the_other(two: tuple[Bench, Bench]) -> None:
    one, other = two
    (number,) = keeps(one, ANN, "HELP")
    now = one.worker.services.clock()
    with one.worker.database.begin() as mine, other.worker.database.begin() as theirs:
        assert inbox.claim(mine, number, now) is not None
        assert inbox.claim(theirs, number, now) is None
    with other.worker.database.begin() as theirs:
        assert inbox.claim(theirs, number, now) is not None


def test_an_authors_second_letter_waits_for_the_first(two: tuple[Bench, Bench]) -> None:
    one, other = two
    first, second = keeps(one, ANN, "HELP", "GAMES")
    third = keeps(one, BEN, "HELP")[-1]
    now = one.worker.services.clock()
    with one.worker.database.begin() as mine, other.worker.database.begin() as theirs:
        assert inbox.claim(mine, first, now) is not None
        assert inbox.claim(theirs, second, now) is None
        assert inbox.claim(theirs, third, now) is not None


def test_a_game_that_another_worker_is_at_is_waited_for_and_its_letter_left_untouched(two: tuple[Bench, Bench]) -> None:
    one, other = two
    asked = one.writes(ANN, "NEW american target=20 WITH 3 robots")
    assert asked is not None
    answer = one.letter(ANN, " ".join(asked.hand[:3]), answering=asked)
    other.worker.keep([RawMessage(answer, "smtp", ANN, ())])
    with one.worker.database.begin() as mine:
        assert Records(mine).game(GameId(1)) is not None
        assert other.worker.letters() == 0
    with other.worker.database.read() as session:
        (number,) = inbox.in_state(session, InboxState.NEW)
        letter = inbox.letter(session, number)
    assert letter is not None
    assert (letter.tries, letter.outcome) == (0, "")
    assert other.worker.letters() == 1


def test_a_person_whom_another_worker_has_changed_meanwhile_is_read_again(two: tuple[Bench, Bench]) -> None:
    one, other = two
    one.writes(ANN, "REGISTER Ann")
    with one.worker.database.begin() as mine:
        records = Records(mine)
        change(records, zone="Europe/Paris")
        with other.worker.database.begin() as theirs:
            same = Records(theirs)
            change(same, language="de")
            same.flush()
        with pytest.raises(Overtaken) as told:
            records.flush()
    assert came_between(told.value)


def change(records: Records, **values: str) -> None:
    person = records.player(PlayerId(1))
    assert person is not None
    for name, value in values.items():
        setattr(person, name, value)


def test_what_came_between_is_done_again(two: tuple[Bench, Bench]) -> None:
    tries = []

    def work(_: object) -> int:
        tries.append(1)
        if len(tries) < 3:
            raise Overtaken("this")
        return len(tries)

    assert two[0].worker.database.again(work) == 3


def test_mails_in_one_workers_hand_are_not_the_others_until_it_is_held_for_dead(two: tuple[Bench, Bench]) -> None:
    one, other = two
    keeps(one, ANN, "HELP")
    keeps(one, BEN, "HELP")
    one.worker.letters()
    me, you = one.worker.delivery.me(), other.worker.delivery.me()
    assert me is not None
    assert you is not None
    with one.worker.database.begin() as mine:
        (mail,) = sending.claim(mine, START + timedelta(hours=1), 1, me)
    with other.worker.database.begin() as theirs:
        (second,) = sending.claim(theirs, START + timedelta(hours=1), 32, you)
        assert second.id != mail.id
    expire(one, me)
    wait_until(lambda: one.worker.delivery.me() not in (me, None), "the first to get another number")
    with other.worker.database.begin() as theirs:
        assert [row.id for row in sending.claim(theirs, START + timedelta(hours=1), 32, you)] == [mail.id]
    with one.worker.database.begin() as mine:  # it wakes up, and has nothing to say of it any more
        assert not sending.note(mine, mail.id, OutboxState.SENT, "250 ok", me=me)


def expire(bench: Bench, worker: int) -> None:
    """As if it had given no sign of life for a lease, and another had seen that."""
    with bench.worker.database.begin() as session:
        session.execute(text("UPDATE worker SET until = '2020-01-01Z' WHERE id = :worker"), {"worker": worker})
        assert workers.bury(session, workers.database_time(session)) == 1


def test_a_job_that_one_worker_thinks_about_is_no_others(two: tuple[Bench, Bench]) -> None:
    one, other = two
    one.writes(ANN, "NEW american target=20 WITH 3 robots")
    with one.worker.database.begin() as session:
        jobs.add(session, jobs.Job(GameId(1), JobKind.HINT, 0, one.now))
    me, you = one.worker.delivery.me(), other.worker.delivery.me()
    assert me is not None
    assert you is not None
    with one.worker.database.begin() as mine:
        found = jobs.claim(mine, 8, me)
    assert len(found) == 1
    assert not other.worker.any_jobs()
    with other.worker.database.begin() as theirs:
        assert jobs.claim(theirs, 8, you) == []
    assert one.worker.think() == 1  # what is its own is begun again
    assert not one.worker.any_jobs()


def test_two_count_at_once_and_nothing_is_lost(two: tuple[Bench, Bench]) -> None:
    one, other = two
    for bench in (one, other, one):
        with bench.worker.database.begin() as session:
            counted = server.count(session, "count:this", 7, 2)
    assert counted == 6
    with one.worker.database.begin() as session:
        assert server.count(session, "count:this", 8, 1) == 1


def test_one_worker_reads_a_folder_and_another_when_it_ends(tmp_path: Path, database: str) -> None:
    options: dict[str, object] = {
        "database": {"url": database, "workers": True},
        "server": {"address": "hearts@example.net", "data": str(tmp_path / "data")},
    }
    one, other = (Bench(tmp_path, options=options) for _ in range(2))
    assert one.worker.reads("pipe")
    assert not other.worker.reads("pipe")
    one.close()
    wait_until(lambda: other.worker.reads("pipe"), "the other to read the spool")
    other.close()


def test_an_alarm_rings_once_though_both_see_that_it_is_due(two: tuple[Bench, Bench]) -> None:
    one, other = two
    one.writes(ANN, "NEW american target=20 deadline=1h WITH 3 robots")
    for bench in two:
        bench.now += timedelta(minutes=50)
        bench.worker.pulse()
        bench.runs()
    for bench in two:
        bench.now += timedelta(minutes=20)
    before = len(one.mails(ANN)) + len(other.mails(ANN))
    due = [bench.worker._due(bench.now, bench.now)[0] for bench in two]  # noqa: SLF001
    assert due[0]
    assert due[0] == due[1]
    rung = [
        bench.worker.database.again(partial(bench.worker._ring, alarm))  # noqa: SLF001
        for bench, found in zip(two, due, strict=True)
        for alarm in found
    ]
    assert rung.count(True) == len(due[0])
    for bench in two:
        bench.runs()
    assert len(one.mails(ANN)) + len(other.mails(ANN)) == before + 1


def test_workers_keep_out_a_server_that_means_to_be_alone(tmp_path: Path, two: tuple[Bench, Bench]) -> None:
    url = str(two[0].worker.settings.database.url)
    with pytest.raises(DatabaseTaken, match="another pbem"):
        Bench(tmp_path / "three", options={"database": {"url": url}})
