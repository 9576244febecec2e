"""Near misses: what is told to the player, and what is passed over in silence."""

from __future__ import annotations

import pytest

from tests.orders.table import CHARGE, DISCLAIMER, INVITED, NOTHING, PASS, PLAY, Asked, missed, orders, reading


@pytest.mark.parametrize(
    ("text", "asked", "meant"),
    [
        ("PLYA QS", PLAY, "PLAY QS"),
        ("Plat the queen of spades", PLAY, "PLAY QS"),
        ("PLAYQS", PLAY, "PLAY QS"),
        ("PLAY Q S", PLAY, "PLAY QS"),
        ("PLAY 10 h", PLAY, "PLAY 10H"),
        ("Q S", PLAY, "PLAY QS"),
        ("PSAS QS KS AH", PASS, "PASS QS KS AH"),
        ("PASS QSKSAH", PASS, "PASS QS KS AH"),
        ("qsksah", PASS, "PASS QS KS AH"),
        ("Q S, K S, A H", PASS, "PASS QS KS AH"),
        ("QS?", PLAY, "PLAY QS"),
        ("PLAY QS?", PLAY, "PLAY QS"),
        ("I think QS", PLAY, "PLAY QS"),
        ("maybe the queen of spades", PLAY, "PLAY QS"),
        ("I guess QS KS and AH", PASS, "PASS QS KS AH"),
        ("PLAY QS and good luck everybody at the table", PLAY, "PLAY QS"),
        ("PLAY 2C is my favourite opening", PLAY, "PLAY 2C"),
        ("ha", PLAY, "PLAY AH"),
        ("Ah!", PLAY, "PLAY AH"),
        ("QS, you fool", PLAY, "PLAY QS"),
        ("QS", NOTHING, "PLAY QS"),
        ("JION", NOTHING, "JOIN"),
        ("resing", NOTHING, "RESIGN"),
        ("INVTE bob@example.org", NOTHING, "INVITE bob@example.org"),
        ("GMAE 12", NOTHING, "GAME 12"),
        ("I resign", PLAY, "RESIGN"),
        ("RESIGN already", PLAY, "RESIGN"),
        ("I give up", PLAY, "RESIGN"),
        ("please stop sending me mails", PLAY, "STOP"),
        ("queen of spaeds", PLAY, "PLAY QS"),
        ("should I pass QS KS AH?", PASS, "PASS QS KS AH"),
        ("yes, but only from next week", INVITED, "JOIN"),
    ],
)
def test_a_near_miss_is_asked_back(text: str, asked: Asked, meant: str) -> None:
    assert missed(text, asked) == ("close", meant)
    assert orders(meant, asked) == [meant]


@pytest.mark.parametrize(
    ("text", "asked", "verb"),
    [
        ("PLAY", PLAY, "PLAY"),
        ("PASS", PASS, "PASS"),
        ("PLAY QS KS", PLAY, "PLAY"),
        ("PLAY cards", PLAY, "PLAY"),
        ("play the card", PLAY, "PLAY"),
        ("QS KS", PLAY, "PLAY"),
        ("QS or KS", PLAY, "PLAY"),
        ("PLAY QS or KS", PLAY, "PLAY"),
        ("don't play QS", PLAY, "PLAY"),
        ("not QS", PLAY, "PLAY"),
        ("pass three spades and a club", PASS, "PASS"),
        ("GAME twelve thousand", PLAY, "GAME"),
        ("MOON perhaps", PLAY, "MOON"),
        ("bid", PLAY, "BID"),
        ("SAY", PLAY, "SAY"),
    ],
)
def test_a_known_verb_with_the_wrong_words_is_named(text: str, asked: Asked, verb: str) -> None:
    assert missed(text, asked) == ("args", verb)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("PLAY QX", "QX"),
        ("PLAY 11H", "11H"),
        ("PLAY 1S", "1S"),
        ("play Q", "Q"),
        ("PLAY the queen", "the queen"),
        ("play a heart", "a heart"),
        ("PASS QS KX AH", "KX"),
        ("PASS QS 22 AH", "22"),
    ],
)
def test_what_is_no_card_is_named(text: str, word: str) -> None:
    assert missed(text, PASS if text.startswith("PASS") else PLAY) == ("not-a-card", word)


