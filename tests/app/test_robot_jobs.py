"""Robots that search think outside of every transaction; the teacher looks back; hints where the table allows them."""

from __future__ import annotations

import random
import re
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from multiprocessing import get_context
from typing import Any

import pytest

from pbem.app.jobs import robot_jobs
from pbem.db.queries import game_log, jobs
from pbem.db.queries.jobs import Job
from pbem.hearts.entries import Choice
from pbem.hearts.view import SeatView
from pbem.ids import GameId
from pbem.mail.message.raw_message import RawMessage
from pbem.robots import LEVELS, tasks
from pbem.table.states import JobKind
from tests.table import Bench, Sent

NORTH = "North <north@example.org>"


def table(bench: Bench, what: str) -> Sent:
    bench.writes(NORTH, "REGISTER North")
    mail = bench.writes(NORTH, f"NEW {what}")
    assert mail is not None
    return mail


def flat(mail: Sent) -> str:
    return " ".join(mail.text.split())


def answer(mail: Sent) -> str:
    if mail.to_pass:
        return " ".join(mail.hand[: mail.to_pass])
    return mail.legal[0] if mail.legal else "CHARGE NONE"


def play_until(bench: Bench, mail: Sent, words: str) -> Sent:
    for _ in range(60):
        if words in mail.text:
            return mail
        got = bench.writes(NORTH, answer(mail), answering=mail)
        assert got is not None
        mail = got
    raise AssertionError(f"no mail says {words!r}")


def test_a_robot_that_searches_is_not_waited_for_by_the_letter(bench: Bench) -> None:
    bench.writes(NORTH, "REGISTER North")
    proof = {"Authentication-Results": "mx.example.net; dmarc=pass header.from=example.org"}
    raw = bench.letter(NORTH, "NEW web WITH hard robot, hard robot, hard robot", headers=proof)
    bench.worker.keep([RawMessage(raw, "smtp")])
    bench.worker.work()
    while bench.worker.delivery.round():
        pass
    mail = bench.mail("north@example.org")
    assert mail.to_pass == 3  # the player has been asked, while the robots' passes are still to be thought about
    with bench.worker.database.read() as session:
        assert jobs.count(session) >= 1
    bench.writes(NORTH, answer(mail), answering=mail)
    with bench.worker.database.read() as session:
        assert jobs.count(session) == 0
    assert bench.mail("north@example.org").legal


def test_a_game_with_hard_robots_is_played_to_its_end(bench: Bench) -> None:
    mail = table(bench, "web target=20 WITH hard robot, medium robot, easy robot")
    assert "Final standings:" in play_until(bench, mail, "Final standings:").text


def test_thinking_in_another_process_gives_the_same_game(bench: Bench) -> None:
    mail = table(bench, "web WITH hard robot, hard robot, hard robot")
    raw = bench.letter(NORTH, answer(mail), answering=mail)
    bench.worker.keep([RawMessage(raw, "smtp")])
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        while bench.worker.work() + bench.worker.think(pool):
            pass
    with bench.worker.database.read() as session:
        away = game_log.log(session, GameId(1))
    other = Bench(bench.folder / "other")
    here = table(other, "web WITH hard robot, hard robot, hard robot")
    other.writes(NORTH, answer(here), answering=here)
    with other.worker.database.read() as session:
        assert game_log.log(session, GameId(1)) == away
    other.close()


def test_a_turn_survives_a_restart_in_the_middle_of_a_thought(bench: Bench) -> None:
    mail = table(bench, "web WITH hard robot, hard robot, hard robot")
    raw = bench.letter(NORTH, answer(mail), answering=mail)
    bench.worker.keep([RawMessage(raw, "smtp")])
    bench.worker.work()
    bench.restart()
    bench.runs()
    assert bench.mail("north@example.org").legal


