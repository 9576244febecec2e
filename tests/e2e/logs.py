"""What a game's log says, for comparing two games that must have gone the same way."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any


def game_log(database: Path, game: int = 1) -> list[tuple[str, Any]]:
    """Kind and body of every entry. All pass at the same time, so the order of passes within a deal means nothing."""
    with closing(sqlite3.connect(database)) as line:
        rows = line.execute("SELECT kind, body FROM entry WHERE game_id = ? ORDER BY seq", (game,)).fetchall()
        count = line.execute("SELECT seq FROM game WHERE id = ?", (game,)).fetchone()[0]
    assert len(rows) == count
    found: list[tuple[str, Any]] = []
    for kind, group in groupby(rows, key=lambda row: row[0]):
        entries = [(kind, json.loads(body)) for _, body in group]
        found += sorted(entries, key=str) if kind == "Passed" else entries
    return found


def outbox(database: Path) -> list[tuple[str, str, str, bytes]]:
    """State, recipient, Message-ID and bytes of every mail."""
    with closing(sqlite3.connect(database)) as line:
        return line.execute("SELECT state, recipient, message_id, body FROM outbox ORDER BY id").fetchall()


def inbox(database: Path) -> Counter[str]:
    """How many letters had which outcome."""
    with closing(sqlite3.connect(database)) as line:
        return Counter(dict(line.execute("SELECT outcome, count(*) FROM inbox GROUP BY outcome").fetchall()))
