"""Deadlines: the reminder, the stand-in, downtime, the moon's default. Time passes; letters out."""

from __future__ import annotations

from datetime import timedelta

from pbem.hearts.entries import MoonChosen, Passed, Played
from tests.app import setting
from tests.app.setting import DECK, EAST, NORTH, SOUTH, WEST
from tests.app.test_play import moon
from tests.table import Bench, Sent


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


def test_at_half_time_who_has_not_answered_is_reminded_once(bench: Bench) -> None:
    asked = setting.begun(bench)
    count = len(bench.mails(NORTH))
    bench.passes(timedelta(hours=23))
    assert len(bench.mails(NORTH)) == count
    bench.passes(timedelta(hours=2))
    bench.passes(timedelta(hours=20))
    assert len(bench.mails(NORTH)) == count + 1
    assert bench.mail(NORTH).legal == asked.legal


def test_who_wants_no_reminder_gets_none(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.writes(NORTH, "SET REMIND OFF", answering=asked)
    count = len(bench.mails(NORTH))
    bench.passes(timedelta(hours=40))
    assert len(bench.mails(NORTH)) == count


def test_only_those_who_are_waited_for_are_reminded(bench: Bench) -> None:
    setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    bench.writes(EAST, " ".join(bench.mail(EAST).hand[:3]), answering=bench.mail(EAST))
    counts = {each: len(bench.mails(each)) for each in setting.FOUR}
    bench.passes(timedelta(hours=25))
    assert {each: len(bench.mails(each)) - counts[each] for each in setting.FOUR} == {
        NORTH: 1, EAST: 0, SOUTH: 1, WEST: 1,
    }  # fmt: skip


def test_at_the_deadline_the_stand_in_plays_one_card_and_it_is_marked(bench: Bench) -> None:
    game = setting.may_play(bench, 0, "QS")
    before = len(setting.entries(bench, game))
    bench.passes(timedelta(hours=49))
    new = [e for e in setting.entries(bench, game)[before:] if isinstance(e, Played)]
    assert new[0].seat == 0
    assert new[0].stand_in
    assert "(stand-in)" in bench.mail(NORTH).text
    bench.passes(timedelta(days=9))
    readers = [each for each in (EAST, SOUTH, WEST) if "(stand-in)" in "".join(m.text for m in bench.mails(each))]
    assert readers == [EAST, SOUTH, WEST]


def test_the_seat_stays_the_players_after_the_stand_in(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.passes(timedelta(hours=49))
    now = bench.mail(NORTH)
    assert now is not asked
    bench.writes(NORTH, now.legal[0], answering=now)
    played = [e for e in setting.entries(bench, 1) if isinstance(e, Played) and e.seat == 0]
    assert [e.stand_in for e in played][:2] == [True, False]


def test_an_answer_after_the_deadline_is_told_that_the_turn_is_over(bench: Bench) -> None:
    asked = setting.begun(bench)
    bench.passes(timedelta(hours=49))
    late = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert late is not None
    assert "That turn is over" in flat(late)


def test_a_pass_that_nobody_made_is_made_by_the_stand_in(bench: Bench) -> None:
    game = setting.lay(bench, [DECK[n::4] for n in range(4)], number=1)
    bench.passes(timedelta(hours=49))
    passes = [e for e in setting.entries(bench, game) if isinstance(e, Passed)]
    assert [(e.seat, e.stand_in) for e in passes] == [(n, True) for n in range(4)]


def test_the_moon_is_paid_by_the_stand_ins_choice_after_the_deadline(bench: Bench) -> None:
    game = moon(bench)
    bench.passes(timedelta(hours=49))
    chosen = [e for e in setting.entries(bench, game) if isinstance(e, MoonChosen)]
    assert [(e.seat, e.stand_in) for e in chosen] == [(0, True)]


def test_the_servers_own_silence_is_held_against_nobody(bench: Bench) -> None:
    setting.begun(bench)
    bench.worker.pulse()
    log = setting.entries(bench, 1)
    bench.now += timedelta(days=10)
    bench.restart()
    bench.worker.pulse()
    bench.runs()
    assert setting.entries(bench, 1) == log
    bench.passes(timedelta(hours=47))
    assert setting.entries(bench, 1) == log
    bench.passes(timedelta(hours=2))
    assert len(setting.entries(bench, 1)) > len(log)


def test_a_letter_that_came_in_time_counts_though_the_server_was_late(bench: Bench) -> None:
    """Letters are handled before the alarms: who wrote in time, was in time."""
    asked = setting.begun(bench)
    bench.worker.pulse()
    from pbem.mail.message.raw_message import RawMessage

    bench.worker.keep([RawMessage(bench.letter(NORTH, asked.legal[0], answering=asked), "smtp")])
    bench.now += timedelta(hours=49)
    bench.restart()
    bench.worker.work()
    first = next(e for e in setting.entries(bench, 1) if isinstance(e, Played) and e.seat == 0)
    assert (first.card.text, first.stand_in) == (asked.legal[0], False)


def test_the_host_chooses_how_long_a_turn_may_take(bench: Bench) -> None:
    setting.solo(bench, "NEW deadline=2h WITH 3 ROBOTS")
    log = setting.entries(bench, 1)
    bench.passes(timedelta(hours=3))
    assert len(setting.entries(bench, 1)) > len(log)


def test_a_restart_keeps_the_alarms(bench: Bench) -> None:
    setting.begun(bench)
    log = setting.entries(bench, 1)
    bench.passes(timedelta(hours=47))
    bench.restart()
    bench.passes(timedelta(hours=2))
    assert len(setting.entries(bench, 1)) > len(log)