def test_robots_that_are_killed_in_their_thoughts_go_on_and_choose_what_they_would_have_chosen(bench: Bench) -> None:
    mail = table(bench, "web WITH hard robot, hard robot, hard robot")
    bench.worker.keep([RawMessage(bench.letter(NORTH, answer(mail), answering=mail), "smtp")])
    bench.worker.work()
    while thoughts(bench):
        for _ in range(2):  # thought, and killed before a word of it is written down
            with bench.worker.database.read() as session:
                doomed = robot_jobs.task(session, bench.worker.services, jobs.waiting(session, 1)[0])
            assert doomed is not None
            doomed.function(*doomed.arguments)
            bench.now += timedelta(minutes=7)
            bench.restart()
        before = thoughts(bench), bench_log(bench)
        bench.worker.think(most=1)
        bench.restart()
        assert (thoughts(bench), bench_log(bench)) != before  # each thought that ends is one less
    calm = Bench(bench.folder / "calm")
    asked = table(calm, "web WITH hard robot, hard robot, hard robot")
    calm.writes(NORTH, answer(asked), answering=asked)
    assert bench_log(calm) == bench_log(bench)
    calm.close()


def thoughts(bench: Bench) -> int:
    with bench.worker.database.read() as session:
        return jobs.count(session)


def bench_log(bench: Bench) -> object:
    with bench.worker.database.read() as session:
        return game_log.log(session, GameId(1))


class Broken:
    """A robot that cannot think."""

    def choose(self, view: SeatView, _: random.Random) -> Choice:
        raise ZeroDivisionError(f"seat {view.seat}")


@pytest.mark.parametrize("broken", [("hard",), ("hard", "medium")])
def test_a_robot_that_fails_is_stood_in_for_by_something_simpler(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, broken: tuple[str, ...]
) -> None:
    mail = table(bench, "web WITH hard robot, hard robot, hard robot")
    for level in broken:
        monkeypatch.setitem(LEVELS, level, Broken())
    bench.writes(NORTH, answer(mail), answering=mail)
    asked = bench.mail("north@example.org")
    assert asked.legal
    bench.writes(NORTH, answer(asked), answering=asked)
    assert len(bench.mail("north@example.org").hand) < 13
    assert "A robot has failed several times" in flat(bench.mail("op@example.net"))
    with bench.worker.database.read() as session:
        assert jobs.count(session) == 0


class Dying(Executor):
    """A pool whose every process is ended before it has answered."""

    def submit(self, *_: object, **__: object) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("A child process terminated abruptly"))
        return future


def test_a_game_goes_on_though_no_process_for_robots_lives_long_enough(bench: Bench) -> None:
    mail = table(bench, "web WITH hard robot, hard robot, hard robot")
    bench.worker.keep([RawMessage(bench.letter(NORTH, answer(mail), answering=mail), "smtp")])
    while bench.worker.work() + bench.worker.think(Dying()):
        pass
    bench.runs()
    assert bench.mail("north@example.org").legal


@pytest.mark.parametrize("asked", ["HINT", "REVIEW"])
def test_who_asked_for_what_cannot_be_had_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    mail = table(bench, "web hints=on WITH 3 robots")
    if asked == "REVIEW":
        mail = play_until(bench, mail, "End of deal 1")
        monkeypatch.setattr(tasks, "review", Broken().choose)
    monkeypatch.setitem(LEVELS, "hard", Broken())
    told = bench.writes(NORTH, asked, answering=mail)
    assert told is not None
    assert f"You asked for a {asked.lower()} in game 1, and the robot could not give it" in flat(told)
    assert bench.writes(NORTH, answer(mail), answering=mail) is not None


def test_a_stand_in_that_searches_plays_for_who_is_late(bench: Bench) -> None:
    mail = table(bench, "web standin=hard deadline=1h WITH 3 robots")
    bench.passes(timedelta(hours=2))
    later = bench.mail("north@example.org")
    assert later.raw != mail.raw
    assert later.legal
    with bench.worker.database.read() as session:
        assert any(getattr(entry, "stand_in", False) for entry in game_log.log(session, GameId(1)))


def test_after_a_deal_the_robot_says_what_it_thinks_of_each_choice(bench: Bench) -> None:
    mail = play_until(bench, table(bench, "web WITH 3 robots"), "End of deal 1")
    review = bench.writes(NORTH, "REVIEW", answering=mail)
    assert review is not None
    assert "This is what the hard robot thinks." in " ".join(review.text.split())
    assert "- Trick 1:" in review.text
    assert "Luck and skill:" in review.text


