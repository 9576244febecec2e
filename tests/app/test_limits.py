"""Limits: loops, floods, and the operator's hold on a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import Bench

OPERATOR = "op@example.net"
AWAY = "I am away until Monday. Kind regards."


def test_an_answering_machine_without_marks_gets_one_answer_and_is_told_so(bench: Bench) -> None:
    turn = setting.begun(bench)
    count = len(bench.mails(NORTH))
    for _ in range(5):
        bench.writes(NORTH, AWAY, answering=turn)
    assert len(bench.mails(NORTH)) == count + 1
    assert "To the same words once more there is no answer" in " ".join(bench.mail(NORTH).text.split())
    assert setting.outcomes(bench)[-1] == "ignored: same words"


def test_a_person_who_finds_other_words_is_answered_each_time_up_to_ten_an_hour_and_thirty_a_day(bench: Bench) -> None:
    turn = setting.begun(bench)
    count = len(bench.mails(NORTH))
    for hour in range(5):
        for number in range(12):
            bench.writes(NORTH, f"hello number {hour} {number}, are you there", answering=turn)
        assert len(bench.mails(NORTH)) == count + min(10 * (hour + 1), 30)
        bench.now += timedelta(minutes=61)
    bench.writes(NORTH, turn.legal[0], answering=turn)
    assert setting.outcomes(bench)[-1] == "done"


def test_only_the_first_unread_letter_of_a_row_is_told_how_answers_end_and_a_read_one_begins_a_new_row(
    bench: Bench,
) -> None:
    turn = setting.begun(bench)
    told = "To the same words once more"
    first = bench.writes(NORTH, "hello you", answering=turn)
    second = bench.writes(NORTH, "hello anybody", answering=turn)
    assert first is not None
    assert second is not None
    assert told in " ".join(first.text.split())
    assert told not in " ".join(second.text.split())
    bench.writes(NORTH, "HAND", answering=turn)
    again = bench.writes(NORTH, "hello anybody", answering=turn)
    assert again is not None
    assert told in " ".join(again.text.split())


def test_the_same_words_in_other_lines_and_letters_are_the_same_words(bench: Bench) -> None:
    turn = setting.begun(bench)
    assert bench.writes(NORTH, "I am away\nuntil Monday", answering=turn) is not None
    assert bench.writes(NORTH, "I AM AWAY until  monday", answering=turn) is None


def test_a_proven_newcomer_who_writes_by_hand_is_answered_each_time_too(bench: Bench) -> None:
    for text in ("hello there", "is anybody there", "how does one play", "I would like to play cards", "cards please"):
        assert bench.writes("new@example.org", text) is not None


def test_two_machines_that_answer_each_other_fall_silent(bench: Bench) -> None:
    """A machine answers each mail of ours with ours below, unmarked: it hears ever less, then nothing."""
    mail = setting.begun(bench)
    for _ in range(50):
        before = len(bench.mails(NORTH))
        bench.writes(NORTH, f"We have got your mail.\n\n{mail.text}", answering=mail)
        if len(bench.mails(NORTH)) == before:
            return
        mail = bench.mail(NORTH)
    raise AssertionError("they still write to each other")


def test_a_person_who_mistypes_is_answered_each_time(bench: Bench) -> None:
    turn = setting.begun(bench)
    for word in ("PLYA", "PLAYY", "PLLAY", "PALY"):
        answer = bench.writes(NORTH, f"{word} {turn.legal[0]}", answering=turn)
        assert answer is not None
        assert "Did you mean" in " ".join(answer.text.split())


def test_a_flood_from_one_sender_is_kept_and_not_acted_on_and_is_told_so_once(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"mails_per_hour_per_sender": 5})
    bench.writes(NORTH, "REGISTER")
    for _ in range(8):
        bench.writes(NORTH, "HELP")
    assert len(bench.mails(NORTH)) == 6
    assert "more than 5 have come from you within an hour" in " ".join(bench.mail(NORTH).text.split())
    assert setting.outcomes(bench)[-1] == "ignored: too many letters"
    bench.writes(SOUTH, "HELP")
    assert len(bench.mails(SOUTH)) == 1
    bench.now += timedelta(minutes=61)
    assert bench.writes(NORTH, "HELP") is not None


def test_a_move_an_answer_and_a_stop_are_carried_out_when_the_hour_is_full(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"mails_per_hour_per_sender": 5})
    turn = setting.begun(bench)
    for _ in range(6):
        bench.writes(NORTH, "HELP", answering=turn)
    bench.writes(SOUTH, f"NEW WITH {NORTH} 2 robots")
    invitation = bench.mail(NORTH)
    assert setting.outcomes(bench)[-2] == "ignored: too many letters"
    bench.writes(NORTH, turn.legal[0], answering=turn)
    bench.writes(NORTH, "yes", answering=invitation)
    bench.writes(NORTH, "RESIGN", answering=turn)
    assert setting.outcomes(bench)[-3:] == ["done"] * 3
    sent = len(bench.mails(NORTH))
    bench.writes(NORTH, "PLAY 2C", answering=turn)  # an error is not answered any more
    assert len(bench.mails(NORTH)) == sent


def test_a_table_that_talks_without_end_is_asked_to_wait(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"mails_per_hour_per_sender": 500})
    setting.gather(bench, EAST, SOUTH, WEST)
    bench.writes(SOUTH, "SET CHAT NOW")
    turn = bench.mail(NORTH)
    for n in range(70):
        bench.writes(NORTH, f"SAY {n}", answering=turn)
    assert len([m for m in bench.mails(SOUTH) if "Said by North" in m.text]) == 60
    assert "lines of talk" in bench.mail(NORTH).text


def test_one_person_invites_forty_people_a_day(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"mails_per_hour_per_sender": 500, "games_per_player": 100})
    for n in range(15):
        bench.writes(NORTH, f"NEW WITH a{n}@example.org b{n}@example.org c{n}@example.org")
    invited = [m for m in bench.post.sent if "Invitation" in m.subject]
    assert len(invited) == 39
    assert "invitations today" in " ".join(bench.mail(NORTH).text.split())
    bench.now += timedelta(days=1)
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    assert "Invitation" in bench.mail(EAST).subject


def test_nobody_has_more_games_than_the_operator_allows(benches: Callable[..., Bench]) -> None:
    bench = benches(limits={"games_per_player": 2})
    setting.solo(bench)
    setting.solo(bench)
    answer = bench.writes(NORTH, "NEW WITH 3 ROBOTS")
    assert answer is not None
    assert "You are in 2 games" in answer.text


def operator(bench: Bench, subject: str) -> str:
    bench.takes(bench.letter(OPERATOR, "", subject=subject), source="operator")
    return setting.outcomes(bench)[-1]


def test_a_held_game_takes_no_orders_and_sends_no_mail_but_the_notice(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    turn = bench.mail(NORTH)
    assert operator(bench, "control game hold 1") == "game 1: held"
    assert all("is held for now" in bench.mail(each).text for each in setting.FOUR)
    log, sent = setting.entries(bench, 1), len(bench.post.sent)
    for order in (" ".join(turn.hand[:3]), "HAND", "SAY hello", "RESIGN"):
        answer = bench.writes(NORTH, order, answering=turn)
        assert answer is not None
        assert "is held by the operator" in " ".join(answer.text.split())
        assert "Your hand:" not in answer.text
    bench.passes(timedelta(days=9))
    assert setting.entries(bench, 1) == log
    assert {m.to for m in bench.post.sent[sent:]} == {NORTH}


def test_a_released_game_goes_on_with_the_whole_time_for_each_turn(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    operator(bench, "control game hold 1")
    bench.passes(timedelta(days=9))
    assert operator(bench, "control game release 1") == "game 1: goes on"
    assert "goes on" in bench.mail(WEST).text
    log = setting.entries(bench, 1)
    bench.passes(timedelta(hours=47))
    assert setting.entries(bench, 1) == log
    turn = next(m for m in bench.mails(NORTH) if m.to_pass)
    bench.writes(NORTH, " ".join(turn.hand[:3]), answering=turn)
    assert len(setting.entries(bench, 1)) == len(log) + 1
    bench.passes(timedelta(hours=2))
    assert len(setting.entries(bench, 1)) > len(log) + 3


def test_other_games_go_on_while_one_is_held(bench: Bench) -> None:
    one, two = setting.begun(bench), setting.begun(bench)
    operator(bench, "control game hold 1")
    bench.writes(NORTH, two.legal[0], answering=two)
    bench.writes(NORTH, one.legal[0], answering=one)
    assert len(setting.entries(bench, 2)) > len(setting.entries(bench, 1))


def test_a_table_that_gathers_can_be_held_too(bench: Bench) -> None:
    bench.writes(NORTH, f"NEW WITH {EAST} 2 robots")
    operator(bench, "control game hold 1")
    answer = bench.writes(EAST, "yes", answering=bench.mail(EAST))
    assert answer is not None
    assert "is held" in answer.text
    operator(bench, "control game release 1")
    joined = bench.writes(EAST, "yes", answering=bench.mails(EAST)[0])
    assert joined is not None
    assert joined.to_pass == 3


def test_holding_what_is_held_or_is_no_game_says_so(bench: Bench) -> None:
    setting.solo(bench)
    assert operator(bench, "control game release 1") == "game 1: is not held already"
    operator(bench, "control game hold 1")
    assert operator(bench, "control game hold 1") == "game 1: is held already"
    assert operator(bench, "control game hold 7") == "there is no game 7 that goes on"
    assert operator(bench, "control game burn 1").startswith("not an order")
