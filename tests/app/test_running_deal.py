"""HISTORY and DEAL in the middle of a deal, and GAMES with those that are over: what a seat has seen, and no more."""

from __future__ import annotations

import re

import pytest

from tests.app import reader, setting
from tests.app.setting import EAST, FOUR, NORTH, SOUTH, WEST, lay
from tests.app.test_early import HANDS, VOID_EAST
from tests.table import Bench, Sent

FIRST = ((NORTH, "2C"), (EAST, "AC"), (SOUTH, "4C"), (WEST, "8C"))


def flat(mail: Sent | None) -> str:
    assert mail is not None
    return " ".join(mail.text.split())


def out(mail: Sent) -> set[str]:
    """The cards under "Still out"."""
    _, _, below = mail.text.partition("Still out, as far as you have seen:\n")
    found = {}
    for line in below.split("\n\n")[0].splitlines():
        sign, *ranks = line.split()
        found[sign] = ranks
    return {rank + reader.SUITS[sign] for sign, ranks in found.items() for rank in ranks}


def say(bench: Bench, who: str, order: str) -> Sent:
    said = bench.writes(who, f"GAME 1\n{order}")
    assert said is not None
    return said


@pytest.mark.parametrize("order", ["HISTORY", "DEAL", "deal"])
def test_the_running_deal_is_told_in_play_order_with_the_leader_first(bench: Bench, order: str) -> None:
    lay(bench, HANDS)
    for who, card in FIRST:
        bench.writes(who, card, answering=bench.mail(who))
    bench.writes(EAST, "5D", answering=bench.mail(EAST))
    told = flat(say(bench, WEST, order))
    assert "The running deal, number 4, so far:" in told
    assert "Trick 1: North led 2♣, East A♣, South 4♣, you 8♣: East, 0" in told
    assert "On the table, trick 2: East led 5♦" in told
    assert "Hearts are not broken yet." in told
    assert "The queen of spades is still out." in told


def test_what_is_still_out_is_what_the_seat_has_not_seen(bench: Bench) -> None:
    lay(bench, HANDS)
    for who, card in FIRST:
        bench.writes(who, card, answering=bench.mail(who))
    shown = say(bench, WEST, "DEAL")
    hand = {card.text for card in HANDS[3]} - {"8C"}
    everything = {card.text for one in HANDS for card in one}
    assert out(shown) == everything - hand - {"2C", "AC", "4C", "8C"}


def test_the_queen_is_the_readers_or_out_or_has_fallen(bench: Bench) -> None:
    lay(bench, VOID_EAST)
    bench.writes(NORTH, "2C", answering=bench.mail(NORTH))
    assert "The queen of spades is yours." in flat(say(bench, EAST, "DEAL"))
    assert "The queen of spades is still out." in flat(say(bench, WEST, "DEAL"))
    bench.writes(EAST, "QS", answering=bench.mail(EAST))
    for who in FOUR:
        assert "The queen of spades has fallen." in flat(say(bench, who, "DEAL"))


def test_before_the_first_card_there_is_nothing_to_tell(bench: Bench) -> None:
    lay(bench, HANDS, number=1)
    shown = say(bench, NORTH, "HISTORY")
    assert "In the running deal, number 1, no card has been played yet." in flat(shown)
    assert out(shown) == set()


def test_the_passed_cards_are_told_with_the_tricks(bench: Bench) -> None:
    setting.begun(bench)
    asked = bench.mail(NORTH)
    bench.writes(NORTH, asked.legal[0], answering=asked)
    told = flat(say(bench, NORTH, "DEAL"))
    assert re.search(r"so far: You passed \S+ \S+ \S+ to Pixel\. You got \S+ \S+ \S+ from Rivet\. Trick 1:", told)


def test_our_own_subject_with_nothing_below_is_no_order(bench: Bench) -> None:
    lay(bench, HANDS)
    answered = bench.writes(NORTH, "\n", subject="Re: [Hearts 1] Deal 4", answering=bench.mail(NORTH))
    assert "Your letter was empty" in flat(answered)


@pytest.fixture
def over(bench: Bench) -> Bench:
    """A short game to its end."""
    reader.plays_on(bench, NORTH, setting.solo(bench, "NEW target=10 WITH 3 ROBOTS"))
    return bench


def test_a_game_that_is_over_is_among_the_games(over: Bench) -> None:
    told = flat(over.writes(NORTH, "GAMES"))
    assert "You are in no game now." in told
    assert re.search(r"Over: Number 1: American Hearts, after \d+ deals?\. 1st \w+ \d+, ", told)
    assert "you " in told.partition("Over:")[2]
    setting.solo(over)
    both = flat(over.writes(NORTH, "GAMES"))
    assert both.index("Your games: Number 2") < both.index("Over: Number 1")


def test_the_list_of_games_says_how_to_look_at_one_that_is_over(over: Bench) -> None:
    told = flat(over.writes(NORTH, "GAMES"))
    assert "[GAME 1], and on the next line [HISTORY]" in told
    shown = flat(over.writes(NORTH, "[GAME 1]\n[HISTORY]"))
    assert "What each deal brought" in shown
    assert "running deal" not in shown


def test_the_end_names_the_winner_first_with_the_scores_and_what_may_follow(over: Bench) -> None:
    text = over.mail(NORTH).text
    first = text.splitlines()[0]
    assert re.match(r"The game is over\. The winners? (is|are) (you|Pixel|Cog|Rivet)\b.*, with \d+ points?\.", first)
    for told in ("Final standings", "[REMATCH]", "[REVIEW]", "[HISTORY]"):
        assert told in text


def test_a_robot_keeps_its_name_when_the_same_play_once_more(over: Bench) -> None:
    again = over.writes(NORTH, "REMATCH", answering=over.mail(NORTH))
    assert again is not None
    assert {name for name in ("Pixel", "Cog", "Rivet") if name in again.text} == {"Pixel", "Cog", "Rivet"}
    assert "Robot 1" not in again.text


def test_a_robot_has_the_same_name_in_its_seat_at_every_table_and_nobody_elses(bench: Bench) -> None:
    bench.writes("Cog <north@example.org>", "NEW WITH 3 ROBOTS")
    told = flat(bench.mail(NORTH))
    assert "At the table: you, Pixel (robot), Rivet (robot), Dot (robot)." in told
    setting.solo(bench, host=EAST)
    assert "Pixel (robot), Cog (robot), Rivet (robot)." in flat(bench.mail(EAST))
