"""Whole games of the variants by mail: people who read nothing but the text, and robots. Letters in, letters out."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from pbem.db.queries import games
from pbem.hearts.rules.presets import PRESETS
from tests.app import reader, setting
from tests.app.setting import EAST, NORTH, SOUTH, WEST
from tests.table import Bench, Sent

Benches = Callable[..., Bench]
Until = Callable[[Sent], bool]


def flat(mail: Sent) -> str:
    """The text without its line ends."""
    return " ".join(mail.text.split())


def played(bench: Bench, order: str, robots: int, until: Until = reader.over) -> tuple[list[Sent], str]:
    """North plays a game with easy robots; all of north's mails, and their texts together."""
    mail = bench.writes(f"North <{NORTH}>", f"{order} WITH {robots} EASY ROBOTS")
    assert mail is not None
    reader.plays_on(bench, NORTH, mail, until)
    mails = bench.mails(NORTH)
    return mails, "\n".join(flat(mail) for mail in mails)


def tricks_told(text: str) -> list[str]:
    """The tricks, each without its taker."""
    return re.findall(r"(?:Last|Trick \d+): ([^:.]*):", text)


def ended(text: str) -> list[str]:
    """The reports of finished deals."""
    return re.findall(r"End of deal \d+: [^.]*\.", text)


def test_turbo_with_booster_nines(benches: Benches) -> None:
    mails, text = played(benches("turbo"), "NEW turbo-booster deals=2", 3)
    assert any(reader.asked(mail) == "charge" for mail in mails)
    tricks = tricks_told(text)
    assert {trick.count(",") + 1 for trick in tricks} == {4, 8}
    boosted = next(trick for trick in tricks if trick.count(",") == 7)
    assert re.search(r"\b9[♣♦♠♥]", boosted)
    assert any("A nine of the suit led makes this trick go round once more." in flat(mail) for mail in mails)
    assert "J♦" in text
    assert len(ended(text)) == 2


def test_cancellation_with_six(benches: Benches) -> None:
    mails, text = played(benches("cancel"), "NEW cancellation players=6 deals=2", 5)
    assert all(len(reader.hand(mail)) <= 17 for mail in mails)
    assert len(reader.hand(mails[0])) >= 16  # an only card of the suit is played without a question
    assert re.search("In the kitty, face down: 2 cards|The kitty went to|The kitty that you took", flat(mails[0]))
    pairs = re.findall(r"(\w+[♣♦♠♥]) \(cancelled\)", text)
    assert pairs
    assert not any(reader.asked(mail) == "pass" for mail in mails)
    assert tricks_told(text)
    for mail in mails:
        offered = reader.offered(mail, "You may play:")
        assert len(set(offered)) == len(offered)


def test_two_equal_cards_in_a_hand_are_one_offer_and_two_cards(benches: Benches) -> None:
    bench = benches("cancel")
    mail = setting.solo(bench, "NEW cancellation players=6 WITH 5 ROBOTS")

    def twice(mail: Sent) -> bool:
        held = reader.hand(mail)
        return any(held.count(card) == 2 for card in reader.offered(mail, "You may play:"))

    mail = reader.plays_on(bench, NORTH, mail, until=twice)
    held = reader.hand(mail)
    card = next(card for card in reader.offered(mail, "You may play:") if held.count(card) == 2)
    bench.writes(NORTH, card, answering=mail)
    later = bench.writes(NORTH, "HAND")
    assert later is not None
    assert reader.hand(later).count(card) == 1


def test_black_maria_with_three(benches: Benches) -> None:
    mails, text = played(benches("maria"), "NEW black maria players=3 target=50", 2)
    assert len(mails[0].hand) == 17
    assert not any("2C" in reader.hand(mail) for mail in mails)
    assert "Left out of the pack: 2C." in text
    assert "To pass: 3 cards, to Cog" in flat(mails[0])
    assert text.count("To pass: 3 cards, to Cog") == len(ended(text))
    assert "Who takes all the points shoots the moon" not in text


def test_gong_zhu_with_exposure(benches: Benches) -> None:
    mails, text = played(benches("s7"), "NEW gong-zhu deals=3", 3)
    assert any("Laid open by you:" in flat(mail) for mail in mails)
    assert "The highest wins." in text
    assert re.search(r"End of deal 1: .*-\d+ points", text)
    standings = re.findall(r"(-?\d+) points: ", flat(mails[-1]).split("Final standings")[1])
    assert [int(one) for one in standings] == sorted(map(int, standings), reverse=True)


