"""When a person is away, and how that is written down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class Absence:
    """When a person is away, as moments, and what the person says of it."""

    start: datetime
    end: datetime
    remark: str = ""


def absence_to_json(one: Absence) -> list[str]:
    """As it stands among a person's settings."""
    return [one.start.isoformat(), one.end.isoformat(), one.remark]


def absence_from_json(body: Sequence[str]) -> Absence:
    """As it was written."""
    start, end, remark = body
    return Absence(_moment(start), _moment(end), remark)


def absences_to_text(found: Sequence[Absence]) -> str:
    """As a seat's are stored; "" for none."""
    return json.dumps([absence_to_json(one) for one in found], separators=(",", ":")) if found else ""


def absences_from_text(text: str) -> tuple[Absence, ...]:
    """As they were stored."""
    return tuple(absence_from_json(one) for one in json.loads(text)) if text else ()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
