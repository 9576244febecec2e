"""A short soak, so that it cannot rot; `python -m tests.soak.soak` is the whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.soak.soak import Length, soak


@pytest.mark.slow
@pytest.mark.parametrize("postgresql", [False, True])
def test_many_games_amid_cuts_of_every_server_end_as_undisturbed_and_no_letter_is_unaccounted_for(
    tmp_path: Path, postgresql: bool
) -> None:
    """Each kind of trouble once: servers killed, lines cut, a mailbox away for long, a relay that lies, and where the
    games are in PostgreSQL, that restarting too.
    """
    seed = os.environ.get("SOAK_SEED") or "2026"  # the same chance each time; the whole soak draws its own
    cuts = 11 if postgresql else 10
    found = soak(
        tmp_path, Length(games=2, cuts=cuts), seed, at_once=2, pace=10, pauses=(2, 5), postgresql=postgresql, dead=12
    )
    print(found.table())  # noqa: T201
    assert found.faults == []
    assert found.facts["games finished"] == found.facts["games"]
    assert found.fates["acted on"] > 30
    assert sum(str(name).startswith("cuts of ") for name in found.facts) == cuts
