"""The only reader of time. Everything else is told what time it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The time now, with its zone (UTC)."""
    return datetime.now(UTC)
