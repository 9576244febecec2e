"""Statements on the tables themselves, past the ORM's bookkeeping: what every letter runs, prepared once.

The same models, a small part of the time. Whatever writes does so here or by a statement over the models: no ORM object
is ever changed, so that no session has anything to flush.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from pbem.db.models import Row
from pbem.db.session import KeptConnection, Session

Values = Mapping[str, Any]
_Change = Callable[[Any], Any] | None


def table(row: type[Row]) -> Table:
    """The table of a model."""
    return Row.metadata.tables[str(row.__tablename__)]


@dataclass(frozen=True, slots=True)
class Found:
    """What a statement gave: its rows, each with its columns by name and in order, or how many it changed."""

    rows: Sequence[Any]
    rowcount: int

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def first(self) -> Any:
        """The first row; None if there is none."""
        return self.rows[0] if self.rows else None

    def scalar(self) -> Any:
        """The first column of the first row; None if there is none."""
        return self.rows[0][0] if self.rows else None


class _Plan:
    """A statement in one database's words: its text, and how values become the driver's and come back."""

    def __init__(self, statement: Any, dialect: Dialect, names: tuple[str, ...]) -> None:
        if statement.is_insert and not len(statement.exported_columns):
            statement = statement.inline()  # nobody asks for the new row's number
        compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=list(names))
        if compiled.post_compile_params:
            raise TypeError(f"a list of values, as IN has it, cannot be prepared: {compiled}")
        self.text = str(compiled)
        given_later = {name: None for bind, name in compiled.bind_names.items() if bind.required}
        self._fixed = dict(compiled.construct_params(given_later))
        self._order = compiled.positiontup
        self._changes = [
            (name, change)
            for bind, name in compiled.bind_names.items()
            if (change := bind.type.dialect_impl(dialect).bind_processor(dialect)) is not None
        ]
        columns = statement.exported_columns
        self.returns = bool(len(columns))
        row: Any = namedtuple  # its fields are known only now
        self._row: Callable[[Any], Any] = row("Row", [column.key for column in columns], rename=True)._make
        made = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        self._made = [(at, change) for at, change in enumerate(made) if change is not None]

    def parameters(self, values: Values) -> Any:
        """These values as the driver wants them. None is none in each of our columns."""
        named = {**self._fixed, **values}
        for name, change in self._changes:
            value = named[name]
            if value is not None:
                named[name] = change(value)
        return named if self._order is None else [named[name] for name in self._order]

    def rows(self, found: Sequence[Sequence[Any]]) -> list[Any]:
        """The driver's rows as ours."""
        if not self._made:
            return [self._row(row) for row in found]
        made = []
        for row in found:
            parts = list(row)
            for at, change in self._made:
                if parts[at] is not None:
                    parts[at] = change(parts[at])
            made.append(self._row(parts))
        return made


class Prepared:
    """A statement that is put into the database's words once, and then goes straight to its driver."""

    __slots__ = ("_plans", "statement")

    def __init__(self, statement: Executable) -> None:
        self.statement = statement
        self._plans: dict[tuple[str, tuple[str, ...]], _Plan] = {}

    def plan(self, dialect: Dialect, values: Values) -> _Plan:
        """Its text for these values: which columns an INSERT or UPDATE writes is told by their names."""
        key = (dialect.name, tuple(values))
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = _Plan(self.statement, dialect, key[1])
        return plan


def run(session: Session, statement: Prepared | Executable, values: Values | Sequence[Values] | None = None) -> Found:
    """Run a statement in the session's transaction; with a list of values, once for each."""
    if not isinstance(statement, Prepared):
        result = session.connection().execute(statement, values)
        return Found(result.all() if result.returns_rows else (), result.rowcount)
    if values is None or isinstance(values, Mapping):
        return _one(session.driver, statement, values or {})
    if not values:
        return Found((), 0)
    plan = statement.plan(session.driver.dialect, values[0])
    cursor = session.driver.execute_many(plan.text, [plan.parameters(each) for each in values])
    return Found((), cursor.rowcount)


def _one(driver: KeptConnection, statement: Prepared, values: Values) -> Found:
    plan = statement.plan(driver.dialect, values)
    cursor = driver.execute(plan.text, plan.parameters(values))
    return Found(plan.rows(cursor.fetchall()) if plan.returns else (), cursor.rowcount)
