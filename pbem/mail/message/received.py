"""When a mail reached our own server, by the line that this server wrote on top of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_TOP = re.compile(rb"(?:(?:Return-Path|Delivered-To|X-Original-To):[^\n]*\n)*Received:((?:[^\n]|\n[ \t])*)", re.I)
_BY = re.compile(r"\bby\s+(\S+)")


def received_at(raw: bytes, own_server: str) -> datetime | None:
    """The time of the topmost Received, if it is our own server's; all that stand further down came with the mail."""
    top = _TOP.match(raw[:4096])
    if top is None or not own_server:
        return None
    words, semicolon, date = top[1].decode("ascii", "replace").rpartition(";")
    by = _BY.search(words)
    if not semicolon or by is None or by[1].rstrip(";").lower() != own_server.lower():
        return None
    try:
        found = parsedate_to_datetime(" ".join(date.split()))
        return found.replace(tzinfo=found.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
