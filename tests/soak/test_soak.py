"""A short soak, so that it cannot rot; `python -m tests.soak.soak` is the whole."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.soak.soak import Length, soak


@pytest.mark.slow
def test_many_games_amid_cuts_of_every_server_end_as_undisturbed_and_no_letter_is_unaccounted_for(
    tmp_path: Path,
) -> None:
    seed = os.environ.get("SOAK_SEED") or str(random.SystemRandom().randrange(10**6))
    print(f"SOAK_SEED={seed}")  # noqa: T201  # shown when the test fails, so that it can be run again
    found = soak(tmp_path, Length(games=3, cuts=4), seed, at_once=3, pace=10, pauses=(2, 5))
    print(found.table())  # noqa: T201
    assert found.faults == []
    assert found.facts["games finished"] == found.facts["games"]
    assert found.fates["acted on"] > 50
