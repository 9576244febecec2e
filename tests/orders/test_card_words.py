"""Card words: what is a card, what is none, and what has two readings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cards import FRENCH, JOKER, ROOK, Card, Rank, cards, cards_text
from pbem.orders.card_words import glued, pack, read, scattered
from pbem.orders.vocabulary import ENGLISH

PACK = pack(ENGLISH)
EVERY_CARD = (
    [Card(s, r) for s in FRENCH for r in Rank if r > Rank.ONE] + [Card(s, r) for s in ROOK for r in Rank] + [JOKER]
)


@pytest.mark.parametrize("card", EVERY_CARD, ids=str)
def test_the_normal_form_of_every_card_is_read(card: Card) -> None:
    assert read(card.text.casefold(), PACK) == (card,)
    assert read(card.text.casefold(), PACK, one=True) == (card,)


def test_no_english_spelling_has_two_readings() -> None:
    assert PACK.ambiguous == frozenset()


def test_the_ranks_of_the_rook_pack_are_numbers_and_those_of_the_other_are_not_above_ten() -> None:
    assert read("qr", PACK) is None
    assert read("queen of red", PACK) is None
    assert read("11h", PACK) is None
    assert read("1s", PACK) is None
    assert read("thirteen of hearts", PACK) is None
    assert read("red thirteen", PACK) == cards("13R")


@pytest.mark.parametrize(
    "text",
    [
        "q s",
        "♠ q",
        "s a k 10 4",
        "♠ a k 10 4",
        "10 h",
        "q",
        "s",
        "10",
        "",
        ",",
        "and",
        "the",
        "qs or ks",
        "qs/ks",
        "♠ak104",
        "qsks",
    ],
)
def test_a_blank_between_rank_and_suit_is_never_read_over(text: str) -> None:
    assert read(text, PACK) is None


def test_a_number_before_a_plural_suit_is_a_card_only_where_one_card_is_wanted() -> None:
    assert read("7 hearts", PACK, one=True) == cards("7H")
    assert read("7 hearts", PACK) is None
    assert read("seven hearts", PACK) is None
    assert read("7 heart", PACK) == cards("7H")
    assert read("queen spades", PACK) == cards("QS")
    assert read("7 of hearts", PACK) == cards("7H")


def test_an_article_is_no_ace() -> None:
    assert read("a heart", PACK, one=True) is None
    assert read("a hearts", PACK, one=True) is None
    assert read("a of hearts", PACK) == cards("AH")


def test_french_suits_never_stand_before_the_rank_as_a_word() -> None:
    assert read("hearts 7", PACK, one=True) is None
    assert read("spades queen", PACK, one=True) is None
    assert read("red 7", PACK) == cards("7R")


def test_a_separator_does_not_stand_first_nor_within_a_card() -> None:
    assert read(", qs", PACK) is None
    assert read("queen of, spades", PACK) is None
    assert read("qs,, ks ,", PACK) == cards("QS KS")


def test_suggestions_find_cards_between_other_words_but_never_an_everyday_word() -> None:
    assert scattered("i guess the queen of spades, then qs again", PACK, one=True) == cards("QS")
    assert scattered("as ah ha a", PACK, one=True) == ()
    assert scattered("ks and AH as well", PACK, one=True) == cards("KS AH")
    assert scattered("(10h?) or ks!", PACK, one=True) == cards("10H KS")


def test_suggestions_join_what_a_blank_has_split_and_split_what_was_joined() -> None:
    assert glued("q s", PACK) == cards("QS")
    assert glued("10 h 2 c", PACK) == cards("10H 2C")
    assert glued("qskdah", PACK) == cards("QS KD AH")
    assert glued("10hth", PACK) == cards("10H 10H")
    assert glued("s a k 10 4", PACK) is None
    assert glued("♠ q", PACK) is None
    assert glued("as ah", PACK) is None
    assert glued("", PACK) is None


@given(
    st.lists(st.sampled_from(EVERY_CARD), min_size=1, max_size=13),
    st.sampled_from([" ", ", ", ",", "; ", " and ", "+", " & "]),
)
def test_any_list_of_cards_in_normal_form_is_read_in_its_order(them: list[Card], between: str) -> None:
    assert read(between.join(c.text for c in them).casefold(), PACK) == tuple(them)


@given(st.lists(st.sampled_from([c for c in EVERY_CARD if c.suit not in ROOK and c != JOKER]), min_size=1, max_size=13))
def test_glued_cards_read_the_same_or_not_at_all(them: list[Card]) -> None:
    found = glued(cards_text(them).replace(" ", "").casefold(), PACK)
    assert found is None or found == tuple(them)


@given(st.text(alphabet="akqjt1032 shdc♠,;+.", max_size=40))
def test_what_is_read_was_written_without_a_blank_in_a_card(text: str) -> None:
    found = read(text, PACK)
    if found is not None:
        assert len(found) == len(text.translate(str.maketrans(",;+", "   ")).split())
