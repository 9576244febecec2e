"""A forger silences nobody: what is unproven never counts against what is proven. Letters in, letters out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from pbem.db.models import PlayerRow
from tests.app import setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.app.test_bounces import comes_back, paused
from tests.app.test_security import FAIL, FRIEND, acted
from tests.table import Bench

NEW = "new@example.org"


def flat(text: str) -> str:
    return " ".join(text.split())


def players(bench: Bench) -> int:
    with bench.worker.database.read() as session:
        return len(session.exec(select(PlayerRow.id)).all())


@pytest.mark.parametrize("headers", [{}, FAIL])
def test_a_hundred_forged_letters_in_an_hour_do_not_keep_the_owners_reply_from_being_carried_out(
    bench: Bench, headers: dict[str, str]
) -> None:
    turn = setting.begun(bench)
    for number in range(70):
        bench.writes(NORTH, f"HELP\n{number}", proven=False, headers=headers)
    assert len(bench.mails(NORTH)) <= 5
    bench.writes(NORTH, turn.legal[0], answering=turn, proven=False)
    assert acted(bench)


def test_forged_orders_leave_the_owners_own_questions_free(bench: Bench) -> None:
    turn = setting.begun(bench)
    for _ in range(10):
        bench.writes(NORTH, "RESIGN", proven=False)
    answer = bench.writes(NORTH, "FORGET ME", answering=turn)
    assert answer is not None
    assert "delete your account" in answer.subject


def test_a_leaked_reply_address_does_not_use_up_the_owners_questions_either(bench: Bench) -> None:
    turn = setting.begun(bench)
    for _ in range(10):
        bench.writes(FRIEND, turn.legal[0], answering=turn)
    answer = bench.writes(NORTH, "FORGET ME", answering=turn)
    assert answer is not None
    assert "delete your account" in answer.subject


def test_an_unproven_order_of_the_owner_behind_forged_ones_waits_for_the_next_hour_and_is_asked_then(
    bench: Bench,
) -> None:
    turn = setting.begun(bench)
    for _ in range(3):
        bench.writes(NORTH, "RESIGN", proven=False)
    assert bench.writes(NORTH, turn.legal[0], proven=False) is None
    assert setting.outcomes(bench)[-1] == "waits: limit for unproven letters"
    bench.passes(timedelta(hours=2))
    question = bench.mail(NORTH)
    assert f"PLAY {turn.legal[0]}" in question.text
    bench.writes(NORTH, "yes", answering=question, proven=False)
    assert acted(bench)


def test_a_forged_unreadable_letter_does_not_eat_the_answers_to_the_owners_own(bench: Bench) -> None:
    turn = setting.begun(bench)
    for number in range(12):
        bench.writes(NORTH, f"what now {number}", proven=False)
    assert bench.writes(NORTH, "what now 11", answering=turn, proven=False) is not None
    assert bench.writes(NORTH, "and what now", answering=turn, proven=False) is not None


def test_a_forged_hello_does_not_end_the_pause_of_a_mailbox_that_bounced(bench: Bench) -> None:
    setting.gather(bench, EAST, SOUTH, WEST)
    turn = bench.mail(EAST)
    comes_back(bench, 3)
    for text in ("hello", "HELP", "GAMES"):
        bench.writes(EAST, text, proven=False)
    assert paused(bench)
    bench.writes(EAST, "hello", answering=turn, proven=False)
    assert not paused(bench)


def test_a_forged_letter_does_not_end_the_pause_that_a_person_asked_for(bench: Bench) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, "STOP", answering=turn)
    bench.writes(NORTH, "hello", proven=False)
    assert paused(bench, NORTH)


def test_forged_helps_from_everywhere_do_not_shut_out_a_proven_newcomer(bench: Bench) -> None:
    for number in range(25):
        bench.writes(f"x{number}@example.org", "HELP", proven=False)
    assert bench.writes(NEW, "HELP") is not None
    bench.writes(NORTH, f"NEW WITH {NEW} 2 robots")
    joined = bench.writes(NEW, "JOIN", answering=bench.mail(NEW), proven=False)
    assert joined is not None
    assert joined.to_pass == 3


def test_an_unproven_newcomer_whom_a_spent_limit_meets_is_answered_in_the_next_hour(bench: Bench) -> None:
    for number in range(25):
        bench.writes(f"x{number}@example.org", "HELP", proven=False)
    assert bench.writes(NEW, "NEW WITH 3 ROBOTS", proven=False) is None
    bench.passes(timedelta(hours=1))
    question = bench.mail(NEW)
    answer = bench.writes(NEW, "yes please", answering=question, proven=False)
    assert answer is not None
    assert answer.to_pass == 3


def test_a_newcomer_who_has_been_answered_by_forgery_alone_is_proven_and_heard_at_once(bench: Bench) -> None:
    for _ in range(5):
        bench.writes(NEW, "HELP", proven=False)
    assert bench.writes(NEW, "HELP") is not None


def test_no_more_than_three_letters_of_one_address_wait(bench: Bench) -> None:
    for number in range(12):
        bench.writes(NEW, f"HELP\n{number}", proven=False)
    assert setting.outcomes(bench).count("waits: limit for unproven letters") == 3
    assert setting.outcomes(bench).count("ignored: stranger limit") == 6
    bench.passes(timedelta(hours=3))
    assert len(bench.mails(NEW)) == 6


@pytest.mark.parametrize("order", ["REGISTER", "REGISTER Anna", "NEW WITH 3 ROBOTS", "TUTORIAL", "JOIN", "JOIN ANY"])
def test_a_forged_order_makes_nobody_a_player(bench: Bench, order: str) -> None:
    bench.writes(NORTH, f"NEW WITH {NEW} 2 robots")
    before = players(bench)
    assert bench.writes(NEW, order, proven=False) is not None
    assert players(bench) == before


@pytest.mark.parametrize(
    "text",
    ["SAY Visit evil.example now\nRESIGN", "RESIGN\nVisit https://evil.example now", "NAME Visit evil.example now"],
)
def test_a_question_to_an_owner_shows_the_orders_and_none_of_a_strangers_words(bench: Bench, text: str) -> None:
    turn = setting.begun(bench)
    bench.writes(NORTH, text, proven=False, subject="evil.example")
    bench.writes(FRIEND, text, answering=turn, subject="evil.example")
    questions = bench.mails(NORTH)[-2:]
    assert [question.subject.startswith("Please confirm") for question in questions] == [True, True]
    for question in questions:
        assert b"evil" not in question.raw
        assert "the order " in question.text


def test_a_letter_with_anothers_reply_address_and_no_order_asks_the_owner_nothing(bench: Bench) -> None:
    turn = setting.begun(bench)
    sent = len(bench.mails(NORTH))
    bench.writes(FRIEND, "Buy cheap pills at evil.example", answering=turn, proven=False)
    assert len(bench.mails(NORTH)) == sent
