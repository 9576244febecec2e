from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.app.unit_of_work import UnitOfWork
from tests.app.memory import unit_of_work


@pytest.fixture
def uow() -> Iterator[UnitOfWork]:
    with unit_of_work() as one:
        yield one
