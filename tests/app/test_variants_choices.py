"""The decisions that some variants ask for: charging, bidding, keeping, calling, discarding, a dummy's cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.cards import card, cards
from pbem.hearts.rules.presets import PRESETS
from pbem.render.filters import with_sign
from tests.app import reader, setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent

Benches = Callable[..., Bench]


def flat(mail: Sent | None) -> str:
    """The text without its line ends."""
    assert mail is not None
    return " ".join(mail.text.split())


def exposing(benches: Benches) -> Bench:
    """Gong Zhu with two people: north may expose 10C and QS, east JD."""
    bench = benches("s7")
    setting.gather(bench, EAST, "robot", "robot", order="NEW gong-zhu")
    return bench


# charging


def test_cards_are_laid_open_by_naming_them_and_shown_when_all_have_answered(benches: Benches) -> None:
    bench = exposing(benches)
    assert reader.offered(bench.mail(NORTH), "You may lay open:") == ["QS", "10C"]
    bench.writes(NORTH, "qs and 10c", answering=bench.mail(NORTH))
    assert "Laid open" not in bench.mail(EAST).text
    bench.writes(EAST, "none", answering=bench.mail(EAST))
    for address, name in ((NORTH, "you"), (EAST, "North")):
        bench.writes(address, "HAND", answering=bench.mail(address))
        assert f"Laid open by {name}: QS 10C." in flat(bench.mail(address))


@pytest.mark.parametrize("text", ["none", "no", "CHARGE NONE", "expose nothing", "Nothing."])
def test_nothing_is_laid_open_in_any_of_these_words(benches: Benches, text: str) -> None:
    bench = exposing(benches)
    bench.writes(EAST, text, answering=bench.mail(EAST))
    bench.writes(NORTH, "EXPOSE QS", answering=bench.mail(NORTH))
    assert "Laid open by North: QS." in flat(bench.writes(EAST, "HAND", answering=bench.mail(EAST)))


def test_a_mind_may_be_changed_until_the_last_has_answered(benches: Benches) -> None:
    bench = exposing(benches)
    asked = bench.mail(NORTH)
    bench.writes(NORTH, "SET CONFIRM ON")
    assert "You lay open QS 10C." in flat(bench.writes(NORTH, "10C QS", answering=asked))
    assert "Changed: you now lay open QS." in flat(bench.writes(NORTH, "QS", answering=asked))
    bench.writes(EAST, "JD", answering=bench.mail(EAST))
    late = bench.writes(NORTH, "CHARGE none", answering=asked)
    assert "That turn is over" in flat(late) or "not asked for now" in flat(late)
    assert "Laid open by you: QS." in flat(late)
    assert "Laid open by East: JD." in flat(late)


def test_what_may_not_be_laid_open_is_refused_and_asked_again(benches: Benches) -> None:
    bench = exposing(benches)
    asked = bench.mail(NORTH)
    other = next(card for card in reader.hand(asked) if card not in ("10C", "QS"))
    assert f"You may not lay {other} open." in flat(bench.writes(NORTH, f"CHARGE QS {other}", answering=asked))
    assert "You do not hold JD." in flat(bench.writes(NORTH, "JD", answering=asked))
    again = bench.writes(NORTH, "CHARGE", answering=asked)
    assert "does not fit" in flat(again)
    assert reader.asked(bench.mail(NORTH)) == "charge"


def test_a_pass_that_comes_too_late_is_not_taken_for_charges(benches: Benches) -> None:
    bench = benches("s1")
    passing = setting.solo(bench, "NEW turbo WITH 3 ROBOTS")
    charging = bench.writes(NORTH, " ".join(passing.hand[:3]), answering=passing)
    assert charging is not None
    assert reader.asked(charging) == "charge"
    late = bench.writes(NORTH, "QS", answering=passing)
    assert "That turn is over" in flat(late)


def test_a_robot_stands_in_for_who_says_nothing_about_charges(benches: Benches) -> None:
    bench = exposing(benches)
    bench.writes(EAST, "JD", answering=bench.mail(EAST))
    bench.passes(timedelta(hours=49))
    assert any("a robot stood in for you" in flat(mail) for mail in bench.mails(NORTH))
    late = bench.writes(NORTH, "QS 10C", answering=bench.mails(NORTH)[1])
    assert "Laid open by you: QS 10C" not in flat(late)


# bidding


def bidding(benches: Benches, variant: str = "dummy") -> Bench:
    """An auction of two people and a robot; east bids first, north last."""
    bench = benches("bids")
    mail = setting.gather(bench, EAST, "robot", order=f"NEW {variant} players=3")
    if variant == "dummy":
        for address in (NORTH, EAST):
            mail = bench.mail(address)
            bench.writes(address, " ".join(mail.hand[:3]), answering=mail)
    return bench


def test_the_highest_bidder_plays_the_open_dummy(benches: Benches) -> None:
    bench = bidding(benches)
    assert "from 0 to 26" in flat(bench.mail(EAST))
    bench.writes(EAST, "5", answering=bench.mail(EAST))
    asked = bench.mail(NORTH)
    assert "The bids so far: East 5, Cog none." in flat(asked)
    assert "the least is 6" in flat(bench.writes(NORTH, "BID 5", answering=asked))
    assert "only a number here" in flat(bench.writes(NORTH, "7 hearts", answering=asked))
    assert "more than can be won or lost" in flat(bench.writes(NORTH, "27", answering=asked))
    bench.writes(NORTH, "seven", answering=asked)
    told = bench.writes(NORTH, "HAND")
    assert "The hand of the dummy is played by you, for a bid of 7." in flat(told)
    assert re.search(r"(Open on the table, the hand of|The open hand of) the dummy: ", flat(told))


def test_who_is_not_asked_cannot_bid_yet(benches: Benches) -> None:
    bench = bidding(benches)
    assert "It is not your turn." in flat(bench.writes(NORTH, "BID 3", answering=bench.mail(NORTH)))


def test_where_nobody_bids_the_dealer_plays_the_dummy(benches: Benches) -> None:
    bench = benches("bids")
    setting.gather(bench, EAST, SOUTH, order="NEW dummy players=3 pass=hold")
    for address in (EAST, SOUTH, NORTH):
        bench.writes(address, "no bid", answering=bench.mail(address))
    told = flat(bench.writes(EAST, "HAND"))
    assert "The hand of the dummy is played by North, since nobody bid." in told


def test_a_robot_takes_the_dummy_for_nothing(benches: Benches) -> None:
    bench = bidding(benches)
    bench.writes(EAST, "pass", answering=bench.mail(EAST))
    asked = bench.mail(NORTH)
    assert "The bids so far: East none, Cog 0." in flat(asked)
    bench.writes(NORTH, "none", answering=asked)
    assert "The hand of the dummy is played by Cog, for a bid of 0." in flat(bench.writes(EAST, "HAND"))


def test_the_dummys_cards_are_played_by_its_controller(benches: Benches) -> None:
    bench = bidding(benches)
    bench.writes(EAST, "none", answering=bench.mail(EAST))
    mail = bench.writes(NORTH, "3", answering=bench.mail(NORTH))

    def for_the_dummy(mail: Sent) -> bool:
        return "You play for the open hand of the dummy." in flat(mail)

    while mail is None or not for_the_dummy(mail):
        for address in (NORTH, EAST):
            latest = bench.mail(address)
            if reader.asked(latest) and not for_the_dummy(latest):
                bench.writes(address, reader.ANSWERS["play"](latest), answering=latest)
        mail = bench.mail(NORTH)
    own = reader.hand(mail)
    shown = re.search(r"The open hand of the dummy: ([0-9A-Z ]+)\.", flat(mail))
    assert shown is not None
    offered = reader.offered(mail, "You may play:")
    assert set(offered) <= set(shown[1].split())
    assert not set(offered) & set(own)
    refused = bench.writes(NORTH, own[0], answering=mail)
    assert "Not done" in flat(refused)
    bench.writes(NORTH, offered[0], answering=mail)
    assert f"the dummy {with_sign(card(offered[0]))}" in flat(bench.writes(NORTH, "HAND"))


def test_a_suit_is_bid_for_with_the_number(benches: Benches) -> None:
    bench = bidding(benches, "auction")
    asked = bench.mail(EAST)
    assert "[BID 1 HEARTS]" in flat(asked)
    assert "A bid needs a suit here" in flat(bench.writes(EAST, "2", answering=asked))
    bench.writes(EAST, "2 spades", answering=asked)
    bench.writes(NORTH, "none", answering=bench.mail(NORTH))
    assert "each card of spades counts 1, as was bid by you for 2." in flat(bench.writes(EAST, "HAND"))
    late = bench.writes(EAST, "BID 3 hearts", answering=asked)
    assert "That turn is over" in flat(late) or "not asked for now" in flat(late)


def test_a_robot_stands_in_for_who_does_not_bid(benches: Benches) -> None:
    bench = bidding(benches)
    bench.passes(timedelta(hours=49))
    assert any("a robot stood in for you" in flat(mail) for mail in bench.mails(EAST))
    assert reader.asked(bench.mail(NORTH)) == "bid"


# keeping


def test_who_keeps_the_cards_passes_nothing_and_forwards_unseen(benches: Benches) -> None:
    bench = benches("keeps")
    setting.gather(bench, EAST, "robot", "robot", order="NEW keep")
    north, east = bench.mail(NORTH), bench.mail(EAST)
    assert "[KEEP]" in flat(north)
    bench.writes(NORTH, "QUEUE 2C") if "2C" in north.hand else None
    bench.writes(EAST, " ".join(east.hand[:3]), answering=east)
    bench.writes(NORTH, "keep", answering=north)
    told = bench.writes(NORTH, "HAND")
    assert sorted(reader.hand(told) if told else []) == sorted(north.hand)
    assert "the cards were kept by you." in flat(told)
    assert "the cards were kept by North." in flat(bench.writes(EAST, "HAND"))


def test_keeping_may_be_changed_to_passing_until_all_have_passed(benches: Benches) -> None:
    bench = benches("keeps")
    setting.gather(bench, EAST, "robot", "robot", order="NEW keep")
    north, east = bench.mail(NORTH), bench.mail(EAST)
    assert "pass nothing and keep your cards" in flat(bench.writes(NORTH, "KEEP", answering=north))
    bench.writes(NORTH, " ".join(north.hand[:3]), answering=north)
    bench.writes(EAST, "PASS NONE", answering=east)
    assert "the cards were kept by East." in flat(bench.writes(NORTH, "HAND"))


def test_where_nobody_may_keep_cards_it_is_said(bench: Bench) -> None:
    asked = setting.solo(bench)
    assert "nobody may keep all cards" in flat(bench.writes(NORTH, "KEEP", answering=asked))
    both = bench.writes(NORTH, f"KEEP\nPASS {' '.join(asked.hand[:3])}", answering=asked)
    assert "two different answers" in flat(both)


# calling


def calling(benches: Benches, order: str = "NEW nasty") -> Bench:
    """North is the dealer and says how cards are passed."""
    bench = benches("calls")
    setting.gather(bench, EAST, "robot", "robot", order=order)
    return bench


def test_the_dealer_calls_before_anybody_sees_a_hand(benches: Benches) -> None:
    bench = calling(benches)
    asked = bench.mail(NORTH)
    assert reader.asked(asked) == "call"
    assert "Your hand:" not in asked.text
    assert "[CALL 2 LEFT 1 RIGHT]" in flat(asked)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("left", "To pass: 3 cards, to East"),
        ("CALL right", "To pass: 3 cards, to Rivet"),
        ("across", "To pass: 3 cards, to Cog"),
        ("2 left 1 right", "To pass: 3 cards, in this order: 2 to East, 1 to Rivet"),
        ("left, right and across", "To pass: 3 cards, in this order: 1 to East, 1 to Rivet, 1 to Cog"),
        ("one to each", "To pass: 3 cards, in this order: 1 to East, 1 to Cog, 1 to Rivet"),
        ("scatter", "To pass: 3 cards, in this order: 1 to East, 1 to Cog, 1 to Rivet"),
        ("CALL kitty", "To pass: 3 cards, into the middle, where they are mixed"),
    ],
)
def test_the_pass_is_as_the_dealer_called_it(benches: Benches, text: str, told: str) -> None:
    bench = calling(benches)
    bench.writes(NORTH, text, answering=bench.mail(NORTH))
    assert told in flat(bench.mail(NORTH))
    assert "The pass was called by the dealer, North." in flat(bench.mail(EAST))


@pytest.mark.parametrize(
    "text", ["CALL 2 left", "CALL hold", "CALL left 1", "CALL 2 left 2 right", "CALL 3 left 3 left"]
)
def test_a_call_that_does_not_work_is_told_with_what_does(benches: Benches, text: str) -> None:
    bench = calling(benches)
    answer = flat(bench.writes(NORTH, text, answering=bench.mail(NORTH)))
    assert "Not done" in answer or "Not understood" in answer
    assert "[CALL LEFT]" in answer


def test_there_is_no_across_with_three_players(benches: Benches) -> None:
    bench = benches("three")
    asked = setting.solo(bench, "NEW dealers-call players=3 WITH 2 ROBOTS")
    assert "[CALL ACROSS]" not in flat(asked)
    assert "With 3 players no cards can go that way." in flat(bench.writes(NORTH, "across", answering=asked))


def test_only_the_dealer_calls_and_a_robot_stands_in(benches: Benches) -> None:
    bench = calling(benches)
    assert "not your turn" in flat(bench.writes(EAST, "CALL left"))
    bench.passes(timedelta(hours=49))
    assert reader.asked(bench.mail(EAST)) == "pass"


def test_cards_of_a_split_pass_go_where_the_mail_said(benches: Benches) -> None:
    bench = calling(benches)
    bench.writes(NORTH, "2 left 1 right", answering=bench.mail(NORTH))
    north, east = bench.mail(NORTH), bench.mail(EAST)
    bench.writes(NORTH, " ".join(north.hand[:3]), answering=north)
    bench.writes(EAST, " ".join(east.hand[:3]), answering=east)
    bench.writes(EAST, "HAND")
    found = [re.search(r"You got (\w+) (\w+) from North", flat(mail)) for mail in bench.mails(EAST)]
    (got,) = [match for match in found if match is not None]
    assert {got[1], got[2]} == set(north.hand[:2])


# handing a passed queen back


def kate(benches: Benches) -> Bench:
    """Rickety Kate with four people; the queen of spades is north's, who passes her to east."""
    bench = benches(limits={"mails_per_hour_per_sender": 1000})
    deck = [one for one in setting.DECK if one not in cards("QS 2H")]
    hands = [[*cards("QS 2H"), *deck[:10]], deck[10:22], deck[22:34], deck[34:46]]
    setting.lay(bench, hands, rules=PRESETS["kate"], number=1, rest=tuple(sorted(deck[46:])))
    return bench


