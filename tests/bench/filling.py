"""A database as years of play leave it: copies of one table that was really played, with people, letters and mails."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

FIRST = 1_000
"""The first copy has this number; what is played beside them has lower ones."""


@dataclass(frozen=True)
class Amounts:
    """How much of each. Of every hundred games so many run; `logs` have their whole log, the others its beginning."""

    games: int
    running: int = 30
    logs: int = 10_000
    letters: int = 10  # of each game, the last with its bytes
    waiting: int = 10  # of every hundred games, so many have a mail that waits for the morning


_GAME = {
    "id": "{game}",
    "host_id": "{person} + {game} % {people}",
    "phase": "CASE WHEN {game} % 100 < {running} THEN 'playing' ELSE 'finished' END",
    "due_at": "CASE WHEN {game} % 100 < {running} THEN '2030-01-01 00:00:00.000000' END",
}
_SEAT = {
    "game_id": "{game}",
    "player_id": "{person} + ({game} * 4 + t.seat) % {people}",
    "name": "'Player ' || ({game} * 4 + t.seat) % {people}",
    "address": "''",
    "due_at": "CASE WHEN {game} % 100 < {running} THEN t.due_at END",
}
_PLAYER = {
    "id": "{person} + i",
    "name": "'Player ' || i",
    "name_key": "'player ' || i",
    "address": "'player' || i || '@people.example'",
}
_ADDRESS = {"address": "'player' || i || '@people.example'", "player_id": "{person} + i"}
_LETTER = {
    "id": "{mail} + i",
    "fingerprint": "'copy-' || i",
    "author": "'player' || i % {people} || '@people.example'",
    "sender": "'player' || i % {people} || '@people.example'",
    "player_id": "{person} + i % {people}",
    "game_id": "{first} + i / {letters}",
    "raw": "CASE WHEN i % {letters} = 0 THEN t.raw ELSE x'' END",
    "state": "'done'",
}
_MAIL = {
    "id": "{mail} + i",
    "message_id": "'<copy-' || i || '@example.net>'",
    "recipient": "'player' || i % {people} || '@people.example'",
    "player_id": "{person} + i % {people}",
    "game_id": "{first} + i / {letters}",
    "inbox_id": "{mail} + i",
    "body": "CASE WHEN i % {letters} = 0 THEN t.body ELSE x'' END",
    "state": "CASE WHEN i % {letters} = 0 AND i / {letters} % 100 < {waiting} THEN 'waiting' ELSE 'sent' END",
    "next_at": "CASE WHEN i % {letters} = 0 AND i / {letters} % 100 < {waiting} THEN '2030-01-01 00:00:00.000000' "
    "ELSE t.next_at END",
    "about": "'table/' || ({first} + i / {letters}) || '/' || i % {letters}",
}
_ALARM = {"game_id": "{game}", "due_at": "'2030-01-01 00:00:00.000000'"}


def fill(path: Path, amounts: Amounts, there: int = 0) -> None:
    """Copy game 1 and what belongs to it, until there are so many games. Nobody else may write meanwhile."""
    people = max(amounts.games // 2, 4)
    facts: dict[str, object] = {
        "person": 1_000, "people": people, "first": FIRST, "game": f"({FIRST} + i)",
        "running": amounts.running, "letters": amounts.letters, "waiting": amounts.waiting,
    }  # fmt: skip
    before = max(there // 2, 4) if there else 0
    with closing(sqlite3.connect(path)) as line:
        line.execute("PRAGMA synchronous = OFF")
        copies = (
            ("player", _PLAYER, before, people, "t.id = 1"),
            ("address", _ADDRESS, before, people, "t.player_id = 1"),
            ("game", _GAME, there, amounts.games, "t.id = 1"),
            ("seat", _SEAT, there, amounts.games, "t.game_id = 1"),
            ("entry", {"game_id": "{game}"}, there, min(amounts.games, amounts.logs), "t.game_id = 1 AND t.seq < 250"),
            ("entry", {"game_id": "{game}"}, max(there, amounts.logs), amounts.games, "t.game_id = 1 AND t.seq < 10"),
            ("alarm", _ALARM, there, amounts.games, "t.game_id = 1 AND i % 100 < {running}"),
            ("inbox", _LETTER, there * amounts.letters, amounts.games * amounts.letters, "t.id = {letter}"),
            ("outbox", _MAIL, there * amounts.letters, amounts.games * amounts.letters, "t.id = {sent}"),
        )
        last = "SELECT max(i) FROM (SELECT max(id) AS i FROM inbox UNION ALL SELECT max(id) FROM outbox)"
        facts["mail"] = line.execute(last).fetchone()[0] + 1 - there * amounts.letters
        facts["letter"] = line.execute("SELECT max(id) FROM inbox WHERE game_id = 1 AND length(raw) > 0").fetchone()[0]
        facts["sent"] = line.execute("SELECT max(id) FROM outbox WHERE game_id = 1 AND length(body) > 0").fetchone()[0]
        for table, columns, start, end, which in copies:
            if start < end:
                _copy(line, table, {name: how.format(**facts) for name, how in columns.items()}, start, end,
                      which.format(**facts))  # fmt: skip
        line.commit()


def _copy(line: sqlite3.Connection, table: str, columns: Mapping[str, str], start: int, end: int, which: str) -> None:
    names = [row[1] for row in line.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(columns.get(name, f"t.{name}") for name in names)
    numbers = f"WITH RECURSIVE n(i) AS (SELECT {start} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end})"
    line.execute(f"INSERT INTO {table} ({', '.join(names)}) {numbers} SELECT {values} FROM n, {table} t WHERE {which}")
