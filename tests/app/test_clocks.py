"""Clocks: a limit or a bank, days off, each seat its own; the server's own silence costs nobody time."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from pbem.app.clock.downtime import PULSE
from pbem.app.unit_of_work import UnitOfWork
from pbem.db.models import GameRow
from pbem.db.queries import inbox, server
from pbem.ids import GameId
from pbem.mail import maildir
from pbem.mail.message.raw_message import RawMessage
from pbem.table.seat import Seat
from tests.app.setting import EAST, NORTH, SOUTH, WEST, begun, entries, gather, solo
from tests.table import Bench, Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 3, 27, 17, 0, tzinfo=UTC)  # of the weekend in which Europe's clocks go forward


def seat(bench: Bench, game: int = 1, number: int = 0) -> Seat:
    """A seat as it is stored."""
    with bench.worker.database.read() as session:
        return UnitOfWork(session, bench.worker.services, bench.now).table(GameId(game)).seats[number]


def lapsed(bench: Bench, game: int = 1) -> int:
    """How many choices of stand-ins the log holds."""
    return sum(getattr(entry, "stand_in", False) for entry in entries(bench, game))


def goes_by(bench: Bench, length: timedelta, step: timedelta = HOUR) -> None:
    """Much time passes while the server runs: its pulse is noted without a look at every quarter of an hour."""
    until = bench.now + length
    while bench.now < until:
        bench.now = min(until, bench.now + step)
        with bench.worker.database.begin() as session:
            server.put(session, PULSE, bench.now.isoformat())
        bench.runs()


def due(bench: Bench, number: int = 0) -> datetime:
    found = seat(bench, number=number).clock.due_at
    assert found is not None
    return found


def test_each_answer_has_the_time_that_the_table_chose(bench: Bench) -> None:
    solo(bench, "NEW clock=30h WITH 3 ROBOTS")
    assert due(bench) == bench.now + 30 * HOUR
    bench.passes(29 * HOUR)
    assert lapsed(bench) == 0
    bench.passes(2 * HOUR)
    assert lapsed(bench) == 1


def test_a_bank_is_spent_by_slow_answers_and_filled_by_quick_ones(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=2d+12h ask=turn WITH 3 ROBOTS")
    bench.writes(NORTH, "AUTO FORCED OFF", answering=asked)
    assert due(bench) == bench.now + 60 * HOUR
    bench.passes(50 * HOUR)
    played = bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)
    assert played is not None
    assert due(bench) == bench.now + 22 * HOUR  # ten hours were left of the bank, and twelve come with the question
    for _ in range(5):
        played = bench.writes(NORTH, played.legal[0], answering=played)
        assert played is not None
    assert due(bench) == bench.now + 60 * HOUR  # full again, and never more


def late_by_the_way_in(bench: Bench, asked: Sent, way: str) -> None:
    """An answer of forty hours after the question is taken in ten hours later."""
    came, pass_three = bench.now + 40 * HOUR, " ".join(asked.hand[:3])
    bench.passes(50 * HOUR)
    raw = bench.letter(NORTH, pass_three, answering=asked)
    if way == "spool":
        path = maildir.deliver(bench.worker.settings.server.spool, raw)
        os.utime(path, (came.timestamp(), came.timestamp()))
    elif way == "mailbox":
        bench.worker.keep([RawMessage(raw, "imap", arrived_at=came)])
    else:
        line = f"Received: by mx.example.net (Postfix) id 1; {format_datetime(came)}\n"
        bench.worker.keep([RawMessage(line.encode() + raw, "lmtp")])
    bench.runs()


@pytest.mark.parametrize("way", ["spool", "mailbox", "own server"])
def test_a_bank_is_not_spent_while_the_answer_lies_in_a_mailbox(bench: Bench, way: str) -> None:
    asked = solo(bench, "NEW clock=2d+12h ask=turn WITH 3 ROBOTS")
    bench.writes(NORTH, "AUTO FORCED OFF", answering=asked)
    late_by_the_way_in(bench, asked, way)
    assert due(bench) == bench.now + 32 * HOUR  # twenty were left of the bank when the answer came


@pytest.mark.parametrize("far", [-3000 * DAY, 3000 * DAY])
def test_a_mailbox_whose_clock_is_wrong_neither_fills_a_bank_nor_drops_a_letter(bench: Bench, far: timedelta) -> None:
    asked = solo(bench, "NEW clock=2d+12h ask=turn WITH 3 ROBOTS")
    bench.passes(50 * HOUR)
    raw = bench.letter(NORTH, " ".join(asked.hand[:3]), answering=asked)
    bench.worker.keep([RawMessage(raw, "imap", arrived_at=bench.now + far)])
    bench.runs()
    bench.worker.clean()
    assert due(bench) <= bench.now + 60 * HOUR
    with bench.worker.database.read() as session:
        (newest,) = inbox.newest(session, 1)
    assert (newest.outcome, newest.message.raw) == ("done", raw)


def test_who_lets_the_bank_run_out_has_the_increment_for_the_next_answer(bench: Bench) -> None:
    solo(bench, "NEW clock=1d+6h WITH 3 ROBOTS")
    bench.passes(31 * HOUR)
    assert lapsed(bench) == 1
    assert due(bench) - bench.now <= 6 * HOUR


def test_an_invitation_tells_the_bank_and_the_days_off(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW clock=7d+12h off=sun,sat WITH {EAST}")
    text = " ".join(bench.mail(EAST).text.split())
    assert "You have 12 hours for each answer, and a bank of 7 days beside it." in text
    assert "Days that do not count: sat, sun." in text


@pytest.mark.parametrize("option", ["clock=1", "clock=7d+", "off=sunday,xyz", "off=mon,tue,wed,thu,fri,sat,sun",
                                    "lapses=0", "standin=genius", "vacation=-1d", "reliability=101"])  # fmt: skip
def test_a_value_that_cannot_be_is_refused_with_examples(bench: Bench, option: str) -> None:
    answer = bench.writes(f"North <{NORTH}>", f"NEW {option} WITH 3 ROBOTS")
    assert answer is not None
    assert "cannot be" in answer.text


def test_days_off_do_not_count_in_the_players_own_zone_when_the_clocks_change(bench: Bench) -> None:
    bench.now = FRIDAY
    bench.writes(f"North <{NORTH}>", "REGISTER North\nSET ZONE Europe/Berlin")
    asked = solo(bench, "NEW clock=24h off=sat,sun WITH 3 ROBOTS")
    # 17:00 UTC is 18:00 there; six hours of Friday count, and from Monday 00:00 (22:00 UTC, it is summer now) eighteen
    assert due(bench) == datetime(2026, 3, 30, 16, 0, tzinfo=UTC)
    assert "Please answer by Monday 30 March, 18:00 (UTC+2)." in " ".join(asked.text.split())
    bench.passes(3 * DAY - 2 * HOUR)
    assert lapsed(bench) == 0
    bench.passes(2 * HOUR)
    assert lapsed(bench) == 1


def test_48_hours_over_the_night_of_the_change_end_an_hour_later_by_the_clock_on_the_wall(bench: Bench) -> None:
    bench.now = datetime(2026, 10, 24, 10, 0, tzinfo=UTC)
    bench.writes(f"North <{NORTH}>", "REGISTER North\nSET ZONE Europe/Berlin")
    asked = solo(bench)
    assert due(bench) == bench.now + 48 * HOUR
    assert "by Monday 26 October, 11:00 (UTC+1)." in " ".join(asked.text.split())  # it was asked at 12:00 CEST


def test_48_hours_over_the_29th_of_february(bench: Bench) -> None:
    bench.now = datetime(2028, 2, 28, 12, 0, tzinfo=UTC)
    asked = solo(bench)
    assert "by Wednesday 1 March, 12:00 (UTC)." in " ".join(asked.text.split())


def test_at_the_pass_each_has_an_own_deadline_and_who_has_passed_has_none(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, "ROBOT", order="NEW clock=10h")
    bench.passes(2 * HOUR)
    mail = bench.mail(EAST)
    bench.writes(EAST, " ".join(mail.hand[:3]), answering=mail)
    assert seat(bench, number=1).clock.due_at is None
    assert due(bench, 0) == due(bench, 2)
    bench.passes(9 * HOUR)
    assert lapsed(bench) >= 2
    assert "stood in for you" not in " ".join(bench.mail(EAST).text.split())
    assert "a robot stood in for you" in " ".join(bench.mail(NORTH).text.split())


def test_the_stand_in_is_of_the_strength_that_the_table_chose(bench: Bench) -> None:
    begun(bench, "NEW clock=5h standin=easy lapses=2 WITH 3 ROBOTS")
    bench.passes(12 * HOUR)
    assert lapsed(bench) == 2
    assert (seat(bench).state, seat(bench).robot) == ("resigned", "easy")


# --- the server's own time


def sleeps(bench: Bench, length: timedelta) -> None:
    """The server is away, or its clock jumps."""
    bench.now += length
    bench.runs()


def test_a_letter_that_came_while_the_server_slept_is_in_time(bench: Bench) -> None:
    asked = begun(bench, "NEW clock=5h WITH 3 ROBOTS")
    bench.passes(HOUR)
    sleeps(bench, 3 * DAY)
    answer = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert lapsed(bench) == 0
    assert answer is not None


def test_downtime_moves_every_deadline_and_is_told_once_in_the_next_mail(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST, order="NEW clock=30h")
    before = due(bench)
    bench.passes(HOUR)
    sleeps(bench, 2 * DAY)
    bench.worker.pulse()
    assert lapsed(bench) == 0
    assert due(bench) == before + 2 * DAY
    mails = [bench.writes(NORTH, "HAND"), bench.writes(NORTH, "HAND"), bench.writes(EAST, "HAND")]
    told = ["For 2 days this server was away" in " ".join(mail.text.split()) for mail in mails if mail is not None]
    assert told == [True, False, True]


def test_an_alarm_that_fell_due_while_the_server_slept_does_not_ring_before_the_pulse_is_taken(bench: Bench) -> None:
    begun(bench, "NEW clock=5h WITH 3 ROBOTS")
    bench.passes(HOUR)
    bench.now += 2 * DAY
    bench.worker.work()  # the desk's thread is awake before the pulse's
    assert lapsed(bench) == 0


def test_downtime_over_days_off_neither_gives_nor_takes_time(bench: Bench) -> None:
    bench.now = datetime(2026, 3, 6, 12, 0, tzinfo=UTC)  # a friday
    solo(bench, "NEW clock=24h off=sat,sun WITH 3 ROBOTS")
    bench.passes(6 * HOUR)
    sleeps(bench, 2 * DAY)  # to sunday, 18:00
    bench.worker.pulse()
    assert due(bench) == datetime(2026, 3, 9, 18, 0, tzinfo=UTC)  # eighteen hours were left


def test_a_clock_that_was_set_back_takes_no_time_and_lets_mails_go_out(bench: Bench) -> None:
    asked = solo(bench, "NEW clock=24h WITH 3 ROBOTS")
    told = due(bench)
    bench.now -= 6 * HOUR
    bench.worker.pulse()
    assert due(bench) == told
    answer = bench.writes(NORTH, " ".join(asked.hand[:3]), answering=asked)
    assert answer is not None
    assert due(bench) == bench.now + 24 * HOUR


def test_short_silences_are_no_downtime(bench: Bench) -> None:
    solo(bench, "NEW clock=5h WITH 3 ROBOTS")
    before = due(bench)
    sleeps(bench, timedelta(minutes=19))
    bench.worker.pulse()
    assert due(bench) == before


def test_a_game_that_the_operator_held_goes_on_with_the_whole_time(bench: Bench) -> None:
    begun(bench, "NEW clock=5h WITH 3 ROBOTS")
    bench.takes(bench.letter("op@example.net", "", subject="control game hold 1"), source="operator")
    assert seat(bench).clock.due_at is None
    bench.passes(DAY)
    assert lapsed(bench) == 0
    bench.takes(bench.letter("op@example.net", "", subject="control game release 1"), source="operator")
    assert due(bench) == bench.now + 5 * HOUR


def pace(bench: Bench, game: int, text: str) -> None:
    with bench.worker.database.begin() as session:
        row = session.get(GameRow, game)
        assert row is not None
        row.options = text


def test_an_alarm_that_fails_rings_again_later_and_holds_up_no_other(bench: Bench) -> None:
    for _ in range(2):
        solo(bench, "NEW clock=5h WITH 3 ROBOTS")
    pace(bench, 1, "no JSON")
    goes_by(bench, 6 * HOUR)
    pace(bench, 1, '{"deadline":18000}')
    assert (lapsed(bench, 1), lapsed(bench, 2)) == (0, 1)
    assert any("deadline" in mail.subject for mail in bench.mails("op@example.net"))
    goes_by(bench, HOUR)
    assert lapsed(bench, 1) == 1


def test_alarms_outlive_a_restart(bench: Bench) -> None:
    begun(bench, "NEW clock=5h WITH 3 ROBOTS")
    goes_by(bench, 4 * HOUR)
    bench.restart()
    goes_by(bench, 2 * HOUR)
    assert lapsed(bench) == 1