def pass_first_two(bench: Bench, *addresses: str) -> None:
    """These pass the first two cards of their hands."""
    for address in addresses:
        mail = bench.mail(address)
        bench.writes(address, " ".join(mail.hand[:2]), answering=mail)


def test_a_queen_that_will_not_be_taken_goes_back_and_another_card_is_asked_for(benches: Benches) -> None:
    bench = kate(benches)
    assert "[RETURN QS]" in flat(bench.mail(EAST))
    assert "RETURN" not in bench.mail(NORTH).text  # who holds her is not asked
    east = bench.mail(EAST)
    bench.writes(EAST, "RETURN QS\n" + " ".join(east.hand[:2]), answering=east)
    bench.writes(NORTH, "QS 2H", answering=bench.mail(NORTH))
    pass_first_two(bench, SOUTH, WEST)
    asked = bench.mail(NORTH)
    assert "To pass: 1 card, to East in the place of QS" in flat(asked)
    assert "Handed back by East to you: QS." in flat(asked)
    assert "handed back to you; it must be another card" in flat(bench.writes(NORTH, "2H", answering=asked))
    instead = next(one for one in reader.hand(asked) if one not in ("QS", "2H"))
    bench.writes(NORTH, instead, answering=bench.mail(NORTH))
    told = flat(bench.mail(EAST))  # it leads
    assert re.search(rf"You got (2H {instead}|{instead} 2H) from North", told)
    assert "Handed back by you to North: QS." in told
    assert "QS" in reader.hand(bench.writes(NORTH, "HAND") or asked)


