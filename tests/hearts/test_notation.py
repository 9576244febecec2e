"""Entries in JSON, and hands on one line."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cards import cards
from pbem.hearts.entries import Base, Bid, Called, Carry, Dealt, Mixed, MoonChosen, Passed, Played
from pbem.hearts.notation import entry_from_json, entry_to_json
from tests.hearts.hand_notation import hand_from_text, hand_to_text, hands_from_text


def test_an_entry_is_its_kind_and_its_fields() -> None:
    assert entry_to_json(Played(2, cards("QS")[0])) == ("Played", {"seat": 2, "card": "QS"})
    assert entry_to_json(Passed(1, cards("QS 10H"), stand_in=True)) == (
        "Passed",
        {"seat": 1, "cards": "QS 10H", "stand_in": True},
    )


@pytest.mark.parametrize(
    "entry",
    [
        Dealt(Base(3, 2, ((1, -2), (0, 0)), Carry(pig=1)), (cards("2C 3C"), cards("4C JK")), cards("5C")),
        Called(1, ((1, 2), (-1, 1))),
        Called(1, (), 13, stand_in=True),
        Bid(2, 7, 3),
        Bid(2, None),
        Mixed((cards("2C"), ()), cards("3C")),
        MoonChosen(0, "add", stand_in=True),
    ],
)
def test_an_entry_comes_back_equal(entry: object) -> None:
    assert entry_from_json(*entry_to_json(entry)) == entry  # type: ignore[arg-type]


@pytest.mark.parametrize("carry", [{"jack": 13}, {"pig": 0}, {"phase": 2}, {"jack": 2, "pig": 3}, {"named": "0:king"}])
def test_what_a_game_carries_from_deal_to_deal_is_written_as_in_every_older_log(carry: dict[str, Any]) -> None:
    body = {"base": {"number": 2, "dealer": 0, "scores": [1, 2], "carry": carry}, "hands": ["2C", "3C"], "rest": ""}
    entry = entry_from_json("Dealt", body)
    assert isinstance(entry, Dealt)
    assert entry.base.carry == Carry(**carry)
    assert entry_to_json(entry) == ("Dealt", body)


def test_an_unknown_kind_or_field_stops_the_reading() -> None:
    with pytest.raises(ValueError, match="Revoked"):
        entry_from_json("Revoked", {})
    with pytest.raises(ValueError, match="colour"):
        entry_from_json("Played", {"seat": 0, "card": "QS", "colour": "black"})


def test_a_hand_is_written_as_in_a_bridge_column() -> None:
    hand = hand_from_text("AQ.T2..K10")
    assert hand == tuple(sorted(cards("AS QS 10H 2H KC 10C")))
    assert hand_to_text(hand) == "AQ.T2..KT"
    assert [hand_to_text(hand) for hand in hands_from_text("A.2.. | 2C 3C")] == ["A.2..", "...32"]


def test_a_hand_of_another_pack_is_written_as_cards() -> None:
    hand = cards("1R 14Y")
    assert hand_from_text(hand_to_text(hand)) == hand
