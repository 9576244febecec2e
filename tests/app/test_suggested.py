"""A suggestion is a question: "did you mean PLAY QS?" -> yes, in any words, as long as it can still be meant."""

from __future__ import annotations

import pytest

from pbem.hearts.entries import Passed, Played
from tests.app.setting import EAST, NORTH, SOUTH, WEST, entries, must_pass
from tests.app.test_early import led, played
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def mistyped(bench: Bench, text: str = "PLYA AC") -> Sent:
    """East is asked whether a card was meant."""
    led(bench)
    asked = bench.writes(EAST, text, answering=bench.mail(EAST))
    assert 'Did you mean "PLAY AC"?' in flat(asked)
    assert asked is not None
    return asked


@pytest.mark.parametrize("text", ["PLYA AC", "ace of culbs", "6C\nno wait, AC", "hmm 6C\nnein, AC", "AC\nwait"])
@pytest.mark.parametrize("word", ["yes", "Ja, genau", "[YES]", "that's what I meant"])
def test_a_yes_plays_the_card(bench: Bench, text: str, word: str) -> None:
    assert flat(bench.writes(EAST, word, answering=mistyped(bench, text), proven=False)).startswith("Played: AC.")
    assert played(bench, 1)[:2] == ["2C", "AC"]


def test_the_mail_that_suggests_takes_another_card_as_well(bench: Bench) -> None:
    bench.writes(EAST, "6C", answering=mistyped(bench), proven=False)
    assert played(bench, 1)[:2] == ["2C", "6C"]


def test_a_no_plays_nothing_and_a_second_yes_is_told_so(bench: Bench) -> None:
    asked = mistyped(bench)
    assert "all goes on as before" in flat(bench.writes(EAST, "no", answering=asked))
    assert "asked of you" in flat(bench.writes(EAST, "yes", answering=asked))
    assert played(bench, 1) == ["2C"]


def test_a_word_that_is_neither_is_asked_again_and_then_yes_plays(bench: Bench) -> None:
    again = bench.writes(EAST, "whatever", answering=mistyped(bench))
    assert 'Did you mean "PLAY AC"?' in flat(again)
    bench.writes(EAST, "yes", answering=again, proven=False)
    assert played(bench, 1)[:2] == ["2C", "AC"]


def test_a_yes_to_a_turn_that_is_over_is_answered_and_plays_nothing(bench: Bench) -> None:
    asked = mistyped(bench)
    bench.writes(EAST, "3C", answering=bench.mails(EAST)[0])
    before = played(bench, 1)
    told = flat(bench.writes(EAST, "yes", answering=asked))
    assert "turn" in told
    assert "over" in told
    assert played(bench, 1) == before


def test_a_yes_passes_the_three_cards(bench: Bench) -> None:
    must_pass(bench, 1, "KH 10C QS 2D")
    asked = bench.writes(EAST, "PSAS KH 10C QS", answering=bench.mail(EAST))
    bench.writes(EAST, "yes", answering=asked, proven=False)
    (passed,) = [entry for entry in entries(bench, 1) if isinstance(entry, Passed)]
    assert sorted(card.text for card in passed.cards) == ["10C", "KH", "QS"]


def test_whoever_else_says_yes_plays_nothing_before_the_owner_has_agreed(bench: Bench) -> None:
    asked = mistyped(bench)
    bench.writes(WEST, "yes", answering=asked)
    bench.writes("mallory@example.com", "yes", answering=asked)
    assert played(bench, 1) == ["2C"]
    question = bench.mail(EAST)
    assert "which we do not know as yours" in flat(question)
    bench.writes(EAST, "yes", answering=question, proven=False)
    assert played(bench, 1)[:2] == ["2C", "AC"]


def test_one_mail_asks_one_thing(bench: Bench) -> None:
    led(bench)
    text = "GAME 1\nPLYA AC\nGAME 1\nPLYA 6C"
    told = flat(bench.writes(EAST, text, answering=bench.mail(EAST)))
    assert told.count("[YES]") == 1


