"""The worked examples of the rules (§12), by number: tricks, legal cards, passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.cards import Card, card, cards
from pbem.hearts.entries import Base, Dealt, Opened, Passed
from pbem.hearts.game import Game
from pbem.hearts.play.opening_lead import FIRST_LEADS
from pbem.hearts.play.passing import packets, pass_list, targets
from pbem.hearts.rules.player_counts import CYCLES
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.points import count_all
from tests.hearts.tables import HEARTS, deal_of, may_play, play_on, played, trick, without

STD = preset("american")
NO_POINTS = replace(STD, first_trick_points="forbidden")


def test_01_a_trick_is_won_by_the_highest_card_led_and_a_discarded_heart_breaks_hearts() -> None:
    deal = trick(STD, "5D KD AH 9D")
    assert (deal.tricks[0].winner, deal.tricks[0].points, deal.broken) == (1, 1, True)


def test_02_the_holder_of_the_two_of_clubs_must_lead_it() -> None:
    deal = deal_of(STD, "2C AC 4D QS", "3C", "4C", "5C")
    assert FIRST_LEADS["low-club"](deal) == (0, (card("2C"),))


@pytest.mark.parametrize(("rules", "legal"), [(STD, "4D QS KS 7H"), (NO_POINTS, "4D KS")])
def test_03_points_on_the_first_trick_are_allowed_or_forbidden(rules: Rules, legal: str) -> None:
    assert may_play(rules, "4D QS 7H KS", "2C", first=True) == legal


def test_04_a_hand_of_penalty_cards_only_may_play_any_of_them_on_the_first_trick() -> None:
    hand = "QS " + without(HEARTS, "AH")
    assert may_play(NO_POINTS, hand, "2C", first=True) == hand


def test_05_hearts_may_not_be_led_before_they_are_broken() -> None:
    assert may_play(STD, "3C 9H JH") == "3C"
    assert may_play(STD, "3C 9H JH", played="5H") == "3C 9H JH"
    assert may_play(replace(STD, heart_lead="any"), "3C 9H JH") == "3C 9H JH"


def test_06_with_hearts_and_the_queen_only_the_queen_is_led_unless_hearts_may() -> None:
    assert may_play(STD, "QS 4H KH") == "QS"
    assert may_play(replace(STD, only_hearts_and_queen="may-lead-hearts"), "QS 4H KH") == "QS 4H KH"


def test_07_a_hand_of_hearts_only_may_lead_them_and_that_breaks_hearts() -> None:
    assert may_play(STD, "4H KH") == "4H KH"
    assert played(STD, ("4H KH", "2D 3D", "2C 3C", "2S 3S"), "4H 2D 2C 2S").broken


def test_08_the_queen_breaks_hearts_where_the_rules_say_so() -> None:
    assert may_play(STD, "5C 6H", played="QS") == "5C"
    assert may_play(replace(STD, breakers="heart-or-queen"), "5C 6H", played="QS") == "5C 6H"


@pytest.mark.parametrize(
    ("hand", "on", "first", "legal"),
    [
        ("QS JS 2D", "3S AS", False, "QS"),
        ("QS JS 2D", "3S 10S", False, "JS QS"),
        ("QS KH 3C", "3D", False, "QS"),
        ("QS KH 3S", "2C", True, "3S"),
    ],
)
def test_09_a_forced_queen_goes_as_soon_as_she_is_safe(hand: str, on: str, first: bool, legal: str) -> None:
    rules = replace(NO_POINTS, force_queen=True)
    assert may_play(rules, hand, on, first=first) == legal


def test_10_the_dealers_left_opens_with_anything_but_hearts_or_with_anything() -> None:
    eldest = replace(STD, first_lead="dealer-left")
    assert may_play(eldest, "2H 9S 10C", first=True) == "10C 9S"
    assert may_play(replace(eldest, heart_lead="any"), "2H 9S 10C", first=True) == "10C 9S 2H"


def test_19_the_taker_of_the_first_penalty_gets_the_kitty_and_its_points() -> None:
    deal = deal_of(preset("kitty"), "9D 2C", "5H 3C", "4D 4C", "5D 5C", rest="3H KC 9D 2S")
    deal = play_on(deal, "9D 5H 4D 5D")
    assert (deal.kitty_taker, deal.rest, len(deal.piles[0])) == (0, [], 8)
    assert deal.tricks[0].points == 1  # the kitty's heart is not told with the trick
    assert count_all(deal)[0].score == 2


def test_19_a_kitty_that_no_trick_took_goes_with_the_last() -> None:
    deal = deal_of(preset("kitty"), "9D", "8D", "4D", "5D", rest="3H KC 9D 2S")
    assert play_on(deal, "9D 8D 4D 5D").kitty_taker == 0


@pytest.mark.parametrize(
    ("rules", "hands", "lead"),
    [
        (preset("kitty"), ("3C 5D", "4C 6D", "5C", "6C"), "3C"),
        (preset("kitty"), ("4C 5D", "6D", "5C", "6C"), "4C"),
        (preset("american", players=5), ("4C 5D", "3C 6D", "5C", "6C", "7C"), "3C"),
    ],
)
def test_21_the_lowest_club_that_is_held_is_led(rules: Rules, hands: tuple[str, ...], lead: str) -> None:
    seat, led = FIRST_LEADS["low-club"](deal_of(rules, *hands))
    assert led == (card(lead),)
    assert lead in hands[seat]


def test_23_five_players_pass_to_each_neighbour_in_turn_and_then_hold() -> None:
    lists = [pass_list(word, 5, 3) for word in CYCLES[5]]
    assert [targets(pairs or (), 0, 5) for pairs in lists] == [((1, 3),), ((4, 3),), ((2, 3),), ((3, 3),), ()]


A, B, C, D = (cards(text) for text in ("2C 3C 4C", "2D 3D 4D", "2S 3S 4S", "2H 3H 4H"))


@pytest.mark.parametrize(
    ("choices", "offset", "got"),
    [
        ((A, (), C, D), 1, {0: D, 2: A, 3: C}),
        ((A, (), (), ()), 1, {0: A}),
        (((), B, C, D), 2, {1: D, 2: C, 3: B}),
    ],
)
def test_24_what_comes_to_a_seat_that_keeps_goes_on(
    choices: tuple[tuple[Card, ...], ...], offset: int, got: dict[int, tuple[Card, ...]]
) -> None:
    assert {to: them for _, to, them in packets(choices, ((offset, 3),))} == got


def test_25_a_scatter_of_four_gives_two_to_each_neighbour_of_three() -> None:
    assert targets(pass_list("scatter", 3, 4) or (), 0, 3) == ((1, 2), (2, 2))
    rules = replace(preset("american", players=3), pass_cycle=("scatter",), pass_count=4)
    game = Game()
    game.apply(Opened(rules))
    deck = rules.deck()
    dealt = game.chance(deck)
    assert isinstance(dealt, Dealt)
    game.apply(dealt)
    for seat in range(3):
        game.apply(Passed(seat, dealt.hands[seat][:4]))
    assert game.view(0).hand_sizes == (17, 17, 17)
    assert [(t.seat, len(t.cards)) for t in game.view(0).got] == [(1, 2), (2, 2)]


CHARGING = preset("turbo")


@pytest.mark.parametrize(
    ("hand", "on", "before", "legal"),
    [
        ("QS 4S", "2S", "", "4S"),
        ("QS 4D", "2S", "", "QS"),
        ("QS 4S", "2S", "3S", "4S QS"),
        ("QS 4D", "", "", "4D"),
        ("QS", "", "", "QS"),
        ("QS 4D", "2C", "", "4D QS"),
    ],
)
def test_29_a_charged_queen_waits_until_spades_have_been_led(hand: str, on: str, before: str, legal: str) -> None:
    assert may_play(CHARGING, hand, on, charged="QS", led_before=before) == legal


def test_30_a_nine_that_follows_suit_makes_the_trick_go_round_again() -> None:
    rules = preset("booster")
    hands = ("6S JS 2C", "9S 3S 3C", "2S AS 4C", "KH 4D 5C")
    deal = played(rules, hands, "6S 9S 2S KH JS 3S AS 4D")
    assert [(len(t.plays), t.winner, t.points) for t in deal.tricks] == [(8, 2, 1)]
    thrown = played(rules, ("6S 2C", "9D 3C", "2S 4C", "KH 5C"), "6S 9D 2S KH")
    assert [len(t.plays) for t in thrown.tricks] == [4]
    last = played(rules, ("6S", "9S", "2S", "KH"), "6S 9S 2S KH")
    assert [len(t.plays) for t in last.tricks] == [4]


def test_30_a_nine_of_the_second_round_boosts_only_where_the_rules_say_so() -> None:
    hands = ("6S JS 2C 2D", "9S 3S 3C 3D", "2S 4S 4C 4D", "5S 9H 5C 5D")
    them = "6S 9S 2S 5S JS 3S 4S 9H"
    assert [len(t.plays) for t in played(preset("booster"), hands, them).tricks] == [8]
    again = replace(preset("booster"), boost="nines-again")
    assert [len(t.plays) for t in played(again, hands, them).tricks] == [8]
    hands = ("6S JS 2C 2D", "9S 3S 3C 3D", "2S 9S 4C 4D", "5S 7S 5C 5D")
    them = "6S 9S 2S 5S JS 3S 9S 7S"
    assert [len(t.plays) for t in played(preset("booster"), hands, them).tricks] == [8]
    assert [len(t.plays) for t in played(again, hands, them + " 2C 3C 4C 5C").tricks] == [12]


CANCEL = preset("cancellation")


def test_31_equal_cards_cancel_and_a_trick_that_nobody_wins_waits() -> None:
    deal = trick(CANCEL, "AH KH AH QH 5H 3D")
    assert (deal.tricks[0].winner, deal.tricks[0].points) == (1, 5)
    deal = played(
        CANCEL,
        ("8C 2D", "QS 5D", "8C 9D", "KC 2D", "KC JS", "QS 4D"),
        "8C QS 8C KC KC QS",
    )
    assert (deal.tricks[0].winner, deal.tricks[0].points, deal.queue[0], len(deal.waiting)) == (None, 0, 0, 6)
    deal = played(
        CANCEL,
        ("8C 2D 2C", "QS 5D 2H", "8C 9D 3C", "KC 2D 3C", "KC JS 4C", "QS 4D 5H"),
        "8C QS 8C KC KC QS 2D 5D 9D 2D JS 4D",
    )
    assert (deal.tricks[1].winner, deal.tricks[1].points, deal.waiting) == (2, 26, [])
    deal = trick(CANCEL, "4D KC KC 7D 7D 3D")
    assert deal.tricks[0].winner == 0


def test_31_the_last_trick_without_winner_goes_to_who_won_the_one_before() -> None:
    hands = ("8C 2D", "9C 2D", "10C 3D", "2C 3D", "3C 4D", "4C 4D")
    them = "8C 9C 10C 2C 3C 4C 3D 3D 4D 4D 2D 2D"
    assert [t.winner for t in played(CANCEL, hands, them).tricks] == [2, 2]
    second = replace(CANCEL, trick="cancel-second")
    assert [t.winner for t in played(second, hands, them).tricks] == [2, 5]


def test_31_jokers_alone_are_won_by_their_leader_though_they_are_equal() -> None:
    rules = replace(CANCEL, jokers=4)
    hands = ("JK 2D", "JK 2D", "JK 3D", "JK 3D", "4C 4D", "5C 4D")
    deal = played(replace(rules, players=4), hands[:4], "JK JK JK JK")
    assert deal.tricks[0].winner == 0


@pytest.mark.parametrize(("players", "hand", "kitty"), [(6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4)])
def test_32_two_packs_are_dealt_as_far_as_they_go(players: int, hand: int, kitty: int) -> None:
    rules = preset("cancellation", players=players)
    assert (rules.hand_size, rules.kitty_size) == (hand, kitty)


def test_35_in_da_nasty_fix_the_queen_of_clubs_is_played_on_the_first_trick_only_alone() -> None:
    rules = preset("nasty")
    assert may_play(rules, "QC 5C 2D", "2C", first=True) == "5C"
    assert may_play(rules, "QC 5D 2D", "2C", first=True) == "QC"


def test_41_in_dame_de_pique_the_first_lead_is_free() -> None:
    rules = preset("dame-de-pique")
    assert may_play(rules, "AH QS 2C", first=True) == "2C QS AH"
    assert may_play(rules, "AH QS 2C") == "2C QS"


def test_42_in_ricketts_house_the_queen_breaks_hearts() -> None:
    assert may_play(preset("ricketts-house"), "AH 4D", played="QS") == "4D AH"


def test_45_in_huse_hearts_the_follower_plays_the_dummy_too() -> None:
    rules = preset("huse")
    deal = played(rules, ("7C 2D", "5C 3D", "9C 4D"), "7C 5C 9C")
    assert (deal.tricks[0].winner, [p.seat for p in deal.tricks[0].plays]) == (1, [0, 1, 2])
    deal = played(rules, ("8C 7C 2D", "5C 4C 3D", "QS 3C 4D"), "8C 4C 3C 7C 5C QS")
    assert (deal.tricks[1].winner, deal.tricks[1].points) == (0, 13)
    assert (rules.hand_size, rules.hands, rules.kitty_size) == (16, 3, 4)


@pytest.mark.parametrize(("players", "widow"), [(3, 3), (4, 3), (5, 2), (6, 4)])
def test_47_the_widow_of_heartsette(players: int, widow: int) -> None:
    assert preset("heartsette", players=players).kitty_size == widow


@pytest.mark.parametrize(("players", "hand", "left"), [(3, 17, 1), (4, 12, 4), (5, 10, 2), (6, 8, 4), (7, 7, 3)])
def test_50_in_rickety_kate_no_more_cards_are_left_than_there_are_players(players: int, hand: int, left: int) -> None:
    rules = preset("kate", players=players)
    assert (rules.hand_size, rules.kitty_size, rules.penalty_sum) == (hand, left, 46)
    assert left <= players


def test_50_in_rickety_kate_the_dealers_left_leads_anything_and_the_first_trick_takes_what_was_left() -> None:
    rules = preset("kate")
    assert may_play(rules, "2H 9S 10C", first=True) == "10C 9S 2H"
    deal = deal_of(rules, "2H 9S", "5H 3C", "4H 3D", "3H 4D", rest="AS KS 6H 2C")
    play_on(deal, "2H 5H 4H 3H")
    assert (deal.kitty_taker, deal.tricks[0].points) == (1, 4)
    assert count_all(deal)[1].score == 4 + 21


def test_48_jokers_never_win_and_may_be_played_on_anything() -> None:
    rules = preset("joker")
    deal = trick(rules, "4D JK JK 3D")
    assert deal.tricks[0].winner == 0
    assert may_play(rules, "5D JK 2C", "4D") == "5D JK"
    led = trick(rules, "JK 4D 3D 9C")
    assert led.tricks[0].winner == 1
    assert trick(rules, "JK JK JK JK").tricks[0].winner == 0


def test_48_after_a_joker_that_was_led_any_card_may_be_played_hearts_too() -> None:
    rules = preset("joker")
    assert may_play(rules, "5D JK 4H", "") == "5D JK"  # a lead, and hearts are not broken
    assert may_play(rules, "5D JK 4H", "JK") == "5D 4H JK"
    assert may_play(rules, "5D JK 4H", "JK JK") == "5D 4H JK"
    assert may_play(rules, "5D JK 4H", "JK 3H") == "4H JK"  # the first suit played is the one to follow
    assert trick(rules, "JK 4H 9H 3C", extra="2C 3C 4C 5C").tricks[0].winner == 2


@pytest.mark.parametrize(
    ("players", "cards_left", "lead"), [(3, 51, "2C"), (5, 50, "3C"), (6, 48, "2C"), (7, 49, "2C")]
)
def test_49_packs_of_three_to_seven_players_divide_and_keep_26_points(players: int, cards_left: int, lead: str) -> None:
    rules = preset("classic", players=players)
    deck = rules.deck()
    assert (len(deck), len(deck) % players, rules.penalty_sum) == (cards_left, 0, 26)
    assert min(deck) == card(lead)


def test_49_without_the_twos_25_points_are_in_play() -> None:
    rules = replace(preset("black-maria", players=6), pass_cycle=CYCLES[6])
    assert (len(rules.deck()), rules.penalty_sum, rules.moon_value) == (48, 25, 25)


def test_a_deal_may_stand_on_a_base_of_its_own_when_the_fold_starts_there() -> None:
    game = Game()
    game.apply(Opened(STD))
    hands = tuple(STD.deck()[at * 13 : at * 13 + 13] for at in range(4))
    game.apply(Dealt(Base(4, 3, (10, 20, 30, 18)), hands))
    assert (game.phase, game.base.number, game.scores) == ("play", 4, (10, 20, 30, 18))
