"""All that one database holds, copied into another, empty one of the other kind; and each game compared afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Table, func, insert, select, text

from pbem.db.database import Database, Session
from pbem.db.models import EntryRow, Row, WorkerRow
from pbem.db.queries import game_log
from pbem.db.records import Records
from pbem.db.statements import table
from pbem.hearts.game import fold
from pbem.ids import GameId

AT_ONCE = 500
"""So many rows are read and written at a time."""


class BadMove(Exception):
    """Nothing was copied; the text says why."""


def move(source: Database, target: Database) -> dict[str, int]:
    """Copy every row in one transaction; how many of each table. Raises `BadMove` where there is something already.

    The key that signs reply addresses is a row like any other: they stay valid.
    """
    with source.read() as reading, target.begin() as writing:
        line = writing.connection()
        if any(_count(line, one) for one in _tables()):
            raise BadMove("the database to move to is not empty")
        counts = {one.name: _copy(reading.connection(), line, one) for one in _tables()}
        differs = [name for name, count in counts.items() if count != _count(line, Row.metadata.tables[name])]
        faults = [*(f"table {name} has other rows" for name in differs), *_differences(reading, writing)]
        if faults:
            raise BadMove("; ".join(faults[:5]))
    return counts


def _tables() -> list[Table]:
    """In an order in which what is referred to comes first. Workers are not moved: they belong to a place."""
    return [one for one in Row.metadata.sorted_tables if one is not table(WorkerRow)]


def _count(line: Connection, one: Table) -> int:
    return int(line.execute(select(func.count()).select_from(one)).scalar_one())


def _copy(reading: Connection, writing: Connection, one: Table) -> int:
    copied = 0
    found = reading.execution_options(yield_per=AT_ONCE).execute(select(one))
    for rows in found.mappings().partitions(AT_ONCE):
        writing.execute(insert(one), [dict(row) for row in rows])
        copied += len(rows)
    if writing.dialect.name == "postgresql" and "id" in one.c and copied:
        last = f"SELECT setval(pg_get_serial_sequence('{one.name}', 'id'), (SELECT max(id) FROM {one.name}))"
        writing.execute(text(last))
    return copied


def _differences(before: Session, after: Session) -> Iterator[str]:
    """The games that are not the same on both sides, folded from their logs."""
    entry = table(EntryRow).c
    for (number,) in before.connection().execute(select(entry.game_id).distinct().order_by(entry.game_id)):
        one, other = (_game(session, GameId(number)) for session in (before, after))
        if one != other:
            yield f"game {number} is another one there"


def _game(session: Session, number: GameId) -> tuple[object, ...]:
    return Records(session).game(number), fold(game_log.log(session, number))
