"""Two minutes of the soak, so that it cannot rot; `python -m tests.soak.soak` is the whole."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.soak.soak import soak


@pytest.mark.slow
def test_many_games_amid_cuts_of_every_server_end_as_undisturbed_and_no_letter_is_unaccounted_for(
    tmp_path: Path,
) -> None:
    seed = os.environ.get("SOAK_SEED") or str(random.SystemRandom().randrange(10**6))
    print(f"SOAK_SEED={seed}")  # noqa: T201  # shown when the test fails, so that it can be run again
    found = soak(tmp_path, minutes=0.35, seed=seed, at_once=3, pace=10, pauses=(2, 5))
    print(found.table())  # noqa: T201
    assert found.faults == []
    assert found.facts["games finished"] == found.facts["games"] >= 3
    assert sum(count for fact, count in found.facts.items() if fact.startswith("cuts of")) >= 4
    assert found.fates["acted on"] > 50
