"""Two workers on one PostgreSQL, each with a data folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.postgres import database_of, postgresql  # noqa: F401  # a fixture
from tests.table import Bench


@pytest.fixture
def database(postgresql: str, request: pytest.FixtureRequest) -> str:  # noqa: F811
    """The URL of a database of this test's own."""
    return database_of(request.node.nodeid, postgresql)


@pytest.fixture
def two(tmp_path: Path, database: str) -> Iterator[tuple[Bench, Bench]]:
    """Two workers, each with a data folder of its own."""
    options: dict[str, object] = {"database": {"url": database, "workers": True, "lease": "1h"}}
    first, second = (Bench(tmp_path / name, options=options) for name in ("one", "two"))
    yield first, second
    first.close()
    second.close()
