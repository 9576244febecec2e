"""Languages: another one is one more table, and English is understood beside it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from pbem.cards import FRENCH, Rank, Suit, cards
from pbem.orders.card_words import pack, read
from pbem.orders.grammar import Grammar
from pbem.orders.normalise import normalise
from pbem.orders.order import Asked
from pbem.orders.vocabulary import ENGLISH, LANGUAGES, Vocabulary, joined, phrases, words
from tests.orders.table import INVITED, PASS, PLAY, SPECS, written

GERMAN = Vocabulary(
    suits={"kreuz": Suit.CLUBS, "karo": Suit.DIAMONDS, "pik": Suit.SPADES, "herz": Suit.HEARTS},
    numbers={"zwei": 2, "zehn": 10},
    courts={"bube": Rank.JACK, "dame": Rank.QUEEN, "könig": Rank.KING, "as": Rank.ACE, "ass": Rank.ACE},
    suit_letters={"p": Suit.SPADES},
    rank_letters={"b": Rank.JACK, "d": Rank.QUEEN},
    suit_first=frozenset(FRENCH),
    articles=frozenset({"die", "der", "das", "den"}),
    ands=frozenset({"und"}),
    verbs={"PLAY": ("spiele", "spielen"), "PASS": ("gebe", "weitergeben"), "HAND": ("blatt",)},
    yes=frozenset({"ja", "ja, gern"}),
    no=frozenset({"nein", "nein danke"}),
    before_verb=("ich",),
    courtesies=("bitte", "danke"),
    hedges=frozenset({"nicht", "oder"}),
)


@pytest.fixture
def german() -> Grammar:
    return Grammar(SPECS, joined(GERMAN, ENGLISH))


@pytest.mark.parametrize(
    ("text", "asked", "order"),
    [
        ("Pik Dame", PLAY, "PLAY QS"),
        ("Herz 7", PLAY, "PLAY 7H"),
        ("die Pik Dame", PLAY, "PLAY QS"),
        ("Karo Zehn", PLAY, "PLAY 10D"),
        ("QS", PLAY, "PLAY QS"),
        ("KD", PLAY, "PLAY KD"),
        ("spiele Pik Dame", PLAY, "PLAY QS"),
        ("Ich spiele Pik Dame, bitte", PLAY, "PLAY QS"),
        ("play the queen of spades", PLAY, "PLAY QS"),
        ("Pik Dame, Pik König und Herz Ass", PASS, "PASS QS KS AH"),
        ("DP BP 10P", PASS, "PASS QS JS 10S"),
        ("Ja, gern!", INVITED, "JOIN"),
        ("nein danke", INVITED, "DECLINE"),
        ("yes", INVITED, "JOIN"),
        ("Blatt", PLAY, "HAND"),
    ],
)
def test_a_language_is_one_table_over_the_english_one(german: Grammar, text: str, asked: Asked, order: str) -> None:
    said = german.read(normalise(text), asked)
    assert said is not None
    assert written(said.order) == order


def test_what_two_languages_spell_alike_is_refused_but_for_the_normal_form(german: Grammar) -> None:
    two = pack(joined(GERMAN, ENGLISH))
    assert read("kd", two) == cards("KD")
    assert "bd" not in two.ambiguous
    assert read("d5", two) == cards("5D")
    assert "db" not in two.short or "db" not in two.ambiguous


def test_a_spelling_with_two_readings_is_no_card() -> None:
    clash = joined(Vocabulary(rank_letters={"k": Rank.JACK, "s": Rank.KING}, suit_letters={"k": Suit.CLUBS}), ENGLISH)
    both = pack(clash)
    assert "sk" in both.ambiguous
    assert read("sk", both) is None
    assert read("ks", both) == cards("KS")


def test_english_is_what_an_unknown_language_falls_back_to() -> None:
    assert words("en") is ENGLISH
    assert words("en-GB") is ENGLISH
    assert words("tlh") is ENGLISH


def test_a_languages_table_is_the_same_object_each_time() -> None:
    assert all(words(language) is words(language) for language in LANGUAGES)


def test_phrases_stand_between_bars() -> None:
    assert phrases("yes | yes please | y") == ("yes", "yes please", "y")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_every_table_is_case_folded_and_plain(language: str) -> None:
    table = LANGUAGES[language]
    for field in fields(Vocabulary):
        held = getattr(table, field.name)
        said = [p for many in held.values() for p in many] if field.name in ("verbs", "choices") else list(held)
        for word in said:
            if isinstance(word, str):
                assert word == normalise(f"x {word} x").folded[2:-2], (field.name, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_means_both_yes_and_no(language: str) -> None:
    table = words(language)
    assert not table.yes & table.no
    assert not table.of & table.ands
    assert not set(table.suits) & set(table.courts)
