"""What a seat said in advance is for the deal or the card it was said for; the moon's choice outlasts both."""

from __future__ import annotations

from dataclasses import replace

from pbem.cards import cards
from pbem.premoves.kept import Premoves, Ruling, rule
from pbem.premoves.parse_plan import parse_plan
from tests.premoves.situation import situation

VIEW = situation(cards("3C KC 5D"), cards("7C"))
KEPT = Premoves(
    deal=VIEW.base.number,
    left=3,
    card=cards("KC")[0],
    seen=1,
    anyway=True,
    queue=cards("3C 2S"),
    steps=parse_plan("LOW"),
    always=parse_plan("DUCK"),
    moon="add",
)


def test_at_the_turn_that_it_was_said_for_all_of_it_stands() -> None:
    assert KEPT.at(VIEW) == KEPT


def test_once_another_card_was_played_what_was_for_the_next_card_is_gone() -> None:
    later = replace(KEPT, left=4).at(VIEW)
    assert later == Premoves(VIEW.base.number, 3, queue=cards("3C"), always=KEPT.always, moon="add")


def test_in_another_deal_only_the_moons_choice_is_left() -> None:
    assert replace(KEPT, deal=VIEW.base.number - 1).at(VIEW) == Premoves(VIEW.base.number, 3, moon="add")


def test_what_a_seat_said_for_itself_plays_no_card_of_its_partners() -> None:
    view = replace(VIEW, acts_for=1)
    assert rule(view, KEPT) == Ruling(None, KEPT)
