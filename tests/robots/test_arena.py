"""Duels: fair by their seatings, repeatable by their seed."""

from __future__ import annotations

from pbem.hearts.rules.presets import preset
from pbem.robots import LEVELS
from pbem.robots.arena import Duel, duel, play_deal, seatings
from pbem.robots.levels.chance import Chance

WEB = preset("web")
EASY, MEDIUM = LEVELS["easy"], LEVELS["medium"]


def test_both_sit_on_every_seat_equally_often() -> None:
    for players in range(2, 8):
        seats = seatings(players)
        assert all(sum(at[seat] for at in seats) * 2 == len(seats) for seat in range(players))


def test_one_alone_sits_on_every_seat_once() -> None:
    assert seatings(3, alone=True) == [(True, False, False), (False, True, False), (False, False, True)]
    result = duel(Duel(MEDIUM, EASY, WEB, alone=True), 4)
    assert (result.a_hands, result.b_hands) == (16, 48)


def test_a_robot_against_itself_makes_no_difference() -> None:
    for alone in (False, True):
        result = duel(Duel(MEDIUM, MEDIUM, WEB, alone=alone), 10)
        assert result.difference == 0
        assert result.deals == 10


def test_a_duel_is_the_same_for_the_same_seed_and_in_other_processes() -> None:
    alone = duel(Duel(EASY, Chance(), WEB, seed=3), 12)
    assert duel(Duel(EASY, Chance(), WEB, seed=3), 12, processes=2) == alone
    assert duel(Duel(EASY, Chance(), WEB, seed=4), 12) != alone


def test_progress_is_told_deal_by_deal() -> None:
    heard: list[int] = []
    duel(Duel(EASY, MEDIUM, WEB), 3, progress=heard.append)
    assert heard == [1, 2, 3]


def test_medium_beats_easy_and_easy_beats_chance() -> None:
    upper = duel(Duel(MEDIUM, EASY, WEB), 60)
    lower = duel(Duel(EASY, Chance(), WEB), 40)
    assert upper.difference + 2 * upper.standard_error < -1.0
    assert lower.difference + 2 * lower.standard_error < -1.0


def test_chips_are_good_and_count_as_negative_costs() -> None:
    for name in ("super", "howell", "pool"):
        result = duel(Duel(EASY, Chance(), preset(name)), 40)
        assert result.difference + 2 * result.standard_error < 0, name


def test_a_difference_is_a_cost_where_points_are_good() -> None:
    result = duel(Duel(MEDIUM, Chance(), preset("gong-zhu")), 30)
    assert result.difference < 0
    assert result.a_points < result.b_points


def test_a_deal_by_itself_starts_from_level_scores() -> None:
    record = play_deal(WEB, [MEDIUM] * 4, "cards", "chance", 5)
    assert record.scores == record.points
    assert (record.number, record.dealer) == (2, 1)
