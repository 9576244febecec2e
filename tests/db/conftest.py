"""Two workers on one PostgreSQL, each with a data folder of its own."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.servers.postgres import postgresql  # noqa: F401  # a fixture
from tests.table import Bench


@pytest.fixture
def database(postgresql: str, request: pytest.FixtureRequest) -> str:  # noqa: F811
    """The URL of a database of this test's own."""
    name = f"w{zlib.crc32(request.node.name.encode())}"
    engine = create_engine(postgresql, isolation_level="AUTOCOMMIT")
    with engine.connect() as line:
        line.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return postgresql.removesuffix("/postgres") + f"/{name}"


@pytest.fixture
def two(tmp_path: Path, database: str) -> Iterator[tuple[Bench, Bench]]:
    """Two workers, each with a data folder of its own."""
    options: dict[str, object] = {"database": {"url": database, "workers": True, "lease": "1h"}}
    first, second = (Bench(tmp_path / name, options=options) for name in ("one", "two"))
    yield first, second
    first.close()
    second.close()
