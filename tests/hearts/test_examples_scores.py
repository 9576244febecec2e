"""The worked examples of the rules (§12), by number: scores, the moon, the end, teams, money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.hearts.entries import NOTHING, Carry
from pbem.hearts.rules.presets import preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.scoring.settlement import howell, matchpoints, pool, super_pay
from pbem.hearts.scoring.standing import after_deal, places, reached, seat_lost
from tests.hearts.tables import HEARTS, points, scored, without

STD = preset("american")
ADD = replace(STD, moon="add")
SUBTRACT = replace(STD, moon="subtract")
OMNIBUS = preset("omnibus")
MOON = HEARTS + " QS"
FIVE_HEARTS, TWO_HEARTS, SIX_HEARTS = "2H 3H 4H 5H 6H", "7H 8H", "9H 10H JH QH KH AH"


def test_11_every_heart_is_one_and_the_queen_thirteen() -> None:
    assert points(STD, FIVE_HEARTS, "QS " + TWO_HEARTS, SIX_HEARTS, "JD 10C") == (5, 15, 6, 0)


@pytest.mark.parametrize(("choice", "paid"), [("subtract", (-26, 0, 0, 0)), ("add", (0, 26, 26, 26))])
def test_12_the_shooter_chooses_how_the_moon_is_paid(choice: str, paid: tuple[int, ...]) -> None:
    assert points(STD, MOON, choice=choice) == paid


@pytest.mark.parametrize(
    ("before", "paid"),
    [
        ((60, 80, 30, 50), (-26, 0, 0, 0)),
        ((20, 80, 30, 50), (0, 26, 26, 26)),
        ((60, 70, 30, 50), (0, 26, 26, 26)),
    ],
)
def test_13_the_moon_is_added_unless_another_would_win(before: tuple[int, ...], paid: tuple[int, ...]) -> None:
    assert points(replace(STD, moon="add-unless"), MOON, scores=before) == paid


def test_14_the_sun_is_every_trick() -> None:
    sun = replace(ADD, sun="52")
    assert points(sun, MOON, winners=(0,) * 13) == (0, 52, 52, 52)
    assert points(ADD, MOON, winners=(0,) * 13) == (0, 26, 26, 26)
    assert points(sun, MOON, winners=(0,) * 12 + (1,)) == (0, 26, 26, 26)
    assert replace(ADD, sun="double").sun_value == 52


def test_50_in_trickety_kate_the_jack_of_diamonds_takes_ten_off_and_the_moon_does_not_need_it() -> None:
    rules = preset("trickety-kate")
    assert points(rules, "AS 3H", "KS JD", "QS", without(HEARTS, "3H")) == (11, 0, 13, 12)
    assert points(rules, f"{HEARTS} QS KS AS", "JD", "2C", "3C") == (0, 36, 46, 46)


def test_15_the_jack_of_diamonds_takes_ten_off() -> None:
    assert points(OMNIBUS, FIVE_HEARTS, "QS " + TWO_HEARTS, SIX_HEARTS, "JD 10C") == (5, 15, 6, -10)
    assert points(OMNIBUS, "2H 3H 4H JD", "5H", "6H", "QS")[0] == -7
    floor = replace(OMNIBUS, bonus_floor=True)
    assert points(floor, "2H 3H 4H JD", "5H", "6H", "QS")[0] == 0
    assert points(replace(floor, moon="subtract"), MOON + " JD")[0] == -26


def test_16_the_moon_of_omnibus_needs_no_jack_unless_the_rules_say_so() -> None:
    add, subtract = replace(OMNIBUS, moon="add"), replace(OMNIBUS, moon="subtract")
    assert points(subtract, MOON, "", "", "JD") == (-26, 0, 0, -10)
    assert points(add, MOON, "", "", "JD") == (0, 26, 26, 16)
    assert points(subtract, MOON + " JD") == (-36, 0, 0, 0)
    assert points(add, MOON + " JD") == (-10, 26, 26, 26)
    needs_jack = replace(add, moon_set="penalties-and-bonus")
    assert points(needs_jack, MOON, "", "", "JD") == (26, 0, 0, -10)
    assert points(preset("omnibus-ten"), "10D 2H", "3H")[0] == -9


def test_16_the_slam_of_bicycle_replaces_the_bonus() -> None:
    assert points(preset("bicycle-omnibus"), MOON + " 10D") == (-26, 0, 0, 0)


def test_17_a_total_of_exactly_the_target_falls_back_before_the_end_is_tested() -> None:
    half, zero = replace(STD, exact="50"), replace(STD, exact="0")
    for rules, total in ((half, 50), (zero, 0)):
        standing = after_deal(rules, 3, (92, 80, 70, 60), (8, 5, 6, 7), NOTHING, False)
        assert (standing.scores[0], standing.over) == (total, False)
    ended = after_deal(zero, 5, (92, 95, 70, 70), (8, 9, 10, 7), NOTHING, False)
    assert (ended.scores, ended.over, ended.places.index(1)) == ((0, 104, 80, 77), True, 0)
    wins = after_deal(replace(STD, exact="wins"), 5, (92, 80, 70, 60), (8, 5, 6, 7), NOTHING, False)
    assert (wins.over, wins.places) == (True, (1, 2, 2, 2))


def test_18_a_tie_is_shared_or_played_off() -> None:
    before, won = (95, 60, 60, 84), (6, 4, 4, 4)
    shared = after_deal(STD, 5, before, won, NOTHING, False)
    assert (shared.over, shared.places) == (True, (4, 1, 1, 3))
    assert not after_deal(replace(STD, tie="extra-deals"), 5, before, won, NOTHING, False).over


def test_a_game_may_end_only_when_the_target_is_exceeded() -> None:
    assert reached(STD, (100, 0))
    over = replace(STD, end_when="over")
    assert (reached(over, (100, 0)), reached(over, (101, 0))) == (False, True)


def test_20_the_kitty_counts_for_the_moon_if_it_is_the_shooters() -> None:
    rules = replace(preset("kitty"), moon="add")
    kitty = "3H KC 9D 2S"
    assert points(rules, without(MOON, "3H") + " " + kitty) == (0, 26, 26, 26)
    assert points(rules, without(MOON, "3H"), kitty) == (25, 1, 0, 0)


def test_22_discards_for_an_exchanged_kitty_count() -> None:
    assert points(preset("odd-exchange"), "QH 8H JD 9H KS", "QS", "2H")[0] == 3


def test_26_partners_score_one_pile() -> None:
    pooled = preset("pooled")
    assert points(pooled, "2H 3H QS", SIX_HEARTS, "4H 5H 6H 7H 8H") == (20, 6, 20, 6)
    assert points(replace(pooled, moon="add"), FIVE_HEARTS + " QS", "", TWO_HEARTS + " " + SIX_HEARTS) == (0, 26, 0, 26)
    assert points(replace(pooled, moon="subtract"), MOON) == (-26, 0, -26, 0)


def test_27_the_lower_sum_of_partners_wins_though_one_of_them_is_over_the_target() -> None:
    assert places(preset("summed"), (105, 78, 34, 69)) == (1, 3, 1, 3)
    assert reached(preset("summed"), (105, 78, 34, 69))


def test_28_turbo_counts_hearts_queen_jack_and_then_the_ten_of_clubs() -> None:
    rules = preset("turbo")
    assert points(rules, "2H 3H 4H 5H QS 10C", "6H", charged="QS 10C")[0] == 120
    assert points(rules, FIVE_HEARTS + " JD", "7H QS", charged="AH JD")[0] == -10
    assert points(rules, FIVE_HEARTS + " JD 10C", "7H QS", charged="AH JD")[0] == -20
    assert points(rules, "10C", MOON)[0] == 0
    assert points(rules, MOON)[0] == -26
    assert points(rules, MOON + " JD 10C", charged="QS")[0] == -98


def test_28_a_chosen_moon_of_turbo_pays_others_what_its_cards_count() -> None:
    rules = replace(preset("turbo"), moon="add")
    assert points(rules, MOON + " 10C", charged="QS") == (0, 39, 39, 39)


def test_33_spots_count_their_pips() -> None:
    assert points(preset("spot-a"), "AH KH 7H QS", "2H")[0] == 59
    assert points(preset("spot-b"), "AH KH 7H QS", "2H")[0] == 57
    assert (preset("spot-a").moon_value, preset("spot-b").moon_value) == (129, 124)


@pytest.mark.parametrize(("name", "total"), [("black-maria", 15), ("black-maria-b", 25), ("black-maria-c", 43)])
def test_34_the_three_scores_of_black_maria(name: str, total: int) -> None:
    assert points(preset(name), "QS KS 3H AH", "2H")[0] == total
    assert preset("black-maria-b").penalty_sum == 43


def test_35_da_nasty_fix_counts_every_queen() -> None:
    rules = preset("nasty")
    assert points(rules, "JD QD", "2H")[0] == 3
    assert points(rules, "QS QH 3H 4H", "2H")[0] == 41
    assert rules.penalty_sum == 77


def test_35_who_shoots_the_moon_of_da_nasty_fix_wins_at_once_and_the_left_neighbour_leaves() -> None:
    record, standing = scored(preset("nasty"), "", HEARTS + " QS QD QC", scores=(10, 250, 30, 40))
    assert (standing.over, standing.places, record.moon) == (True, (2, 1, 3, 4), "win-game")
    assert seat_lost(preset("nasty"), 1) == 2
    _, standing = scored(preset("nasty"), "", HEARTS + " QS QD QC", scores=(90, -200, 30, 40))
    assert standing.places == (4, 1, 2, 3)


def test_36_hartenjagen_adds_and_then_takes_off() -> None:
    rules = preset("hartenjagen")
    assert points(rules, "7H 8H 9H 10H JH QS", "QH KH AH JC") == (10, 5, 0, 0)
    _, standing = scored(rules, "7H 8H 9H 10H JH QS", "QH KH AH JC", scores=(48, 52, 20, 30), carry=Carry(phase=2))
    assert standing.scores == (38, 47, 20, 30)
    _, turned = scored(rules, "7H 8H 9H 10H JH QS", "QH KH AH JC", scores=(48, 30, 20, 30))
    assert (turned.over, turned.carry) == (False, Carry(phase=2))
    _, ended = scored(rules, "7H 8H 9H 10H JH QS", "QH KH AH JC", scores=(8, 4, 20, 30), carry=Carry(phase=2))
    assert (ended.over, ended.scores, ended.places) == (True, (-2, -1, 20, 30), (1, 2, 3, 4))


def test_37_gong_zhu() -> None:
    rules = preset("gong-zhu")

    def total(pile: str, charged: str = "") -> object:
        rest = " ".join(c for c in (MOON + " JD 10C").split() if c not in pile.split())
        return points(rules, pile, rest, charged=charged)[0]

    assert total("KH 5H JD 10C") == 100
    assert (total("10C"), total("10C", "10C")) == (50, 100)
    assert total("10C 3H") == 0
    assert total("QS AH 9H", "QS") == -260
    assert (total(HEARTS), total(MOON), total(MOON, "AH QS")) == (200, 300, 600)
    assert total(MOON + " JD 10C", "AH QS JD 10C") == 3200
    rules = replace(rules, scorer="pig-all")
    assert (total(MOON), total(MOON + " JD"), total(MOON + " JD 10C")) == (100, 200, 800)


def test_gong_zhu_may_end_either_way() -> None:
    rules = replace(preset("gong-zhu"), end_when="either-way")
    assert (reached(rules, (-1000, 0)), reached(rules, (1000, 0)), reached(rules, (990, -990))) == (True, True, False)
    assert not reached(preset("gong-zhu"), (1000, 0))


def test_a_match_of_turbo_is_settled_by_the_sum_less_four_times_the_own() -> None:
    rules = preset("turbo-match")
    assert points(rules, "2H 3H 4H 5H QS 10C", "6H JD", charged="QS 10C") == (111 - 480, 111 + 36, 111, 111)


def test_38_the_golden_ten_takes_no_deal_below_nought() -> None:
    rules = preset("golden-ten")
    assert points(rules, "3R 10R 10Y")[0] == 1
    assert points(rules, "5R 10Y")[0] == 0
    assert points(replace(rules, bonus_floor=False), "5R 10Y")[0] == -5
    assert rules.penalty_sum == 27


def test_39_complex_hearts() -> None:
    rules = preset("complex")
    assert points(rules, FIVE_HEARTS + " QS 10C", "7H")[0] == (-26, 10)
    assert points(rules, "2H 3H 4H 5H JD", "7H QS")[0] == (-6, 0)
    assert points(rules, "10C JD", MOON, choice="add")[0] == (13, -7)  # −20i and the shooter's 13+13i
    assert points(rules, "10C JD", "QS", "2H")[0] == (0, -20)
    assert (reached(rules, [(70, 70)]), reached(rules, [(70, 72)])) == (False, True)
    assert points(rules, MOON, choice="subtract") == ((-13, -13), (0, 0), (0, 0), (0, 0))
    assert points(rules, MOON, choice="add") == ((0, 0), (13, 13), (13, 13), (13, 13))
    assert points(rules, MOON + " 10C", choice="subtract")[0] == (26, -26)


def test_40_super_hearts_pays_the_smallest_positive_score() -> None:
    assert super_pay((0, 3, 7, 10), 0) == ([0, 11, -4, -7], 0)
    assert super_pay((2, 2, 5, 11), 0) == ([6, 6, -3, -9], 0)
    assert super_pay((20, 0, 0, 0), 0) == ([0, 0, 0, 0], 0)
    record, standing = scored(preset("super"), "", "2H 3H 4H", "QS", "5H 6H 7H 8H 9H 10H JH QH KH AH")
    assert (record.taken, standing.scores, standing.over) == ((0, 3, 7, 10), (0, 11, -4, -7), True)


def test_43_on_the_web_the_moon_is_added_and_ties_share() -> None:
    web = preset("web")
    assert points(web, MOON) == (0, 26, 26, 26)
    assert places(web, (103, 71, 71, 90)) == (4, 1, 1, 3)


def test_44_pools() -> None:
    assert howell((3, 5, 5, 0), 0) == ([1, -7, -7, 13], 0)
    assert pool((3, 5, 5, 0), 0) == ([-3, -5, -5, 13], 0)
    assert pool((6, 7, 0, 0), 0) == ([-6, -7, 6, 6], 1)
    assert pool((13, 0, 0, 0), 0) == ([-13, 0, 0, 0], 13)
    assert pool((4, 4, 4, 1), 0) == ([-4, -4, -4, -1], 13)
    assert pool((5, 4, 4, 0), 13) == ([-5, -4, -4, 26], 0)
    assert pool((6, 7, 0, 0), 13) == ([-6, -7, 0, 0], 26)
    assert pool((13, 0), 0) == ([-13, 13], 0)


def test_44_a_jack_is_remembered_between_deals() -> None:
    rules = replace(preset("pool"), deals=3)
    _, standing = scored(rules, HEARTS)
    assert standing.carry == Carry(jack=13)
    _, after = scored(rules, FIVE_HEARTS, "7H 8H 9H 10H", "JH QH KH AH", number=2, carry=Carry(jack=13))
    assert (after.scores, after.carry) == ((-5, -4, -4, 26), Carry())


def test_46_matchpoints_count_the_tables_that_did_worse() -> None:
    assert matchpoints((2, 13, 2, 0)) == [1.5, 0, 1.5, 3]


def test_who_takes_no_trick_gets_the_bonus_for_it() -> None:
    rules: Rules = replace(STD, no_trick_bonus=-5)
    assert points(rules, FIVE_HEARTS, "QS " + TWO_HEARTS, SIX_HEARTS) == (5, 15, 6, -5)
