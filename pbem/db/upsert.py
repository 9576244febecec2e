"""Insert, or change what is there: one statement, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

from pbem.db.models import Row
from pbem.db.session import Session
from pbem.db.statements import Prepared, run, table


def upsert(session: Session, row: type[Row], values: Sequence[dict[str, Any]], keys: tuple[str, ...]) -> None:
    """Write these rows; where one with the same keys is there, the other columns given take its place."""
    others = tuple(name for name in values[0] if name not in keys)
    run(session, _statement(session.get_bind().dialect.name, row, keys, others), values)


def keep_first(session: Session, row: type[Row], values: Sequence[dict[str, Any]], key: str) -> None:
    """Write these rows; one whose key is there already is let go."""
    run(session, _statement(session.get_bind().dialect.name, row, (key,), ()), values)


@lru_cache(maxsize=32)
def _statement(dialect: str, row: type[Row], keys: tuple[str, ...], others: tuple[str, ...]) -> Prepared:
    insert = (sqlite if dialect == "sqlite" else postgresql).insert(table(row))
    if not others:
        return Prepared(insert.on_conflict_do_nothing(index_elements=list(keys)))
    taken = {name: insert.excluded[name] for name in others}
    return Prepared(insert.on_conflict_do_update(index_elements=list(keys), set_=taken))
