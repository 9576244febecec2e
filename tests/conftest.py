"""What every test can ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A server on an empty folder."""
    made = Bench(tmp_path)
    yield made
    made.close()
