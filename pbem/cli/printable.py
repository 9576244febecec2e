"""What others wrote, made safe for the operator's terminal: control characters are shown, never obeyed."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""C0 and C1 but tab and line feed, and what turns the direction of a line of text."""

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has; all else is a fact of ours."""


def printable(text: str) -> str:
    """The text with its control characters as escapes, as in `\\x1b`; ends of lines are kept."""
    return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], text.replace("\r\n", "\n"))


class TextLines(logging.Formatter):
    """A line for people, whatever a mail has put into it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return printable(super().format(record))


class JsonLines(logging.Formatter):
    """A line of JSON for each record: time, level, logger, message, and the ids that it carries."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": at, "level": record.levelname.lower(), "logger": record.name}
        line["message"] = record.getMessage()
        line |= {key: value for key, value in vars(record).items() if key not in _OWN and value is not None}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_as(kind: str) -> None:
    """Write the log as "text" or "json" from now on."""
    if kind == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonLines())
