"""Giving up a seat is asked once, in whatever words it was said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.ids import GameId
from tests.app.setting import EAST, NORTH, SOUTH, WEST, gather, outcomes, solo
from tests.table import Bench, Sent


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def state(bench: Bench, number: int) -> str:
    from pbem.app.unit_of_work import UnitOfWork

    with bench.worker.database.read() as session:
        return str(UnitOfWork(session, bench.worker.services, bench.now).table(GameId(1)).seats[number].state)


LEAVING = ("RESIGN", "quit", "I quit", "I give up", "leave the game", "I want to leave the game, sorry")


@pytest.mark.parametrize("words", LEAVING)
def test_a_seat_is_given_up_by_one_question_and_its_yes(bench: Bench, words: str) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, words, answering=bench.mail(EAST))
    assert asked is not None
    assert asked.subject == "[Hearts 1] Give up your seat?"
    assert "[VACATION 10 days]" in flat(asked)
    assert state(bench, 1) == "joined"
    done = bench.writes(EAST, "Yes please", answering=asked)
    assert "You have given up your seat in game 1" in flat(done)
    assert state(bench, 1) == "resigned"


def test_a_no_and_silence_keep_the_seat(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    turn = bench.mail(EAST)
    asked = bench.writes(EAST, "RESIGN", answering=turn)
    bench.passes(timedelta(hours=2))
    assert state(bench, 1) == "joined"
    assert "as before" in flat(bench.writes(EAST, "no", answering=asked))
    assert state(bench, 1) == "joined"
    assert bench.writes(EAST, " ".join(turn.hand[:3]), answering=turn) is not None


def test_who_says_resign_again_has_answered_the_question(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    assert "given up your seat" in flat(bench.writes(EAST, "RESIGN", answering=asked))
    assert state(bench, 1) == "resigned"
    assert "asked of you" in flat(bench.writes(EAST, "yes", answering=asked))


def test_the_yes_comes_too_late_for_a_game_that_is_over_or_given_up(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    bench.passes(timedelta(days=15))
    assert "given up your seat" not in flat(bench.writes(EAST, "yes", answering=asked))


def test_the_question_of_one_player_gives_up_no_seat_of_another(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    bench.writes(SOUTH, "yes", answering=asked)
    assert [state(bench, seat) for seat in range(4)] == ["joined"] * 4


@pytest.mark.parametrize("words", ["please stop sending me mails", "Stop sending me mails!"])
def test_the_wish_for_no_more_mails_is_asked_about_and_then_done(bench: Bench, words: str) -> None:
    asked = solo(bench)
    question = bench.writes(NORTH, words, answering=asked)
    assert question is not None
    assert question.subject == "Hearts by mail: No more mails?"
    assert "No more mails go to you" in flat(bench.writes(NORTH, "yes", answering=question))
    sent = len(bench.mails(NORTH))
    bench.passes(timedelta(hours=60))
    assert len(bench.mails(NORTH)) == sent


def test_stop_itself_is_done_at_once(bench: Bench) -> None:
    assert "No more mails go to you" in flat(bench.writes(NORTH, "STOP", answering=solo(bench)))


def test_who_leaves_a_table_that_has_not_begun_is_asked_too(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH} 1 ROBOT")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    asked = bench.writes(EAST, "I want to leave the game", answering=bench.mail(EAST))
    assert "Leave the table?" in asked.subject if asked else False
    assert "You have left the table of game 1" in flat(bench.writes(EAST, "yes", answering=asked))
    assert state(bench, 1) == "open"


def test_the_word_that_ends_a_game_stands_in_no_footer(bench: Bench) -> None:
    mail = solo(bench)
    assert "RESIGN" not in mail.text + mail.html
    bench.writes(NORTH, f"NEW WITH {EAST}")
    invited = bench.mail(EAST)
    assert "NEVER" not in invited.text.partition("\n-- \n")[0]
    assert "NEVER" in invited.text


def test_an_order_of_the_operators_that_cannot_be_read_is_not_called_done(bench: Bench) -> None:
    solo(bench)
    bench.takes(bench.letter(NORTH, "GAME 1\nPLAY XX"), source="operator")
    assert outcomes(bench)[-1] == "misread"
    assert "no order that we know" in flat(bench.mail(NORTH))
    bench.takes(bench.letter(NORTH, "GAME 1\nHAND"), source="operator")
    assert outcomes(bench)[-1] == "done"


NO_MAILS = (
    "unsubscribe",
    "UNSUBSCRIBE",
    "take me off your list, please",
    "I don't want these mails any more",
    "too many mails",
    "Bitte keine Mails mehr",
    "ne m'envoyez plus de mails",
)


@pytest.mark.parametrize("words", NO_MAILS)
def test_mails_are_ended_by_one_question_and_its_yes(bench: Bench, words: str) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, words, answering=bench.mail(EAST))
    assert asked is not None
    assert asked.subject.endswith("No more mails?")
    assert "No more mails go to you" in flat(bench.writes(EAST, "yes", answering=asked))


@pytest.mark.parametrize("words", NO_MAILS[:3])
def test_a_guest_who_wants_no_mails_is_asked_once_and_the_seat_is_free_at_the_yes(bench: Bench, words: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    asked = bench.writes(EAST, words, answering=bench.mail(EAST))
    assert "the seat that was offered to you is free again" in flat(asked)
    assert state(bench, 1) == "invited"
    assert "no invitation reaches this address" in flat(bench.writes(EAST, "yes", answering=asked))
    assert state(bench, 1) == "declined"


def test_a_stranger_who_wants_no_mails_does_not_register_by_a_yes(bench: Bench) -> None:
    asked = bench.writes(EAST, "who are you? please stop sending me mails", proven=False)
    assert "no invitation reaches this address" in flat(bench.writes(EAST, "yes", answering=asked, proven=False))
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} 2 robots")
    assert not any("Invitation" in mail.subject for mail in bench.mails(EAST))


def test_off_the_game_is_not_off_the_list(bench: Bench) -> None:
    gather(bench, EAST, SOUTH, WEST)
    turn = bench.mail(EAST)
    for words in ("please remove me from this game", "take me off this table"):
        asked = bench.writes(EAST, words, answering=turn)
        assert asked is not None
        assert asked.subject == "[Hearts 1] Give up your seat?", words


@pytest.mark.parametrize("who", [NORTH, EAST])
def test_resign_at_a_table_that_gathers_is_taken_as_leaving_it(bench: Bench, who: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    asked = bench.writes(who, "RESIGN", answering=bench.mail(who))
    assert asked is not None
    assert asked.subject == "[Hearts 1] Leave the table?"
    assert "You have left" in flat(bench.writes(who, "yes", answering=asked)) or who == NORTH


def test_resign_in_answer_to_an_invitation_declines_it(bench: Bench) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH}")
    told = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    assert "You have declined the invitation" in flat(told)
    assert state(bench, 1) == "declined"


AGAIN = ("leave the game", "LEAVE", "resign", "I want to leave the game, sorry", "Yes, I quit.\n\nEast")
NOT_AGAIN = ("Did I say leave the game?", "I never said that I resign", "Ben says I resign", "quit asking about it")


@pytest.mark.parametrize("words", AGAIN)
def test_who_says_in_answer_to_our_question_that_he_leaves_has_said_yes(bench: Bench, words: str) -> None:
    bench.writes(f"North <{NORTH}>", f"NEW WITH {EAST} {SOUTH} 1 ROBOT")
    bench.writes(EAST, "yes", answering=bench.mail(EAST))
    asked = bench.writes(EAST, "I want to leave the game", answering=bench.mail(EAST))
    assert "You have left the table of game 1" in flat(bench.writes(f"East <{EAST}>", words, answering=asked))
    assert state(bench, 1) == "open"


@pytest.mark.parametrize("words", ["leave the game", "I resign", "I give up, sorry"])
def test_who_gives_up_a_seat_in_other_words_twice_has_given_it_up(bench: Bench, words: str) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    assert "given up your seat" in flat(bench.writes(EAST, words, answering=asked))
    assert state(bench, 1) == "resigned"


@pytest.mark.parametrize("words", NOT_AGAIN)
def test_what_only_speaks_of_leaving_is_no_yes_to_the_question(bench: Bench, words: str) -> None:
    gather(bench, EAST, SOUTH, WEST)
    asked = bench.writes(EAST, "RESIGN", answering=bench.mail(EAST))
    bench.writes(EAST, words, answering=asked)
    assert state(bench, 1) == "joined"


def test_the_wish_for_no_more_mails_said_twice_is_done(bench: Bench) -> None:
    question = bench.writes(NORTH, "please stop sending me mails", answering=solo(bench))
    assert "No more mails go to you" in flat(bench.writes(NORTH, "Stop these mails!", answering=question))
