"""Subjects: the game that they name, and the order in one where the body is empty."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.subject import game_in_subject, order_in_subject
from tests.orders.table import PLAY, missed, orders


@pytest.mark.parametrize(
    ("subject", "game"),
    [
        ("[Hearts 12] Deal 3", 12),
        ("Re: [Hearts 12] Deal 3", 12),
        ("RE: Re: AW: [Hearts 12] Deal 3", 12),
        ("Re[2]: [Hearts 12] Deal 3", 12),
        ("Re: " * 20 + "[Hearts 12] Deal 3", None),
        ("Re: " * 19 + "[Hearts 12] Deal 3", 12),
        ("[Hearts 12] Re: Deal 3", 12),
        ("[club-list] Re: [Hearts 12] Deal 3", 12),
        ("Odp: [Hearts 7] North to play, trick 4", 7),
        ("回复: [Hearts 12] Deal 3", 12),
        ("Re： ［Hearts １２］ Deal 3", 12),
        ("GAME 12", 12),
        ("Game #12", 12),
        ("game 12: QS", 12),
        ("Hearts 12", 12),
        ("Re: table 12", 12),
        ("Deal 3", None),
        ("Re: Deal 3", None),
        ("[Hearts] Welcome", None),
        ("[12]", None),
        ("12", None),
        ("", None),
        ("game", None),
        ("game twelve", None),
        ("[Hearts 12] [Hearts 13] Deal 3", None),
        ("[Hearts 12] [Hearts 12] Deal 3", 12),
        ("[Hearts 12345678901234] Deal", None),
        ("My game 12", None),
        ("gametable 12x", None),
        ("game 12x", None),
    ],
)
def test_the_game_that_a_subject_names(subject: str, game: int | None) -> None:
    assert game_in_subject(subject) == game


@pytest.mark.parametrize(
    ("subject", "left"),
    [
        ("Re: [Hearts 12] Deal 3", "Deal 3"),
        ("Re: PLAY QS", "PLAY QS"),
        ("Fwd: FW: Odp: SV: WG: PLAY QS", "PLAY QS"),
        ("答复: PLAY QS", "PLAY QS"),
        ("Re (3): [Hearts 12] QS", "QS"),
        ("SAY: hello", "SAY: hello"),
        ("", ""),
        ("Re:", ""),
    ],
)
def test_what_mail_programs_and_we_put_before_a_subject_is_taken_off(subject: str, left: str) -> None:
    assert order_in_subject(subject) == left


@pytest.mark.parametrize(
    ("subject", "order"),
    [
        ("PLAY QS", "PLAY QS"),
        ("Re: PLAY QS", "PLAY QS"),
        ("AW: qs", "PLAY QS"),
        ("queen of spades", "PLAY QS"),
        ("GAME 12", "GAME 12"),
        ("HELP", "HELP"),
        ("NEW american WITH bob@example.org", "NEW american WITH bob@example.org"),
        ("Re: [Hearts 12] QS", "PLAY QS"),
        ("SAY hello", "SAY hello"),
    ],
)
def test_a_subject_is_an_order_where_the_body_holds_nothing(subject: str, order: str) -> None:
    assert orders("", PLAY, subject) == [order]
    assert orders("\n\nSent from my phone\n", PLAY, subject) == [order]
    assert orders("\nBOB\n", PLAY, subject) == [order]


@pytest.mark.parametrize("body", ["PLAY 4C", "4c", "please 4C"])
def test_a_subject_is_not_read_beside_an_order(body: str) -> None:
    assert orders(body, PLAY, "PLAY QS") == ["PLAY 4C"]


def test_a_subject_is_not_read_beside_a_near_miss() -> None:
    assert missed("PLYA 4C", PLAY, "PLAY QS") == ("close", "PLAY 4C")
    assert missed("not 4C", PLAY, "PLAY QS") == ("args", "PLAY")


@pytest.mark.parametrize(
    "subject", ["", "Re: [Hearts 12] Deal 3", "Deal 3", "Away", "[Hearts 12] Your turn", "[QS]", "Re: [PLAY QS]"]
)
def test_our_own_subjects_and_chatter_are_no_orders(subject: str) -> None:
    assert missed("", PLAY, subject) == ("nothing", "")


def test_a_misspelt_order_in_the_subject_is_told() -> None:
    assert missed("", PLAY, "PLYA QS") == ("close", "PLAY QS")
    assert missed("", PLAY, "PLАY QЅ") == ("mixed-script", "")


@given(st.text(max_size=200) | st.text(alphabet="Re: []()123 Hearts", max_size=400))
def test_any_subject_is_read(subject: str) -> None:
    assert len(order_in_subject(subject)) <= 5400
    number = game_in_subject(subject)
    assert number is None or 0 <= number < 10**9


def test_talk_in_a_subject_keeps_its_marks() -> None:
    for text in ("Hi!", "Well played!!!", "That was close."):
        assert orders("", PLAY, f"Re: [Hearts 4] SAY {text}") == [f"SAY {text}"]