def test_who_says_nothing_takes_the_queen_and_nobody_is_asked_again(benches: Benches) -> None:
    bench = kate(benches)
    bench.writes(NORTH, "QS 2H", answering=bench.mail(NORTH))
    east = bench.mail(EAST)
    bench.writes(EAST, "RETURN QS", answering=east)
    bench.writes(EAST, "RETURN NONE", answering=east)
    bench.writes(EAST, " ".join(east.hand[:2]), answering=east)
    pass_first_two(bench, SOUTH, WEST)
    assert "You got QS 2H from North" in flat(bench.mail(EAST))
    assert "Handed back" not in flat(bench.writes(SOUTH, "HAND"))


def test_robots_play_rickety_kate_and_hand_the_queen_back(benches: Benches) -> None:
    bench = benches("kate")
    mail = setting.solo(bench, "NEW kate target=46 WITH 3 ROBOTS")
    reader.plays_on(bench, NORTH, mail)
    assert any("Handed back by" in flat(sent) for sent in bench.mails(NORTH))


# the kitty


def exchanging(benches: Benches) -> tuple[Bench, Sent]:
    """North has taken the first trick of Heartsette, and with it the widow."""
    bench = benches("s6")
    mail = setting.solo(bench, "NEW heartsette WITH 3 ROBOTS")
    return bench, reader.plays_on(bench, NORTH, mail, until=lambda mail: reader.asked(mail) == "discard")


