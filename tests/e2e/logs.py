"""What a game's log says, for comparing two games that must have gone the same way."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, create_engine, text

from pbem.db.models.packed import unpack


def rows(database: Path | str, question: str, **values: object) -> list[tuple[Any, ...]]:
    """What a database answers: an SQLite file, or the URL of any."""
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as line:
        return [tuple(row) for row in line.execute(text(question), values)]


def game_log(database: Path | str, game: int = 1) -> list[tuple[str, Any]]:
    """Kind and body of every entry. All pass at the same time, so the order of passes within a deal means nothing."""
    entries_of = rows(database, "SELECT kind, body FROM entry WHERE game_id = :game ORDER BY seq", game=game)
    ((count,),) = rows(database, "SELECT seq FROM game WHERE id = :game", game=game)
    assert len(entries_of) == count
    found: list[tuple[str, Any]] = []
    for kind, group in groupby(entries_of, key=lambda row: row[0]):
        entries = [(kind, json.loads(body)) for _, body in group]
        found += sorted(entries, key=str) if kind == "Passed" else entries
    return found


def outbox(database: Path) -> list[tuple[str, str, str, bytes]]:
    """State, recipient, Message-ID and bytes of every mail."""
    with closing(sqlite3.connect(database)) as line:
        found = line.execute("SELECT state, recipient, message_id, body FROM outbox ORDER BY id")
        return [(*facts, unpack(body)) for *facts, body in found]


def inbox(database: Path) -> Counter[str]:
    """How many letters had which outcome."""
    with closing(sqlite3.connect(database)) as line:
        return Counter(dict(line.execute("SELECT outcome, count(*) FROM inbox GROUP BY outcome").fetchall()))
