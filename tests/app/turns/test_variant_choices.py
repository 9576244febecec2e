from __future__ import annotations

import pytest

from pbem.app.turns.variant_choices import read_call
from pbem.hearts.refusal import BadCall, Refused


@pytest.mark.parametrize(
    ("text", "pairs", "mix"),
    [
        ("left", ((1, 3),), 0),
        ("right", ((-1, 3),), 0),
        ("across", ((2, 3),), 0),
        ("2 left 1 right", ((1, 2), (-1, 1)), 0),
        ("left right across", ((1, 1), (-1, 1), (2, 1)), 0),
        ("scatter", ((1, 1), (2, 1), (3, 1)), 0),
        ("2 scatter", ((1, 2), (2, 2), (3, 2)), 0),
        ("mix", (), 3),
        ("2 mix", (), 2),
    ],
)
def test_a_call_names_ways_and_how_many_cards_go_each(text: str, pairs: tuple[tuple[int, int], ...], mix: int) -> None:
    found, to_mix = read_call(text, players=4, count=3)
    assert (sorted(found), to_mix) == (sorted(pairs), mix)


@pytest.mark.parametrize(
    ("text", "players", "way"), [("left mix", 4, "mix"), ("across", 3, "across"), ("0 left", 4, "left")]
)
def test_what_is_no_way_there_is_refused_by_its_name(text: str, players: int, way: str) -> None:
    with pytest.raises(Refused) as refused:
        read_call(text, players, count=3)
    assert refused.value.refusal == BadCall(needed=3, way=way, players=players)
