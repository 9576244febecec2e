"""When a mail that could not be sent is tried again, and when it is given up."""

from __future__ import annotations

from datetime import datetime, timedelta

_MINUTES = (1, 2, 5, 15, 30, 60, 120, 240)
_GIVE_UP = timedelta(days=5)  # RFC 5321 §4.5.4.1: at least four to five days
_SPREAD = 0.2  # a pause is up to this part longer, so that a stopped relay is not met by everything at once


def next_try(attempts: int, now: datetime, salt: int = 0) -> datetime | None:
    """When to try again after that many tries, or None if that was the last one.

    Minutes at first, then every four hours, for five days. `salt` (the mail's number) spreads the mails: the same
    number gives the same times.
    """
    if sum((_pause(n) for n in range(1, attempts + 1)), timedelta()) > _GIVE_UP:
        return None
    return now + _pause(attempts) * (1 + _SPREAD * _fraction(salt, attempts))


def _pause(attempts: int) -> timedelta:
    return timedelta(minutes=_MINUTES[min(max(attempts, 1), len(_MINUTES)) - 1])


def _fraction(salt: int, attempts: int) -> float:
    """A number from 0 to 1 that looks like chance and is none (Knuth's multiplicative hash)."""
    return ((salt * 31 + attempts) * 2_654_435_761 % 2**32) / 2**32
