"""The machine's clock is wrong for a while, and right again: it is noticed, and nothing comes of it that should not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.app.notify.operator_alerts import tell_operator
from pbem.db.queries import questions
from pbem.facts import mails
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, begun, gather, solo
from tests.app.test_clocks import DAY, HOUR, due, lapsed, seat
from tests.app.test_identity import HOME, flat, with_home
from tests.table import Bench

OPERATOR = "op@example.net"


def wrong_for_a_while(bench: Bench, jump: timedelta = 400 * DAY) -> None:
    """The clock jumps, the server looks at it, and then it is set right."""
    for step in (jump, 2 * HOUR, -jump):
        bench.now += step
        bench.worker.pulse()
        bench.runs()


def order(bench: Bench, subject: str) -> None:
    bench.takes(bench.letter(OPERATOR, "", subject=subject), source="operator")


@pytest.mark.parametrize("jump", [400 * DAY, 30 * DAY, 8 * DAY])
def test_deadlines_that_a_wrong_clock_moved_are_noticed_once_and_set_right_by_an_order(
    bench: Bench, jump: timedelta
) -> None:
    begun(bench, "NEW clock=48h WITH 3 ROBOTS")
    wrong_for_a_while(bench, jump)
    assert due(bench) > bench.now + 4 * DAY
    (told,) = [mail for mail in bench.mails(OPERATOR) if "clock" in mail.subject]
    assert "pbem clocks --fix" in flat(told)
    order(bench, "control clocks fix")
    assert due(bench) == bench.now + 2 * DAY
    assert "you have the whole time for this turn, until" in flat(bench.mail(NORTH))
    mails_before = len(bench.post.sent)
    order(bench, "control clocks fix")
    assert len(bench.post.sent) == mails_before
    bench.passes(49 * HOUR)
    assert lapsed(bench)


def test_what_the_table_itself_chose_is_not_set_right(bench: Bench) -> None:
    solo(bench, "NEW clock=20d+12h WITH 3 ROBOTS")
    before = due(bench)
    order(bench, "control clocks fix")
    assert due(bench) == before


def test_only_the_seats_that_are_waited_for_are_told(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST, order="NEW clock=24h")
    bench.writes(EAST, " ".join(bench.mail(EAST).hand[:3]), answering=bench.mail(EAST))
    wrong_for_a_while(bench)
    asked = [address for number, address in enumerate(FOUR) if seat(bench, number=number).clock.runs]
    assert 0 < len(asked) < len(FOUR)
    before = len(bench.post.sent)
    order(bench, "control clocks fix")
    assert sorted(mail.to for mail in bench.post.sent[before:]) == sorted(asked)


def test_a_clock_that_runs_ahead_gives_no_consent_that_silence_would_give_after_days(bench: Bench) -> None:
    with_home(bench)
    bench.worker.pulse()
    bench.writes(HOME, f"ADDRESS REMOVE {NORTH}", answering=bench.mail(HOME))
    with bench.worker.database.read() as session:
        assert questions.due(session, bench.now + 8 * DAY)
    notices = len(bench.mails(NORTH))
    for _ in range(4):
        bench.now += 400 * DAY
        bench.worker.work()  # before the pulse of another thread
        bench.worker.pulse()
        bench.now -= 400 * DAY
        bench.worker.pulse()
    bench.runs()
    assert len(bench.mails(NORTH)) == notices
    assert NORTH in flat(bench.writes(NORTH, "ADDRESS"))


def test_a_token_of_a_day_that_never_was_is_no_fresh_proof(bench: Bench) -> None:
    begun(bench, "NEW deadline=30d WITH 3 ROBOTS")
    bench.now += 400 * DAY
    bench.worker.pulse()
    of_the_future = bench.writes(NORTH, "HAND")
    bench.now -= 400 * DAY
    bench.worker.pulse()
    bench.now += 9 * DAY
    bench.worker.pulse()
    question = bench.writes(NORTH, "NAME Mallory", answering=of_the_future, proven=False)
    assert question is not None
    assert question.subject == "Please confirm: a change of your account"


def test_the_operator_hears_of_trouble_though_the_last_mail_about_it_bears_a_day_that_never_was(bench: Bench) -> None:
    for at in (400 * DAY, -400 * DAY):
        bench.now += at
        bench.worker.pulse()
        with bench.worker.database.begin() as session:
            tell_operator(session, bench.worker.services, mails.AlarmFailed("a cause"))
    bench.runs()
    assert len(bench.mails(OPERATOR)) == 2


def test_a_jump_of_the_time_stands_in_the_log(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    wrong_for_a_while(bench)
    assert f"the time has jumped by -{400 * 86400} seconds" in caplog.text
