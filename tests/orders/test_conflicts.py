"""Several orders in a letter: which stand, which are one, and which contradict one another."""

from __future__ import annotations

import pytest

from tests.orders.table import BID, CHARGE, INVITED, MOON, NOTHING, PASS, PLAY, Asked, orders, reading


@pytest.mark.parametrize(
    "text",
    [
        "See what you offered:\n[QS] [AS]\nPLAY KS",  # an offer of ours that was copied, and another card
        "QS\nis best here",
        "QS\nunless you object",
        'My plan: "lead" and "QS"',
        "AH, splendid",
        "splendid, AS",
        "I will be there, more tomorrow\nJS",
    ],
)
def test_what_may_be_no_move_is_none(text: str) -> None:
    assert orders(text) == []


@pytest.mark.parametrize("text", ["thanks for adding 26 points to everyone", "and 26 points for everybody"])
def test_thanks_for_a_way_and_a_sentence_that_goes_on_choose_none(text: str) -> None:
    assert orders(text, MOON) == []


def test_a_way_in_words_beside_another_order_is_for_the_grammar() -> None:
    assert orders("HAND\nadd", MOON) == ["HAND", "MOON add"]


def test_an_apology_above_two_letters_makes_them_no_signature() -> None:
    assert orders("Sorry for being late\nJS") == ["PLAY JS"]
    assert orders("sorry, more tomorrow\nJS") == []


def test_a_yes_beside_another_order_is_heard_too() -> None:
    assert orders("yes\nHAND", INVITED) == ["JOIN", "HAND"]


@pytest.mark.parametrize(
    "text",
    ["QS\nQS", "PLAY QS\nQS", "QS\n\nplay the queen of spades", "PLAY QS\nPLAY Q♠\nsq", "QS QS"],
)
def test_the_same_play_twice_is_one(text: str) -> None:
    assert orders(text) == ["PLAY QS"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("PLAY QS\nPLAY 4C", PLAY),
        ("PLAY QS\n\nno wait,\n\nPLAY 4C", PLAY),
        ("QS\n4C", PLAY),
        ("QS\nPLAY 4C", PLAY),
        ("PLAY QS\nPLAY 4C", NOTHING),
        ("PASS QS KS AH\nPASS QS KS 2H", PASS),
        ("QS KS AH\nQS KS 2H", PASS),
        ("QS KS AH\n2C", PASS),
        ("PASS QS KS AH\nPASS 2C", NOTHING),
        ("PASS QS\nPASS KS", NOTHING),
        ("PASS QS KS AH\nKEEP", PASS),
        ("QS KS\nAH 2C", PASS),
        ("QS KS\nKS AH", PASS),
        ("MOON ADD\nMOON SUBTRACT", MOON),
        ("add\nsubtract", MOON),
        ("add\nMOON SUBTRACT", MOON),
        ("7\n8", BID),
        ("BID 7\nBID pass", BID),
        ("CHARGE QS\nCHARGE AH", CHARGE),
        ("none\nQS", CHARGE),
        ("yes\nno", INVITED),
        ("JOIN\nDECLINE", INVITED),
        ("JOIN\nDECLINE", NOTHING),
        ("yes\nDECLINE", INVITED),
    ],
)
def test_two_answers_to_one_question_are_none(text: str, asked: Asked) -> None:
    read = reading(text, asked)
    assert read.orders == ()
    (miss,) = read.misread
    assert miss.why == "two-plays"
    assert {miss.line, miss.suggestion} <= set(text.split("\n"))
    assert miss.line != miss.suggestion


def test_a_contradiction_leaves_the_other_orders_standing() -> None:
    read = reading("SAY hello\nPLAY QS\nPLAY 4C\nSCORE")
    assert [order.verb for order in read.orders] == ["SAY", "SCORE"]
    assert [miss.why.value for miss in read.misread] == ["two-plays"]


def test_orders_stand_in_the_letters_order() -> None:
    assert orders("SAY one\nQS\nSCORE\nSAY two\nHISTORY 2\nHISTORY 3") == [
        "SAY one",
        "PLAY QS",
        "SCORE",
        "SAY two",
        "HISTORY 2",
        "HISTORY 3",
    ]


def test_the_same_question_twice_is_asked_once() -> None:
    assert orders("SCORE\nHAND\nscores") == ["SCORE", "HAND"]


def test_each_game_has_its_own_answers() -> None:
    assert orders("GAME 12\nQS\nGAME 14\n4C") == ["GAME 12", "PLAY QS", "GAME 14", "PLAY 4C"]
    assert orders("GAME 12\nQS\n4C\nGAME 14\n4C") == ["GAME 12", "GAME 14", "PLAY 4C"]


def test_a_verb_whose_question_is_a_star_may_stand_several_times() -> None:
    assert orders("QUEUE 5C\nQUEUE 3D") == ["QUEUE 5C", "QUEUE 3D"]


def test_bare_cards_one_a_line_are_a_list_where_any_number_is_asked() -> None:
    assert orders("QS\nAH", CHARGE) == ["CHARGE QS AH"]
    assert orders("QS\nQS", CHARGE) == ["CHARGE QS"]


def test_lines_that_add_up_to_too_few_are_one_order_for_the_rules_to_refuse() -> None:
    assert orders("QS\nKS", PASS) == ["PASS QS KS"]
    assert orders("QS\nKS\nKS", Asked("PASS", 4)) == ["PASS QS KS"]


def test_two_equal_cards_of_two_packs_add_up() -> None:
    assert orders("QS\nQS\nKS", PASS) == ["PASS QS QS KS"]
    assert orders("QS\nQS", Asked("PASS", 2)) == ["PASS QS QS"]


def test_a_list_over_several_lines_keeps_them_all_for_the_answer() -> None:
    (order,) = reading("QS\nKS\nAH", PASS).orders
    assert order.line == "QS / KS / AH"