@pytest.mark.parametrize("words", ["maybe", "what is Hearts?", "who are you?"])
def test_an_invitation_is_still_open_after_words_that_say_nothing(bench: Bench, words: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    told = bench.writes(EAST, words, answering=bench.mail(EAST), proven=False)
    assert "[JOIN] or a plain yes" in flat(told)
    assert "You have joined game 1" in flat(bench.writes(EAST, "yes", answering=told, proven=False))


def test_a_question_is_still_open_after_words_that_say_nothing(bench: Bench) -> None:
    led(bench)
    asked = bench.writes(EAST, "GAME 1\nPLAY AC", proven=False)
    again = bench.writes(EAST, "who are you?", answering=asked, proven=False)
    assert "[YES] or [NO]" in flat(again)
    bench.writes(EAST, "yes", answering=again, proven=False)
    assert [entry.card.text for entry in entries(bench, 1) if isinstance(entry, Played)][:2] == ["2C", "AC"]


def test_a_plan_at_the_own_turn_says_that_the_turn_is_still_open(bench: Bench) -> None:
    led(bench)
    told = flat(bench.writes(EAST, "DUMP QS", answering=bench.mail(EAST)))
    assert "your turn is still open" in told
    assert "You may play: [AC] [6C] [3C]" in told


def test_a_guest_who_is_no_player_is_forgotten_at_once_and_gets_no_account(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    told = bench.writes(EAST, "FORGET ME", answering=bench.mail(EAST), proven=False)
    assert "removed from here" in flat(told)
    assert "Welcome" not in flat(told)
    assert EAST.partition("@")[0] not in flat(bench.writes(NORTH, "GAMES")).lower()


def test_a_guest_who_wants_no_mails_is_asked_once(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    asked = bench.writes(EAST, "please stop sending me mails", answering=bench.mail(EAST), proven=False)
    told = flat(bench.writes(EAST, "yes", answering=asked, proven=False))
    assert "From now on no invitation reaches this address" in told


@pytest.mark.parametrize("text", ["Did Ben play the AC?", "Ben had the AC", "I had the AC last time"])
def test_what_is_told_of_a_card_suggests_no_play(bench: Bench, text: str) -> None:
    led(bench)
    told = flat(bench.writes(EAST, text, answering=bench.mail(EAST)))
    assert "Did you mean" not in told
    assert "You may play: [AC] [6C] [3C]" in told


def test_words_behind_the_line_of_a_game_are_answered(bench: Bench) -> None:
    led(bench)
    told = flat(bench.writes(EAST, "GAME 1\nwhat shall I do here", answering=bench.mail(EAST)))
    assert "no order that we know" in told


def test_leaving_behind_the_line_of_a_game_is_asked_once(bench: Bench) -> None:
    led(bench)
    asked = bench.writes(EAST, "GAME 1\nI give up", answering=bench.mail(EAST))
    assert "given up your seat" in flat(bench.writes(EAST, "yes", answering=asked))


def test_the_initials_of_a_player_are_no_card_though_the_letter_bears_no_name(bench: Bench) -> None:
    led(bench)
    bench.writes(EAST, "NAME Ann Carter")
    told = flat(bench.writes(EAST, "I am still thinking about it.\n\nAC", answering=bench.mails(EAST)[0], proven=False))
    assert "Played" not in told
    assert played(bench, 1) == ["2C"]


@pytest.mark.parametrize(
    ("order", "meant"),
    [
        ("NEW wbe WITH 3 robots", "NEW web WITH 3 robots"),
        ("NEW web tagret=50 WITH 3 robots", "NEW web target=50 WITH 3 robots"),
        ("NEW web moon=subtrakt WITH 3 robots", "NEW web moon=subtract WITH 3 robots"),
    ],
)
def test_a_table_of_a_mistyped_word_is_made_at_a_yes(bench: Bench, order: str, meant: str) -> None:
    bench.writes(f"North <{NORTH}>", "REGISTER")
    asked = bench.writes(NORTH, order)
    assert f'A plain [YES] to this mail does "{meant}".' in flat(asked)
    assert "Your table is made" in flat(bench.writes(NORTH, "yes", answering=asked))


def test_a_join_without_an_invitation_is_offered_an_open_table(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", "NEW OPEN WITH 2 robots")
    bench.writes(f"East <{EAST}>", "REGISTER")
    asked = bench.writes(EAST, "JOIN")
    assert 'A plain [YES] to this mail does "JOIN ANY".' in flat(asked)
    begun = bench.writes(EAST, "yes please", answering=asked)
    assert begun is not None
    assert begun.to_pass == 3


@pytest.mark.parametrize("proven", [True, False])
def test_a_strangers_join_is_told_what_can_be_played_and_a_yes_plays_it(bench: Bench, proven: bool) -> None:
    offered = bench.writes(f"East <{EAST}>", "JOIN", proven=proven)
    assert "There is no open invitation for you. This is Hearts by mail" in flat(offered)
    begun = bench.writes(f"East <{EAST}>", "yes", answering=offered, proven=proven)
    assert begun is not None
    assert begun.to_pass == 3
