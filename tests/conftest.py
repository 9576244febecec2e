"""What every test can ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.cli.doing import check
from tests.table import Bench


@pytest.fixture
def bench(benches: Callable[..., Bench]) -> Bench:
    """A server on an empty folder."""
    return benches()


@pytest.fixture
def benches(tmp_path: Path) -> Iterator[Callable[..., Bench]]:
    """Servers by their options, each on a folder of its own. In the end every game of each is folded and compared."""
    made: list[Bench] = []

    def make(seed: str = "bench", **options: object) -> Bench:
        made.append(Bench(tmp_path / str(len(made)), seed, options))
        return made[-1]

    yield make
    for each in made:
        assert check(each.works.settings)["faults"] == []
        each.close()