def test_a_review_waits_until_no_turn_and_no_hint_does(bench: Bench) -> None:
    table(bench, "web WITH 3 robots")
    with bench.worker.database.begin() as session:
        now = bench.worker.services.clock()
        for at, (kind, seat) in enumerate(
            [(JobKind.REVIEW, 0), (JobKind.REVIEW, 1), (JobKind.TURN, 2), (JobKind.HINT, 3)]
        ):
            jobs.add(session, Job(GameId(1), kind, seat, now + timedelta(seconds=at), deal=int(kind is JobKind.REVIEW)))
        first = jobs.waiting(session, 8)
        assert [key.kind for key in first] == [JobKind.TURN, JobKind.HINT]
        for key in first:
            jobs.done(session, key)
        assert [(key.kind, key.seat) for key in jobs.waiting(session, 8)] == [(JobKind.REVIEW, 0)]
        jobs.done(session, jobs.waiting(session, 8)[0])
        assert [(key.kind, key.seat) for key in jobs.waiting(session, 8)] == [(JobKind.REVIEW, 1)]


def test_a_deal_that_is_not_over_is_not_reviewed(bench: Bench) -> None:
    mail = table(bench, "web WITH 3 robots")
    got = bench.writes(NORTH, "REVIEW", answering=mail)
    assert got is not None
    assert "Not done" in got.text
    assert "REVIEW" not in got.subject


def test_a_variant_that_only_the_rules_themselves_can_play_out_is_reviewed_too(bench: Bench) -> None:
    mail = play_until(bench, table(bench, "booster WITH 3 robots"), "End of deal 1")
    review = bench.writes(NORTH, "REVIEW", answering=mail)
    assert review is not None
    assert "- Trick 1:" in review.text
    assert "Luck and skill: the deal cost you" in " ".join(review.text.split())


def test_a_variant_that_the_robot_cannot_judge_has_no_review(bench: Bench) -> None:
    mail = play_until(bench, table(bench, "domino moon=add WITH 3 robots"), "End of deal 1")
    review = bench.writes(NORTH, "REVIEW", answering=mail)
    assert review is not None
    assert "does not know this variant" in " ".join(review.text.split())


@pytest.mark.parametrize("option", ["", "rated=on hints=on"])
def test_a_table_that_allows_no_hints_gives_none(bench: Bench, option: str) -> None:
    mail = table(bench, f"web {option} WITH 3 robots")
    got = bench.writes(NORTH, "HINT", answering=mail)
    assert got is not None
    assert "This table allows no hints." in got.text


def test_a_hint_names_legal_cards_and_stands_in_the_log(bench: Bench) -> None:
    mail = table(bench, "web hints=on WITH 3 robots")
    hint = bench.writes(NORTH, "HINT", answering=mail)
    assert hint is not None
    words = " ".join(hint.text.split()).partition("would choose ")[2].partition(" in your place")[0].split()
    assert len(words) == 3
    assert set(words) <= set(mail.hand)
    with bench.worker.database.read() as session:
        assert [type(e).__name__ for e in game_log.log(session, GameId(1))].count("Hinted") == 1
    passed = bench.writes(NORTH, " ".join(words), answering=mail)
    assert passed is not None
    over = play_until(bench, passed, "End of deal 1")
    history = bench.writes(NORTH, "HISTORY 1", answering=over)
    assert history is not None
    assert "- Hints from the robot to you: 1" in history.text


def test_help_robots_tells_the_levels(bench: Bench) -> None:
    mail = bench.writes(NORTH, "HELP ROBOTS")
    assert mail is not None
    for level in ("Easy", "Medium", "Hard"):
        assert f"- {level} plays" in mail.text


def test_a_hint_is_given_to_any_question(bench: Bench) -> None:
    bidding = table(bench, "auction hints=on WITH 3 robots")
    hint = bench.writes(NORTH, "HINT", answering=bidding)
    assert hint is not None
    assert re.search(r"The hard robot would (make no bid|bid \d+, and name the suit [CDHS]) in your place", flat(hint))
    charging = bench.writes(NORTH, "NEW turbo pass=hold hints=on WITH 3 robots")
    assert charging is not None
    hint = bench.writes(NORTH, "HINT", answering=charging)
    assert hint is not None
    assert re.search(r"The hard robot would lay .* open in your place", flat(hint))


def test_a_deal_of_a_game_that_is_over_can_still_be_reviewed(bench: Bench) -> None:
    mail = table(bench, "web target=5 WITH 3 robots")
    over = play_until(bench, mail, "Final standings:")
    review = bench.writes(NORTH, "REVIEW 1", answering=over)
    assert review is not None
    assert "- Trick 1:" in review.text
