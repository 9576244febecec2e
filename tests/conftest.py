"""What every test can ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, settings

from pbem.cli.checking import check
from tests.table import Bench

settings.register_profile("any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture
def bench(benches: Callable[..., Bench]) -> Bench:
    """A server on an empty folder."""
    return benches()


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a server that has just been set up. To copy it is faster than to make it."""
    folder = tmp_path_factory.mktemp("new")
    Bench(folder).close()
    return folder / "pbem.db"


@pytest.fixture
def benches(tmp_path: Path, new_database: Path) -> Iterator[Callable[..., Bench]]:
    """Servers by their options, each on a folder of its own. In the end every game of each is folded and compared."""
    made: list[Bench] = []

    def make(seed: str = "bench", **options: object) -> Bench:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        copyfile(new_database, folder / "pbem.db")
        made.append(Bench(folder, seed, options))
        return made[-1]

    yield make
    for each in made:
        assert check(each.worker.settings)["faults"] == []
        each.close()
