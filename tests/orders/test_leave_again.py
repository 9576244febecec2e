"""What counts as a yes to our own question of leaving: the same said once more, with courtesy and nothing else."""

from __future__ import annotations

import pytest

from pbem.orders.suggest import takes_leave


@pytest.mark.parametrize(
    ("verb", "lines", "is_yes"),
    [
        ("LEAVE", ["leave the game"], True),
        ("RESIGN", ["yes, I resign please", "", "-- ", "Ben"], True),
        ("STOP", ["stop these mails"], True),
        ("RESIGN", ["Did I say leave the game?"], False),
        ("RESIGN", ["Ben says I resign"], False),
        ("LEAVE", ["what now"], False),
    ],
)
def test_who_says_it_once_more_and_nothing_else_means_it(verb: str, lines: list[str], is_yes: bool) -> None:
    assert takes_leave(lines, verb, "Ann") is is_yes
