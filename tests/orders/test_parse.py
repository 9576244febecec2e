"""A whole letter: talk over several lines, hostile letters, and what holds for any letter at all."""

from __future__ import annotations

import random
import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.cards import Card, Rank, Suit
from pbem.orders.normalise import MAX_LINE
from pbem.orders.order import Asked, Why
from pbem.orders.parse import MAX_LINES, MAX_TALK, parse
from pbem.orders.vocabulary import phrases
from tests.orders.table import EVERY_STATE, PASS, PLAY, SPECS, orders, reading, written

LONG = "SAY I had hoped that somebody else would take that queen before the last"


def test_talk_ends_with_its_line() -> None:
    assert orders("SAY hello\nBob") == ["SAY hello"]


def test_a_line_of_talk_that_was_broken_goes_on() -> None:
    (order,) = reading(f"{LONG}\ntrick, but no.\nBob").orders
    assert order.text == LONG[4:] + " trick, but no."


def test_talk_on_its_own_lines_goes_to_the_next_blank_one() -> None:
    assert orders("SAY\nhello\nto all of you\n\nBob") == ["SAY hello to all of you"]


@pytest.mark.parametrize("text", [f"{LONG}\nQS", "SAY\nhello\nQS", "SAY\nhello\nPLAY QS\nmore"])
def test_a_move_ends_talk_and_is_never_told_to_the_table(text: str) -> None:
    said, played = reading(text).orders
    assert (said.verb, written(played)) == ("SAY", "PLAY QS")
    assert "QS" not in said.text


def test_talk_without_a_word_is_no_order() -> None:
    read = reading("SAY\n\nhello")
    assert read.orders == ()
    assert [(m.why, m.suggestion) for m in read.misread] == [(Why.ARGS, "SAY")]


def test_talk_ends_at_a_signature_and_at_our_own_lines() -> None:
    assert orders("SAY\nhello\n-- \nBob") == ["SAY hello"]
    assert orders("SAY\nhello\n[PLAY QS]\nbye") == ["SAY hello"]


def test_talk_is_bounded() -> None:
    (order,) = reading("SAY\n" + "\n".join(["word " * 30] * 150)).orders
    assert len(order.text) <= MAX_TALK


def test_orders_stand_among_chatter() -> None:
    text = "Hello all,\n\nwhat a deal!\n\nQS\n\nNext time I play KS.\nBob\n--\nthanks\nquit"
    assert orders(text) == ["PLAY QS"]


def test_a_letter_is_read_to_its_limit_and_no_further() -> None:
    assert orders("\n".join(["chatter"] * (MAX_LINES - 1) + ["10S"])) == ["PLAY 10S"]
    assert orders("\n".join(["chatter"] * MAX_LINES + ["10S"])) == []


def test_an_unknown_language_reads_as_english() -> None:
    assert orders("queen of spades", PLAY, "", "tlh") == ["PLAY QS"]


HOSTILE = {
    "a megabyte in a line": ["A" * 1_000_000],
    "a million blank lines": [""] * 1_000_000,
    "verbs without end": ["PLAY " * 190] * 5_000,
    "cards without end": ["PASS " + "qs, " * 240] * 5_000,
    "alternatives without end": ["QS or " * 160] * 5_000,
    "politeness without end": ["ok, please, ok, I will " * 40 + "QS"] * 5_000,
    "quotes without end": ["“" * 990] * 5_000,
    "brackets without end": ["[" * 990] * 5_000,
    "dashes without end": ["QS - " * 190] * 5_000,
    "look-alikes without end": ["РLАY QЅ " * 120] * 5_000,
    "characters that grow": ["\ufdfa" * 990] * 5_000,
    "marks without end": ["e" + "\u0301" * 990] * 5_000,
    "mail links without end": ["INVITE " + "<mailto:" * 110] * 5_000,
    "talk without end": ["SAY"] + ["word " * 190] * 5_000,
}