def test_huse_with_two(benches: Benches) -> None:
    mails, text = played(benches("huse"), "NEW huse deals=2", 1)
    assert len(mails[0].hand) == 16
    assert "Open on the table, the hand of the dummy:" in flat(mails[0])
    assert "In the kitty, face down: 4 cards." in text
    tricks = tricks_told(text)
    assert all(trick.count(",") == 2 and "the dummy " in trick for trick in tricks)
    assert "You play for the open hand of the dummy." in text
    assert "The kitty that you took:" in text or "The kitty went to Pixel." in text


def test_huse_between_two_people(benches: Benches) -> None:
    bench = benches("two")
    setting.gather(bench, EAST, order="NEW huse deals=1 tie=share")
    for _ in range(300):
        for address in (NORTH, EAST):
            mail = bench.mail(address)
            if reader.asked(mail):
                bench.writes(address, reader.ANSWERS[reader.asked(mail)](mail), answering=mail)
        if reader.over(bench.mail(EAST)):
            break
    assert reader.over(bench.mail(NORTH))


def test_partners_with_one_pile(benches: Benches) -> None:
    mails, text = played(benches("pool"), "NEW pooled target=50", 3)
    assert "you and Cog, partners" in text
    final = flat(mails[-1]).split("Final standings")[1]
    together = [int(one) for one in re.findall(r"(-?\d+) points together", final)]
    each = [int(one) for one in re.findall(r"(-?\d+) points: ", final)]
    assert sorted(each) == sorted(together * 2)
    assert max(together) >= 50
    assert "1st place, shared" in final


def test_partners_whose_scores_are_added(benches: Benches) -> None:
    mails, _ = played(benches("sum"), "NEW summed target=40", 3)
    final = flat(mails[-1]).split("Final standings")[1]
    together = [int(one) for one in re.findall(r"(-?\d+) points together", final)]
    each = [int(one) for one in re.findall(r"(-?\d+) points: ", final)]
    assert sum(together) == sum(each)
    assert len(together) == 2


def test_a_dealer_calls_each_pass_of_dirty_nasty_filthy_hearts(benches: Benches) -> None:
    mails, _ = played(benches("nasty"), "NEW nasty target=150", 3)
    assert reader.asked(mails[0]) == "call"
    called = [re.search(r"The pass was called by the dealer, (.+?)\. ", flat(mail)) for mail in mails]
    assert {match[1] for match in called if match} >= {"you", "Pixel"}


def test_a_kitty_is_exchanged(benches: Benches) -> None:
    mails, text = played(benches("s6"), "NEW heartsette target=60", 3)
    asked = next(mail for mail in mails if reader.asked(mail) == "discard")
    laid = reader.hand(asked)[:3]
    after = next(mail for mail in mails[mails.index(asked) + 1 :] if reader.hand(mail))
    assert not set(laid) & set(reader.hand(after))
    assert re.search(r"The kitty was [0-9A-Z ]+, taken by you, who laid aside", text)


def test_scores_that_are_complex_numbers(benches: Benches) -> None:
    mails, text = played(benches("complex"), "NEW complex target=40", 3)
    assert "The smallest size wins." in text
    final = flat(mails[-1]).split("Final standings")[1]
    sizes = [float(size) for size in re.findall(r"-?\d+[+-]\d+i points, of size ([0-9.]+)", final)]
    assert sizes == sorted(sizes)
    assert sizes[-1] >= 40
    assert re.search(r"End of deal 1: .*\d+[+-]\d+i points", text)


def test_the_history_of_a_complex_game_can_be_looked_at(benches: Benches) -> None:
    bench = benches("complex")
    mails, _ = played(bench, "NEW complex target=40", 3)
    told = bench.writes(NORTH, "HISTORY", answering=mails[-1])
    assert told is not None
    assert re.search(r"- Deal 1: .*-?\d+[+-]\d+i \(-?\d+[+-]\d+i\)", flat(told))
    score = bench.writes(NORTH, "SCORE", answering=mails[-1])
    assert score is not None
    assert "of size" in flat(score)


def test_who_keeps_the_cards_in_a_game_with_optional_passing(benches: Benches) -> None:
    bench = benches("keep")
    mail = bench.writes(f"North <{NORTH}>", "NEW keep target=30 WITH 3 EASY ROBOTS")
    assert mail is not None
    answers = reader.ANSWERS | {"pass": lambda _: "KEEP"}
    reader.plays_on(bench, NORTH, mail, answers=answers)
    assert "the cards were kept by you." in " ".join(flat(mail) for mail in bench.mails(NORTH))


def test_an_auction_for_the_suit_that_counts(benches: Benches) -> None:
    mails, text = played(benches("auction"), "NEW auction", 3)
    assert "In chips won and lost" in text
    assert re.search(r"each card of \w+ counts 1, as was bid by", text)
    assert len(ended(text)) == 4
    chips = [int(one) for one in re.findall(r"(-?\d+) chips: ", flat(mails[-1]).split("Final standings")[1])]
    assert chips == sorted(chips, reverse=True)


