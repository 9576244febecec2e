"""Votes: what a table decides together, silence being a yes after the time that the mail states."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.hearts.entries import Stopped
from tests.app.setting import EAST, NORTH, SOUTH, WEST, begun, entries, gather
from tests.app.test_clocks import due, goes_by, lapsed, seat
from tests.app.test_lapses import answers_all, row
from tests.app.test_vacations import flat
from tests.table import Bench

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def four(bench: Bench, options: str = "clock=24h") -> None:
    gather(bench, EAST, SOUTH, WEST, order=f"NEW {options}")


def says(bench: Bench, who: str, word: str) -> str:
    """This person's answer to the mail that asked."""
    asked = [mail for mail in bench.mails(who) if "A question to the table" in mail.subject]
    return flat(bench.writes(who, word, answering=asked[-1]))


def test_the_mail_that_asks_says_what_by_whom_and_until_when_silence_is_a_yes(bench: Bench) -> None:
    four(bench, "vote=24h")
    answer = flat(bench.writes(NORTH, "PAUSE 3d"))
    assert "has not answered by Tuesday 3 March, 09:00 (UTC) has said yes" in answer
    for who in (EAST, SOUTH, WEST):
        text = flat(bench.mail(who))
        assert "asked by North" in text
        assert "whether to pause the game for 3 days" in text
        assert "[YES] or [NO]" in text
        assert "by Tuesday 3 March, 09:00 (UTC), that counts as yes" in text


def test_a_pause_stops_all_clocks_and_afterwards_they_run_on(bench: Bench) -> None:
    four(bench)
    goes_by(bench, 4 * HOUR)
    bench.writes(NORTH, "PAUSE 3d")
    says(bench, EAST, "yes")
    says(bench, SOUTH, "no")
    assert "The game pauses until" in says(bench, WEST, "yes")
    assert seat(bench).clock.due_at is None
    assert "a vote has been decided" in flat(bench.mail(NORTH))
    goes_by(bench, 3 * DAY - HOUR)
    assert lapsed(bench) == 0
    goes_by(bench, 2 * HOUR)
    assert due(bench) - bench.now == 19 * HOUR
    assert bench.mail(EAST).to_pass == 3  # asked again when it goes on


def test_in_a_pause_whoever_likes_plays_on(bench: Bench) -> None:
    asked = begun(bench, "NEW clock=24h WITH 3 ROBOTS")
    bench.writes(NORTH, "PAUSE")
    played = bench.writes(NORTH, asked.legal[0], answering=asked)
    assert played is not None
    assert seat(bench).clock.due_at is None
    assert flat(bench.writes(NORTH, "GAMES")).count("All clocks stand until") == 1
    bench.writes(NORTH, "RESUME")
    assert due(bench) == bench.now + 24 * HOUR


def test_silence_is_a_yes_when_the_time_is_over(bench: Bench) -> None:
    four(bench, "clock=5d vote=24h")
    bench.writes(NORTH, "VOTE EXTEND 2d")
    before = due(bench)
    says(bench, EAST, "no")
    goes_by(bench, 23 * HOUR)
    assert due(bench) == before
    goes_by(bench, 2 * HOUR)
    assert due(bench) == before + 2 * DAY
    assert "has 2 days more for this answer" in flat(bench.mail(WEST))


def test_as_many_no_as_yes_is_a_no(bench: Bench) -> None:
    four(bench)
    before = due(bench)
    bench.writes(NORTH, "VOTE EXTEND 24h")
    says(bench, EAST, "no")
    says(bench, SOUTH, "no")
    assert "There is no more time" in says(bench, WEST, "yes")
    assert due(bench) == before


def test_who_asked_for_a_pause_ends_it_and_others_ask(bench: Bench) -> None:
    four(bench)
    bench.writes(NORTH, "PAUSE 10d")
    for who in (EAST, SOUTH, WEST):
        says(bench, who, "yes")
    bench.writes(EAST, "RESUME")
    assert row(bench).paused_until is not None
    bench.writes(SOUTH, "VOTE YES")
    says(bench, WEST, "yes")
    bench.writes(NORTH, "RESUME")  # the vote that is open
    assert row(bench).paused_until is not None
    says(bench, NORTH, "yes")
    assert row(bench).paused_until is None


def test_to_end_the_game_makes_this_deal_the_last(bench: Bench) -> None:
    gather(bench, EAST, "2 ROBOTS", order="NEW")
    bench.writes(NORTH, "VOTE END")
    assert "this deal is the last one" in says(bench, EAST, "yes")
    assert any(isinstance(entry, Stopped) for entry in entries(bench, 1))
    assert row(bench).phase == "playing"
    answers_all(bench, NORTH, EAST)
    assert row(bench).phase == "finished"
    assert row(bench).deal == 1
    assert any("Final standings:" in mail.text for mail in bench.mails(NORTH))