def test_the_taker_alone_sees_the_kitty_and_lays_as_many_cards_aside(benches: Benches) -> None:
    bench, asked = exchanging(benches)
    taken = re.search(r"The kitty that you took: ([0-9A-Z ]+)\.", flat(asked))
    assert taken is not None
    size = reader.count(asked, "To lay aside:")
    assert len(taken[1].split()) == size == 3
    held = reader.hand(asked)
    assert set(taken[1].split()) <= set(held)
    assert len(held) == 14
    assert "You must lay 3 cards aside; you named 2." in flat(bench.writes(NORTH, " ".join(held[:2]), answering=asked))
    missing = next(f"{rank}{suit}" for rank in "23456789" for suit in "CDSH" if f"{rank}{suit}" not in held)
    wrong = bench.writes(NORTH, f"DISCARD {held[0]} {held[1]} {missing}", answering=asked)
    assert f"You do not hold {missing}." in flat(wrong)
    led = bench.writes(NORTH, "\n".join(held[:3]), answering=asked)
    assert led is not None
    assert reader.asked(led) == "play"
    assert not set(held[:3]) & set(reader.hand(led))
    aside = re.search(r"You laid aside ([0-9A-Z ]+)\.", flat(led))
    assert aside is not None
    assert set(aside[1].split()) == set(held[:3])
    late = bench.writes(NORTH, " ".join(["DISCARD", *held[3:6]]), answering=asked)
    assert "That turn is over" in flat(late)


def test_the_others_hear_who_took_the_kitty_and_nothing_of_what_is_in_it(benches: Benches) -> None:
    bench = benches("widow")
    setting.gather(bench, EAST, "robot", "robot", order="NEW heartsette")
    taker = None
    while taker is None:
        for address in (NORTH, EAST):
            mail = bench.mail(address)
            if reader.asked(mail) == "discard":
                taker = address
            elif reader.asked(mail):
                bench.writes(address, reader.ANSWERS[reader.asked(mail)](mail), answering=mail)
    other = EAST if taker == NORTH else NORTH
    told = flat(bench.writes(other, "HAND"))
    assert f"The kitty went to {taker.partition('@')[0].title()}." in told
    assert "The kitty that you took" not in told