@pytest.mark.parametrize("text", ["PLАY QЅ", "РLАY QS", "QЅ", "АН", "ΚΗ", "PLАYQS", "PASS QS KЅ АH", "HЕLP"])
def test_look_alike_letters_are_refused_and_never_guessed(text: str) -> None:
    assert missed(text) == ("mixed-script", "")


@pytest.mark.parametrize("text", ["Привет всем", "Спасибо", "Ευχαριστώ", "да", "ура"])
def test_another_alphabet_is_no_mistake(text: str) -> None:
    assert missed(text) == ("nothing", "")


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("SCROE", "SCORE"),
        ("scores?", "SCORE"),
        ("hnad", "HAND"),
        ("hisotry 3", "HISTORY 3"),
        ("Rules?", "RULES"),
        ("Gmaes", "GAMES"),
    ],
)
def test_a_slip_is_forgiven_where_nothing_can_change(text: str, order: str) -> None:
    assert orders(text, NOTHING) == [order]


@pytest.mark.parametrize("text", ["Hans", "Hanna", "Lars"])
def test_a_name_under_an_order_is_no_slip(text: str) -> None:
    assert orders(f"QS\n\n{text}") == ["PLAY QS"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "Thanks!",
        "THANKS",
        "Bob",
        "hello all",
        "Sent from my iPhone",
        "42",
        "👍",
        "see you on Monday",
        "yes",
        "No!",
        "ok",
    ],
)
def test_chatter_alone_is_nothing(text: str) -> None:
    assert missed(text) == ("nothing", "")


@pytest.mark.parametrize("line", DISCLAIMER)
def test_a_disclaimer_provokes_no_silly_question(line: str) -> None:
    for asked in (NOTHING, PLAY, PASS, CHARGE, INVITED):
        assert missed(line, asked) == ("nothing", "")


def test_a_disclaimer_beside_an_order_is_ignored() -> None:
    read = reading("\n".join(("PLAY QS", "", *DISCLAIMER)))
    assert [order.verb for order in read.orders] == ["PLAY"]
    assert read.misread == ()


def test_a_lone_unknown_word_in_capitals_is_unknown() -> None:
    assert missed("XYZZY") == ("unknown", "")
    assert missed("xyzzy") == ("nothing", "")


def test_a_mail_of_ours_that_comes_back_whole_asks_nothing_silly() -> None:
    text = "Your hand:\n♠ A K 10 4\n♥ Q\n♦\n♣ 3\nYou may play: [3C]\nNorth 10S, East QS, South 2S, West AS\n[PLAY 3C]"
    assert missed(text) == ("unclear", "")


def test_the_likeliest_line_is_told() -> None:
    assert missed("I think QS\nplay the king\nPLYA KS") == ("close", "PLAY KS")
    assert missed("hello\nI think QS\nbye") == ("close", "PLAY QS")


def test_chatter_beside_an_order_is_ignored() -> None:
    read = reading("QS\n\nBy the way, the KS last week was brilliant.\nI thought 4C was lost")
    assert [order.verb for order in read.orders] == ["PLAY"]
    assert read.misread == ()


def test_a_failed_move_beside_talk_is_told_too() -> None:
    read = reading("SAY hello\nPLYA QS")
    assert [order.verb for order in read.orders] == ["SAY"]
    assert [(m.why.value, m.suggestion) for m in read.misread] == [("close", "PLAY QS")]


def test_the_line_is_told_as_it_was_written() -> None:
    (miss,) = reading("  *Plya* “QS” ").misread
    assert miss.line == "*Plya* “QS”"
