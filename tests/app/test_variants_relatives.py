"""The games beside Hearts by mail: who reads nothing but the text plays them to the end (§8.19)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.app import reader, setting
from tests.app.setting import EAST, NORTH
from tests.table import Bench, Sent

Benches = Callable[..., Bench]


def flat(mail: Sent | None) -> str:
    """The text without its line ends."""
    assert mail is not None
    return " ".join(mail.text.split())


@pytest.mark.parametrize(
    ("order", "robots", "words"),
    [
        ("NEW slobberhannes target=4", 3, "Trick 1: "),
        ("NEW knaves target=3", 2, "Trumps are "),
        ("NEW foster-joker", 3, "chips"),
        ("NEW ad-hoc target=20", 3, "Partners in this deal: "),
        ("NEW ciapano target=5", 3, "/3"),
        ("NEW quatre-valets target=3", 3, "You may undertake to take every trick: [BID 5], or [BID CAPOT]."),
    ],
)
def test_a_relative_is_played_to_its_end(benches: Benches, order: str, robots: int, words: str) -> None:
    bench = benches("kin")
    mail = bench.writes(f"North <{NORTH}>", f"{order} WITH {robots} EASY ROBOTS")
    assert mail is not None
    reader.plays_on(bench, NORTH, mail, reader.over)
    assert words in " ".join(flat(one) for one in bench.mails(NORTH))


@pytest.mark.parametrize("words", ["capot", "BID 5"])
def test_every_trick_is_bid_for_in_any_of_these_words(benches: Benches, words: str) -> None:
    bench = benches("capot")
    setting.gather(bench, EAST, "robot", "robot", order="NEW polignac")
    while reader.asked(bench.mail(EAST)) != "bid":
        bench.writes(NORTH, "none", answering=bench.mail(NORTH))
    bench.writes(EAST, words, answering=bench.mail(EAST))
    said = flat(bench.writes(NORTH, "HAND"))
    assert "In this deal no card counts: East must take every trick." in said


def test_where_a_suit_is_bid_for_every_trick_is_no_bid(benches: Benches) -> None:
    bench = benches("bids")
    setting.gather(bench, EAST, "robot", order="NEW auction players=3")
    assert "A bid needs a suit here" in flat(bench.writes(EAST, "BID CAPOT", answering=bench.mail(EAST)))


def test_the_dealer_names_the_contract_and_sees_the_hand(benches: Benches) -> None:
    bench = benches("barbu")
    setting.gather(bench, EAST, "robot", "robot", order="NEW barbu deals=8")
    for _ in range(60):
        waiting = [address for address in (NORTH, EAST) if reader.asked(bench.mail(address))]
        if reader.asked(bench.mail(waiting[0])) == "contract":
            break
        mail = bench.mail(waiting[0])
        bench.writes(waiting[0], reader.ANSWERS[reader.asked(mail)](mail), answering=mail)
    asked = bench.mail(waiting[0])
    assert len(reader.hand(asked)) == 13
    assert "- [CALL LAST TWO]: not the last two tricks, 10 and 20" in flat(asked)
    wrong = bench.writes(waiting[0], "CALL LEFT", answering=asked)
    assert "That is no contract that you may name in this deal." in flat(wrong)
    bench.writes(waiting[0], "no tricks", answering=asked)
    other = next(address for address in (NORTH, EAST) if address != waiting[0])
    assert "What counts in this deal: no tricks, 2 each." in flat(bench.writes(other, "HAND"))


def test_a_compendium_is_played_to_its_end(benches: Benches) -> None:
    bench = benches("king")
    mail = bench.writes(f"North <{NORTH}>", "NEW king deals=4 WITH 3 EASY ROBOTS")
    assert mail is not None
    reader.plays_on(bench, NORTH, mail, reader.over)
    told = " ".join(flat(one) for one in bench.mails(NORTH))
    assert "[CALL" in told
    assert told.count("End of deal") >= 4
