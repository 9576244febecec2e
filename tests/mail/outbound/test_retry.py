"""When a mail is tried again, and when it is given up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.mail.outbound.retry import next_try

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


def test_the_first_retry_comes_after_a_minute_or_a_little_more() -> None:
    first = next_try(1, NOON)
    assert first is not None
    assert timedelta(minutes=1) <= first - NOON <= timedelta(minutes=1.2)


def test_pauses_grow_from_minutes_to_hours() -> None:
    tries = [next_try(attempts, NOON) for attempts in range(1, 12)]
    pauses = [(again - NOON) / timedelta(minutes=1) for again in tries if again]
    least = [1, 2, 5, 15, 30, 60, 120, 240, 240, 240, 240]
    assert all(low <= pause <= low * 1.2 for low, pause in zip(least, pauses, strict=True))


def test_a_mail_is_given_up_after_five_days_and_not_before() -> None:
    now, attempts = NOON, 0
    while (again := next_try(attempts + 1, now, salt=12)) is not None:
        now, attempts = again, attempts + 1
    assert timedelta(days=4.8) < now - NOON < timedelta(days=6)
    assert next_try(attempts + 50, now) is None


def test_the_same_mail_has_the_same_times_and_others_have_others() -> None:
    assert next_try(3, NOON, salt=7) == next_try(3, NOON, salt=7)
    assert len({next_try(3, NOON, salt=number) for number in range(100)}) > 90