@pytest.mark.parametrize("variant", ["american", "hartenjagen"])
def test_every_variant_can_be_ended_after_the_deal(bench: Bench, variant: str) -> None:
    begun(bench, f"NEW {variant} WITH 3 ROBOTS")
    bench.writes(NORTH, "VOTE END")
    answers_all(bench, NORTH)
    assert (row(bench).phase, row(bench).deal) == ("finished", 1)


def test_to_cancel_closes_the_game_without_a_result(bench: Bench) -> None:
    four(bench)
    bench.writes(NORTH, "VOTE CANCEL")
    for who in (EAST, SOUTH, WEST):
        says(bench, who, "yes")
    assert row(bench).phase == "cancelled"
    assert seat(bench).clock.due_at is None
    assert "closed without a result" in flat(bench.mail(NORTH))
    goes_by(bench, 3 * DAY, 6 * HOUR)
    assert lapsed(bench) == 0
    length = row(bench).seq
    question = next(mail for mail in bench.mails(NORTH) if mail.to_pass)
    refused = bench.writes(NORTH, " ".join(question.hand[:3]), answering=question)
    assert "has been closed without a result, so nothing was done" in flat(refused)
    assert (row(bench).phase, row(bench).seq) == ("cancelled", length)


@pytest.mark.parametrize("what", ["END", "CANCEL"])
def test_one_no_is_enough_for_the_game_to_go_on(bench: Bench, what: str) -> None:
    four(bench)
    bench.writes(NORTH, f"VOTE {what}")
    says(bench, EAST, "yes")
    assert "The game goes on" in says(bench, SOUTH, "no")
    assert row(bench).phase == "playing"
    assert "Nothing is asked" in says(bench, WEST, "yes")


@pytest.mark.parametrize("what", ["END", "CANCEL"])
def test_a_result_that_counts_cannot_be_voted_away(bench: Bench, what: str) -> None:
    four(bench, "rated=on")
    assert "The result of this table counts" in flat(bench.writes(NORTH, f"VOTE {what}"))
    assert "have been asked" in flat(bench.writes(NORTH, "PAUSE"))


def test_robots_do_not_vote(bench: Bench) -> None:
    begun(bench)
    assert "closed without a result" in flat(bench.writes(NORTH, "VOTE CANCEL"))
    assert row(bench).phase == "cancelled"


def test_the_time_of_a_vote_waits_for_who_is_away(bench: Bench) -> None:
    four(bench, "vote=24h")
    bench.writes(EAST, "VACATION 10 days")
    answer = flat(bench.writes(NORTH, "VOTE CANCEL"))
    assert "has not answered by Friday 13 March, 00:00 (UTC)" in answer
    goes_by(bench, 9 * DAY, 6 * HOUR)
    assert row(bench).phase == "playing"
    assert "The game goes on" in says(bench, EAST, "no")


def test_a_second_vote_waits_for_the_first(bench: Bench) -> None:
    four(bench)
    bench.writes(NORTH, "PAUSE")
    assert "has a vote already" in flat(bench.writes(EAST, "VOTE END"))


def test_a_mind_can_be_changed_while_the_vote_is_open(bench: Bench) -> None:
    four(bench)
    bench.writes(NORTH, "PAUSE")
    assert "Your no is counted" in says(bench, EAST, "no")
    assert "Your yes is counted" in flat(bench.writes(EAST, "VOTE YES"))
    says(bench, SOUTH, "no")
    assert "The game pauses" in says(bench, WEST, "yes")


@pytest.mark.parametrize("text", ["VOTE PAUSE 61d", "PAUSE 10 weeks", "VOTE EXTEND 31d"])
def test_more_than_the_most_is_refused(bench: Bench, text: str) -> None:
    four(bench)
    assert "That is too long" in flat(bench.writes(NORTH, text))


@pytest.mark.parametrize("text", ["VOTE PAUSE soon", "VOTE END 3d"])
def test_a_vote_that_means_nothing_is_refused_with_what_there_is(bench: Bench, text: str) -> None:
    four(bench)
    assert "[VOTE PAUSE 7d]" in flat(bench.writes(NORTH, text))


def test_a_yes_to_a_vote_may_come_with_the_cards(bench: Bench) -> None:
    four(bench)
    bench.writes(NORTH, "PAUSE")
    hand = next(mail for mail in bench.mails(EAST) if mail.to_pass).hand
    answer = says(bench, EAST, f"yes\nPASS {' '.join(hand[:3])}")
    assert "Your yes is counted" in answer
    assert seat(bench, number=1).acted_length > 0


def test_a_vote_goes_on_over_a_restart(bench: Bench) -> None:
    four(bench, "clock=5d vote=24h")
    bench.writes(NORTH, "PAUSE")
    bench.restart()
    goes_by(bench, 25 * HOUR, 5 * HOUR)
    assert row(bench).paused_until is not None