@pytest.mark.parametrize(("order", "robots"), [("NEW draw target=20", 1), ("NEW domino target=15", 3)])
def test_a_stock_is_drawn_from(benches: Benches, order: str, robots: int) -> None:
    _, text = played(benches("stock"), order, robots)
    left = [int(one) for one in re.findall(r"In the stock: (\d+) cards?", text)]
    assert left
    assert left[0] > left[-1]
    assert len(ended(text)) >= 1


def test_golden_ten_with_the_rook_pack(benches: Benches) -> None:
    mails, text = played(benches("rook"), "NEW golden-ten players=3", 2)
    held = reader.hand(mails[0])
    assert len(held) == 18
    assert {card[-1] for card in held} <= set("RYGB")
    assert "In the kitty, face down: 2 cards." in text
    assert len(ended(text)) == 6
    colour = next(card for card in reader.offered(mails[1], "You may play:"))
    assert colour[-1] in "RYGB"


def test_rook_cards_may_be_written_with_their_colours(benches: Benches) -> None:
    bench = benches("rook")
    mail = setting.solo(bench, "NEW golden-ten players=3 WITH 2 ROBOTS")
    card = reader.offered(mail, "You may play:")[0]
    colour = {"R": "red", "Y": "yellow", "G": "green", "B": "black"}[card[-1]]
    bench.writes(NORTH, f"{colour} {card[:-1]}", answering=mail)
    later = bench.writes(NORTH, "HAND")
    assert later is not None
    assert card not in reader.hand(later)


def test_jokers_may_be_played_at_any_time(benches: Benches) -> None:
    bench = benches("joker")
    mail = setting.solo(bench, "NEW joker WITH 3 EASY ROBOTS")
    with_joker = reader.plays_on(bench, NORTH, mail, until=lambda mail: "JK" in reader.offered(mail, "You may play:"))
    bench.writes(NORTH, "joker", answering=with_joker)
    text = " ".join(flat(mail) for mail in bench.mails(NORTH)[-1:]) + flat(bench.writes(NORTH, "HAND") or mail)
    assert "JK" in text


def test_hartenjagen_goes_up_and_comes_down(benches: Benches) -> None:
    mails, text = played(benches("harten"), "NEW hartenjagen target=20", 3)
    assert "The first phase: up to 20" in text
    assert "The second phase: points come off, down to 0" in text
    final = [int(one) for one in re.findall(r"(-?\d+) points: ", flat(mails[-1]).split("Final standings")[1])]
    assert final[0] <= 0


@pytest.mark.parametrize("name", ["super", "pool", "howell", "average"])
def test_games_for_chips_say_what_each_wins_and_what_was_taken(benches: Benches, name: str) -> None:
    _, text = played(benches(name), f"NEW {name}", 3)
    assert re.search(r"End of deal 1: .*[+-]\d+ chips?.*\. Taken in tricks: ", text)
    assert re.search(r"1st place,( shared,)? -?\d+ chips?: ", text)


FEWEST = {name: rules for name, rules in PRESETS.items() if rules.end_when != "time"}


@pytest.mark.parametrize("name", FEWEST)
def test_robots_play_every_variant_to_its_end(benches: Benches, name: str) -> None:
    bench = benches(f"robots {name}")
    players = PRESETS[name].players
    mail = bench.writes(f"North <{NORTH}>", f"NEW {name} rated=on WITH {players - 1} EASY ROBOTS")
    assert mail is not None
    setting.resigns(bench, NORTH)
    with bench.worker.database.read() as session:
        assert [(row.phase, bool(row.log.places)) for row in games.page(session, None, 0, 9)] == [("finished", True)]
    assert bench.mails("op@example.net") == []


@pytest.mark.parametrize("name", ["turbo-match", "kitty"])
def test_people_alone_play_a_deal_from_their_mails(benches: Benches, name: str) -> None:
    bench = benches(f"people {name}")
    people = [NORTH, EAST, SOUTH, WEST, "five@example.org", "six@example.org"][: PRESETS[name].players]
    setting.gather(bench, *people[1:], order=f"NEW {name}")

    def done() -> bool:
        return any("End of deal 1:" in mail.text for mail in bench.mails(NORTH))

    for _ in range(120):
        for address in people:
            mail = bench.mail(address)
            if reader.asked(mail) and not done():
                bench.now += timedelta(minutes=2)
                bench.writes(address, reader.ANSWERS[reader.asked(mail)](mail), answering=mail)
        if done():
            break
    assert all(any("End of deal 1:" in mail.text for mail in bench.mails(address)) for address in people)