def work(lines: list[str], subject: str = "") -> int:
    """The calls that reading a letter makes, of Python's functions and of C's."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        parse(lines, subject, PLAY, SPECS)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_letter_costs_a_bounded_number_of_steps(name: str) -> None:
    # Two hundred lines of a thousand characters, and a dozen calls for each character.
    assert work(HOSTILE[name], "[" * 100_000 + "Re: " * 100_000) < MAX_LINES * MAX_LINE * 12


LINES = st.text(max_size=60) | st.text(alphabet="QSKAHTJ10 ♠♥,.?![]<>*_-'\"\n\u200b\u00a0АЅ", max_size=40)
STATES = st.sampled_from(EVERY_STATE)


@given(st.lists(LINES, max_size=12), LINES, STATES)
def test_any_letter_is_read(lines: list[str], subject: str, asked: Asked) -> None:
    read = parse(lines, subject, asked, SPECS)
    assert read.orders or read.misread
    assert all(len(order.line.splitlines()) <= 1 for order in read.orders)


@given(st.lists(LINES, max_size=8), STATES)
def test_a_letter_reads_the_same_each_time_and_without_its_blank_ends(lines: list[str], asked: Asked) -> None:
    read = parse(lines, "", asked, SPECS)
    assert read == parse(lines, "", asked, SPECS)
    assert read == parse(["", *lines, "", ""], "", asked, SPECS)


OF_AN_ORDER = frozenset(
    phrases(
        "the | of | and | play | pass | lead | queen | king | spade | spades | hearts | heart | club | two | three"
        " | seven | ten | my | i | will | card | cards | is | please | then | well"
    )
)
OF_A_SENTENCE = OF_AN_ORDER | frozenset(
    phrases(
        "you | we | a | or | not | hand | was | would | don't | maybe | if | good | game | trick | moon | score | so"
    )
)
PROSE = st.lists(st.sampled_from(sorted(OF_A_SENTENCE)), min_size=1, max_size=9)


@given(PROSE)
def test_prose_plays_nothing_unless_its_every_word_is_of_the_grammar(them: list[str]) -> None:
    for asked in (PLAY, PASS):
        for order in parse([" ".join(them)], "", asked, SPECS).orders:
            if order.verb in ("PLAY", "PASS"):
                assert set(them) <= OF_AN_ORDER
                assert order.cards


RANK_WORDS: dict[Rank, tuple[str, ...]] = {
    Rank.TEN: ("ten",),
    Rank.JACK: ("jack", "knave"),
    Rank.QUEEN: ("queen",),
    Rank.KING: ("king",),
    Rank.ACE: ("ace",),
    Rank.TWO: ("two", "deuce"),
    Rank.SEVEN: ("seven",),
}
SUIT_WORDS = {Suit.CLUBS: "club", Suit.DIAMONDS: "diamond", Suit.SPADES: "spade", Suit.HEARTS: "heart"}
SIGNS = {Suit.CLUBS: "♣♧", Suit.DIAMONDS: "♦♢", Suit.SPADES: "♠♤", Suit.HEARTS: "♥♡❤"}


def spelt(card: Card, rng: random.Random) -> str:
    """The card in one of its spellings."""
    sign = rng.choice([card.suit.letter, card.suit.letter, *SIGNS[card.suit]]) + rng.choice(
        ["", "", "\ufe0f", "\u200d"]
    )
    rank = "T" if card.rank is Rank.TEN and rng.random() < 0.3 else card.rank_text
    name = rng.choice([*RANK_WORDS.get(card.rank, ()), card.rank_text])
    spellings: list[str] = [
        rank + sign,
        sign + rank,
        f"{name} of {SUIT_WORDS[card.suit]}s",
        f"the {name} of {card.suit.letter}",
        f"{rng.choice('*_')}{rank}{card.suit.letter}{rng.choice('*_')}",
    ]
    return rng.choice(spellings)


def typed(text: str, rng: random.Random) -> str:
    """The text as some keyboard or mail program leaves it."""
    text = rng.choice([text.upper(), text.lower(), text.title(), text])
    text = text.replace(" ", rng.choice([" ", " ", "  ", "\u00a0", "\u3000", "\t", " \u200b"]))
    left, right = rng.choice(
        [("", ""), ("*", "*"), ("“", "”"), ("  ", " "), ("- ", ""), ("\ufeff", ""), ("\u202b", "\u202c")]
    )
    return left + text + rng.choice(["", "", ".", "!"]) + right


FRENCH_CARDS = st.builds(Card, st.sampled_from(list(SUIT_WORDS)), st.sampled_from([r for r in Rank if r > Rank.ONE]))


@given(FRENCH_CARDS, st.randoms(use_true_random=False))
def test_a_card_played_in_any_spelling_is_that_card(card: Card, rng: random.Random) -> None:
    text = typed(rng.choice(["PLAY ", "play: ", "I play ", "ok, play "]) + spelt(card, rng), rng)
    assert orders(text) == [f"PLAY {card}"], text


@given(st.lists(FRENCH_CARDS, min_size=3, max_size=3, unique=True), st.randoms(use_true_random=False))
def test_cards_passed_in_any_spelling_are_those_cards_in_their_order(them: list[Card], rng: random.Random) -> None:
    listed = rng.choice([", ", " and ", "; ", " + "]).join(spelt(card, rng) for card in them)
    text = typed(rng.choice(["PASS ", "pass: ", "I pass ", ""]) + listed, rng)
    assert orders(text, PASS) == [f"PASS {' '.join(map(str, them))}"], text


@given(st.sampled_from(SPECS), st.randoms(use_true_random=False))
def test_a_verb_in_any_typography_is_that_verb(spec: object, rng: random.Random) -> None:
    assert isinstance(spec, type(SPECS[0]))
    rest = {"card": " QS", "cards": " QS", "choice": " add", "number": " 12", "text": " hello", "bid": " 9"}
    rest |= {"cards-or-none": " none", "ways": " left"}
    text = typed(spec.verb + rest.get(spec.args.value, ""), rng)
    assert [order.verb for order in reading(text, Asked()).orders] == [spec.verb], text


@given(
    st.lists(LINES, max_size=6),
    st.sampled_from(["[QS]", "[PLAY QS]", "> QS", "♠ A K 10 4", "You may play: [3C] [QS]"]),
    STATES,
)
def test_an_inert_line_changes_no_letters_orders(lines: list[str], inert: str, asked: Asked) -> None:
    bare = parse(["chatter", *lines], "", asked, SPECS).orders
    assert parse(["chatter", *lines, "", inert], "", asked, SPECS).orders == bare
