"""The worked examples of the games beside Hearts (§8.19): tricks, points, bids, thirds, partners found in play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from pbem.cards import cards
from pbem.hearts.entries import Base, Bid, Called, Dealt, Opened, Played
from pbem.hearts.game import Game
from pbem.hearts.phase import Phase
from pbem.hearts.play import tricks
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.refusal import Refused
from pbem.hearts.rules.contracts import contracts_of, deals_of, under
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import AMERICAN, preset
from pbem.hearts.rules.rank_orders import ordered, rank_table
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.trick_values import trick_values
from pbem.hearts.scoring.deal_end import end_deal
from tests.hearts.hand_notation import hand_from_text
from tests.hearts.playing import next_entry, play_out
from tests.hearts.tables import deal_of, play_on, points, scored, trick

POLIGNAC, SLOBBER, KNAVES = preset("polignac"), preset("slobberhannes"), preset("knaves")
FOSTER, AD_HOC = preset("foster-joker"), preset("ad-hoc")
CIAPANO = preset("ciapano", direction="clockwise")
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def taker(rules: Rules, them: str, leader: int = 0) -> int | None:
    """Who takes a trick of these cards."""
    return trick(rules, them, leader).tricks[0].winner


@pytest.mark.parametrize(
    ("rules", "them", "winner"),
    [
        (POLIGNAC, "AS 10S 9S 7S", 0),
        (POLIGNAC, "AS JS 9S 7S", 1),
        (POLIGNAC, "AS JS QS 7S", 2),
        (POLIGNAC, "QS KH AH KS", 3),
        (SLOBBER, "QC JC AC KC", 2),
        (CIAPANO, "AC KC QC JC", 0),
        (CIAPANO, "AC 2C QC JC", 1),
        (CIAPANO, "7C 2C 3C 4C", 2),
        (FOSTER, "10S 2H 9S 3S", 1),  # the joker takes what it is thrown on
        (FOSTER, "AS 2H JH KS", 2),  # but for a higher heart
        (FOSTER, "AS 10H 2H KS", 2),
        (FOSTER, "AS KH 3H KS", 0),  # without the joker hearts take nothing
        (FOSTER, "10H 2H 3H 4H", 1),
        (FOSTER, "JH 2H 3H 4H", 0),
    ],
)
def test_51_who_takes_a_trick(rules: Rules, them: str, winner: int) -> None:
    assert taker(rules, them) == winner


@pytest.mark.parametrize(
    ("them", "winner"), [("AS KS 2H", 2), ("3H AS KH", 2), ("AS 3H 2H", 1), ("AS KS QS", 0), ("9D AS 10D", 2)]
)
def test_52_in_knaves_the_suit_that_is_turned_up_is_trumps(them: str, winner: int) -> None:
    at = cards(them)
    hands = tuple(f"{at[seat]} {other}" for seat, other in enumerate(("4C", "5C", "6C")))
    deal = deal_of(KNAVES, *hands, rest="QH")
    deal.powers = deal.powers._replace(trump=deal.turned.suit) if deal.turned else deal.powers
    assert play_on(deal, them).tricks[0].winner == winner


def test_53_in_knaves_a_deal_brings_seven_points_and_a_jack_turned_up_costs_nobody() -> None:
    assert points(KNAVES, "JH 2C 3C", "JS 4C", "JD JC", winners=(0,) * 6 + (1,) * 5 + (2,) * 6) == (2, 4, 1)
    game, _ = play_out(KNAVES, 3)
    scores = [int(str(score)) for score in game.scores]
    assert max(scores) >= 20
    assert game.places[scores.index(max(scores))] == 1


def test_54_in_polignac_the_jacks_count_five_together() -> None:
    assert points(POLIGNAC, "JS 7S", "JH JD", "JC", "AS") == (2, 2, 1, 0)
    assert points(POLIGNAC, "JS JH JD JC", "7S") == (5, 0, 0, 0)


def capot(bids: list[int | None], hands: str = "KQJA.KQ.KQ. | T987.T9.T9. | .JA.JA.KQJA | .87.87.T987") -> Game:
    """A deal of Polignac, from seat 0, after these bids."""
    game = Game()
    game.apply(Opened(POLIGNAC))
    held = tuple(hand_from_text(hand.strip()) for hand in hands.split("|"))
    game.apply(Dealt(Base(1, 3, game.base.scores), held))
    for seat, amount in enumerate(bids):
        game.apply(Bid(seat, amount))
    return game


def test_55_capot_is_bid_once_round_and_the_first_who_bids_has_it() -> None:
    assert capot([None, None, None, None]).phase is Phase.PLAY
    game = capot([None, 5])
    assert game.phase is Phase.PLAY
    auction = game.view(2).auction
    assert auction is not None
    assert auction.winner == 1
    assert game.to_act == (0,)  # the dealer's left leads all the same
    with pytest.raises(Refused):
        capot([4])
    with pytest.raises(Refused):
        capot([6])


@pytest.mark.parametrize(
    ("winners", "paid"), [((0, 0, 0), (0, 5, 5, 5)), ((0, 0, 1), (5, 0, 0, 0)), ((1,), (5, 0, 0, 0))]
)
def test_56_capot_made_costs_the_others_and_lost_the_bidder(winners: tuple[int, ...], paid: tuple[int, ...]) -> None:
    deal = deal_of(POLIGNAC)
    deal.bids, deal.control = [Bid(0, 5)], 0
    done = scored(POLIGNAC, "JS JD", "JH", winners=winners)[0]
    deal.tricks = list(done.tricks)
    end_deal(deal, [], False)
    assert deal.record is not None
    assert deal.record.points == paid


def test_a_deal_may_end_as_soon_as_nothing_that_counts_is_left() -> None:
    rules = replace(AMERICAN, moon="none", early_end=True)
    deal = deal_of(rules, "2C 2D 2S", "3C 3D 3S", "4C 4D 4S", "5C 5D QS")
    play_on(deal, "2C 3C 4C 5C QS 2S 3S 4S")
    assert [trick.points for trick in deal.tricks] == [0, 13]
    assert deal.hands == [[], [], [], []]


def test_a_view_ranks_cards_as_the_table_does() -> None:
    game, rng = Game(), random.Random(1)
    game.apply(Opened(KNAVES))
    while game.phase is not Phase.PLAY:
        game.apply(next_entry(game, rng))
    view = game.view(0)
    assert view.trump is not None
    assert view.powers.trump is view.trump
    assert KNAVES.powers.trump is None
    ace, king = cards("AS KS")
    assert view.height(ace) > view.height(king)


def test_57_a_deal_ends_with_the_first_trick_that_a_bidder_loses() -> None:
    deal = deal_of(POLIGNAC, "KS QH 7C", "7S KH 8C", "8S 7H 9C", "9S 8H 10C")
    deal.bids, deal.control = [Bid(0, 5)], 0
    play_on(deal, "KS 7S 8S 9S QH")
    assert len(deal.tricks) == 1
    for card in cards("KH 7H 8H"):
        assert card in deal.offer
        tricks.play(deal, Played(deal.queue[0], card), [])
    assert [trick.winner for trick in deal.tricks] == [0, 1]
    assert deal.hands == [[], [], [], []]


@pytest.mark.parametrize(
    ("winners", "queen", "paid"),
    [
        ((0, 1, 1, 1, 1, 1, 1, 2), 3, (1, 0, 1, 1)),
        ((0, 1, 1, 1, 1, 1, 1, 0), 1, (2, 1, 0, 0)),
        ((0, 1, 1, 1, 1, 1, 1, 0), 0, (4, 0, 0, 0)),
    ],
)
def test_58_slobberhannes_first_trick_last_trick_and_the_queen_of_clubs(
    winners: tuple[int, ...], queen: int, paid: tuple[int, ...]
) -> None:
    piles = ["QC" if seat == queen else "7C" for seat in range(4)]
    assert points(SLOBBER, *piles, winners=winners) == paid


def test_59_all_three_may_be_good_instead() -> None:
    rules = preset("slobberhannes", moon="subtract")
    assert points(rules, "QC", "7S", winners=(0, 1, 1, 1, 1, 1, 1, 0)) == (-4, 0, 0, 0)


def test_60_foster_s_joker_is_five_chips_and_paid_by_howell() -> None:
    taken = points(FOSTER, "2H 3H", HEARTS.replace("2H 3H ", ""), "2C", "3C")
    assert taken == (17 - 6 - 3 * 6, 17 - 11 - 3 * 11, 17, 17)


@pytest.mark.parametrize(
    ("winners", "piles", "together"),
    [
        ((2, 2, 0, 1, 3), ("QS", "2H", "3H", "4H"), (14, 2, 14, 2)),
        ((1, 3, 0, 2), ("QS", "2H", "3H", "4H"), (14, 2, 14, 2)),
        ((1, 0, 3, 2), ("QS", "2H", "3H", "4H"), (14, 14, 2, 2)),
    ],
)
def test_61_the_first_two_takers_are_partners(
    winners: tuple[int, ...], piles: tuple[str, ...], together: tuple[int, ...]
) -> None:
    assert points(AD_HOC, *piles, winners=winners) == together


def test_62_a_moon_of_found_partners_is_one_player_s_and_the_other_two_pay() -> None:
    moon = f"{HEARTS} QS"
    assert points(AD_HOC, moon, "2C", "3C", "4C", winners=(0, 1, 2, 3), choice="add") == (0, 0, 26, 26)
    assert points(AD_HOC, moon, "2C", "3C", "4C", winners=(0, 1, 2, 3), choice="subtract") == (-26, -26, 0, 0)
    assert points(AD_HOC, moon, "", winners=(0,) * 13, choice="add") == (0, 26, 26, 26)
    assert points(AD_HOC, HEARTS, "QS", "2C", "3C", winners=(0, 1, 2, 3)) == (26, 26, 0, 0)  # both together: none


@pytest.mark.parametrize(("scorer", "paid"), [("thirds", (4, 1, 1, 5)), ("thirds-dropped", (4, 1, 1, 4))])
def test_63_thirds_make_points_and_what_is_left_over_goes_to_the_last_trick(scorer: str, paid: tuple[int, ...]) -> None:
    piles = ("AC AD AS 3C 2C KC", "3D 2D KD QD JD", "AH 3S 2S", "KS QS JS QC JC 3H 2H KH QH JH")
    last = (*(0, 1, 2, 3), *(0,) * 5, 3)
    assert points(preset("ciapano", scorer=scorer), *piles, winners=last) == paid


def test_64_all_eleven_points_go_to_the_others() -> None:
    everything = " ".join(str(card) for card in CIAPANO.deck() if CIAPANO.points(card))
    assert points(CIAPANO, everything, "4C", winners=(1, *(0,) * 9)) == (0, 11, 11, 11)
    but_two_thirds = everything.replace("JC ", "").replace("QC ", "")
    assert points(CIAPANO, but_two_thirds, "JC QC", winners=(1, *(0,) * 9)) == (0, 11, 11, 11)


def test_the_notations_of_orders_and_of_tricks() -> None:
    assert [rank.text for rank in ordered("KQJAT987", cards("AS")[0].suit)] == ["K", "Q", "J", "A", "10", "9", "8", "7"]
    assert ordered("H:AKQJ2T9876543", cards("AS")[0].suit) == ()
    for wrong in ("KQK", "X", "Z:AK", "1"):
        with pytest.raises(ValueError, match="no order"):
            rank_table(wrong)
    values = trick_values("first=1 second-last=10 last=20 each=2")
    assert [values.of(number, 13) for number in (1, 2, 12, 13)] == [3, 2, 12, 22]
    assert values.all(13) == 57
    assert trick_values("first=1").left(0, 8)
    assert not trick_values("first=1").left(1, 8)
    for wrong in ("each", "middle=1", "each=1 each=2", "each=x"):
        with pytest.raises(ValueError, match=r"no value|invalid literal"):
            trick_values(wrong)


BARBU, RIFKI = preset("barbu"), preset("rifki")


@pytest.mark.parametrize(
    ("contract", "piles", "winners", "paid"),
    [
        ("tricks", ("2C", "3C", "4C", "5C"), (0,) * 6 + (1,) * 4 + (2,) * 3, (12, 8, 6, 0)),
        ("hearts", ("AH 2H", "KH", "3H 4H 5H", "2C"), (), (8, 2, 6, 0)),
        ("queens", ("QS QH", "QC", "QD", "2C"), (), (12, 6, 6, 0)),
        ("king", ("QS QH", "KH", "QD", "2C"), (), (0, 20, 0, 0)),
        ("last-two", ("2C", "3C", "4C", "5C"), (0,) * 11 + (1, 2), (0, 10, 20, 0)),
    ],
)
def test_65_the_contracts_of_barbu(
    contract: str, piles: tuple[str, ...], winners: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    assert points(under(BARBU, contract), *piles, winners=winners) == paid


def test_66_the_sums_of_the_contracts() -> None:
    sums = {name: under(BARBU, name).penalty_sum for name in contracts_of(BARBU.contracts)}
    assert sums == {"tricks": 26, "hearts": 30, "queens": 24, "king": 20, "last-two": 30}
    king = {name: under(RIFKI, name).penalty_sum for name in contracts_of(RIFKI.contracts)}
    assert king == {"king": 320, "queens": 400, "men": 480, "hearts": 390, "last-two": 360, "tricks": 650}


def test_67_each_player_names_each_contract_once_or_each_is_named_twice() -> None:
    for rules, most in ((BARBU, 1), (RIFKI, 2)):
        game, log = play_out(rules, 11)
        named = [(entry.seat, entry.contract) for entry in log if isinstance(entry, Called)]
        assert len(named) == rules.deals == deals_of(rules)
        said = Counter(named if rules is BARBU else [contract for _, contract in named])
        assert set(said.values()) == {most}
        assert game.phase is Phase.FINISHED
    with pytest.raises(Refused):
        named_twice()


def named_twice() -> None:
    """A dealer who names a contract for the second time."""
    _, log = play_out(BARBU, 11)
    again = Game()
    seen: set[tuple[int, str]] = set()
    for entry in log:
        if isinstance(entry, Called) and any(seat == entry.seat for seat, _ in seen):
            entry = replace(entry, contract=next(contract for seat, contract in seen if seat == entry.seat))
        if isinstance(entry, Called):
            seen.add((entry.seat, entry.contract))
        again.apply(entry)


def test_68_in_a_fixed_cycle_nobody_is_asked() -> None:
    _, log = play_out(preset("barbu-cycle"), 4)
    assert not [entry for entry in log if isinstance(entry, Called)]


def test_69_a_contract_ends_when_all_that_counts_is_out_and_the_dealer_leads() -> None:
    rules = under(BARBU, "king")
    deal = deal_of(rules, "KH 2C 3C", "AH 4C 5C", "2H 6C 7C", "3H 8C 9C")
    assert FIRST_LEADS["dealer"](deal) == (3, ())
    play_on(deal, "2C 4C 6C 8C")
    assert [len(hand) for hand in deal.hands] == [2, 2, 2, 2]
    ended = deal_of(rules, "KH 2D 3D", "AH 4C 5C", "2H 6C 7C", "3H 8C 9C")
    play_on(ended, "4C 6C 8C KH", leader=1)
    assert len(ended.tricks) == 1
    assert ended.hands == [[], [], [], []]


def test_the_notation_of_contracts() -> None:
    assert contracts_of("hearts=2/6 men=60") == {"hearts": (2, 6), "men": (60, 60)}
    for wrong in ("hearts", "spades=2", "hearts=x", "men=1 men=2"):
        with pytest.raises(ValueError, match="no contract"):
            contracts_of(wrong)
    with pytest.raises(RulesFault):
        preset("barbu", deals=21)
    with pytest.raises(RulesFault):
        preset("barbu", moon="add")
    with pytest.raises(RulesFault):
        preset("american", contract_by="declarer")
