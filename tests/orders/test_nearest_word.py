"""One slip of the fingers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.nearest_word import nearest

KNOWN = ("play", "pass", "join", "hand", "score", "invite", "history", "forget me")


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("plya", ("play",)),
        ("lpay", ("play",)),
        ("plat", ("play",)),
        ("playy", ("play",)),
        ("pllay", ("play",)),
        ("pasx", ("pass",)),
        ("jion", ("join",)),
        ("hnad", ("hand",)),
        ("scroe", ("score",)),
        ("scre", ("score",)),
        ("invte", ("invite",)),
        ("hisotry", ("history",)),
    ],
)
def test_one_slip_is_found(slip: str, meant: tuple[str, ...]) -> None:
    assert nearest(slip, KNOWN) == meant


@pytest.mark.parametrize(
    "word", ["play", "band", "jon", "ply", "clay", "pales", "plaxx", "yalp", "hello", "", "x" * 500]
)
def test_another_word_a_short_one_and_two_slips_are_not(word: str) -> None:
    assert nearest(word, KNOWN) == ()


def test_a_slip_between_two_words_names_both() -> None:
    assert nearest("past", ("pass", "part", "play")) == ("pass", "part")


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_two_words_can_be_compared(a: str, b: str) -> None:
    assert nearest(a, [b]) in ((), (b,))
    assert nearest(a, [a]) == ()
