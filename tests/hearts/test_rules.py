"""The record of the rules: whole in JSON, and every fault told at once."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from pbem.cards import cards
from pbem.hearts.rules.faults import OutOfRange, RulesFault, UnknownWord
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules, rules_from_json, rules_to_json
from pbem.hearts.rules.validation import ALLOWED


def faults(**changes: object) -> list[str]:
    """The codes of the faults that these changes make."""
    with pytest.raises(RulesFault) as caught:
        replace(Rules(), **changes)  # type: ignore[arg-type]
    return [item.code for item in caught.value.faults]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_comes_back_from_json_equal(name: str) -> None:
    for players in PRESETS[name].player_counts:
        rules = preset(name, players=players)
        body = rules_to_json(rules)
        assert all(isinstance(value, (str, int)) for value in body.values())
        assert rules_from_json(body) == rules


def test_a_key_that_is_no_field_stops_the_reading() -> None:
    with pytest.raises(ValueError, match=r"not fields of the rules: colour$"):
        rules_from_json({"name": "american", "colour": "S"})


def test_fields_that_came_later_have_their_default() -> None:
    assert rules_from_json({"name": "american"}) == Rules()


def test_a_record_written_before_it_said_its_numbers_of_players_is_the_same_rules() -> None:
    body = rules_to_json(preset("black-maria", players=5))
    del body["seatings"]
    assert rules_from_json(body) == preset("black-maria", players=5)
    assert hash(rules_from_json(body)) == hash(preset("black-maria", players=5))


def test_house_rules_name_fields_of_the_record() -> None:
    names = {f.name for f in fields(Rules)}
    for rules in PRESETS.values():
        assert set(rules.house) <= names


def test_all_faults_are_told_at_once() -> None:
    assert faults(players=3, pass_cycle=("across",), charge=cards("QS"), teams="pooled") == [
        "pack-does-not-divide",
        "no-seat-to-pass-to",
        "teams-need-four",
        "charge-needs-scorer",
    ]


def test_a_fault_of_a_single_value_is_told_with_what_may_stand_there() -> None:
    with pytest.raises(RulesFault) as caught:
        replace(Rules(), moon="full", players=11)
    assert caught.value.faults == (
        UnknownWord("unknown-value", "moon", "full", ALLOWED["moon"]),
        OutOfRange("out-of-range", "players", "11", 2, 10),
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": "4"}, "wrong-type"),
        ({"values": "Q=1"}, "bad-card-values"),
        ({"removed": cards("2C 2C 3D 3D")}, "not-in-pack"),
        ({"hand": 14}, "too-few-cards"),
        ({"hand": 12}, "pack-does-not-divide"),
        ({"kitty_to": "first-trick"}, "no-kitty"),
        ({"hand": 12, "kitty": "rest"}, "kitty-to-nobody"),
        ({"hand": 12, "kitty": "rest", "kitty_use": "draw", "kitty_to": "first-trick"}, "stock-is-no-kitty"),
        ({"hand": 12, "kitty": "rest", "kitty_use": "exchange", "kitty_to": "last-trick"}, "exchange-too-late"),
        ({"hand": 12, "kitty": "rest", "kitty_to": "first-trick", "mix_kitty": True}, "no-mix"),
        ({"pass_cycle": ()}, "no-pass-cycle"),
        ({"pass_cycle": ("up",)}, "unknown-pass"),
        ({"pass_cycle": ("+1x9&+2x9",)}, "pass-too-big"),
        ({"pass_cycle": ("+1x1&+5x1",)}, "no-seat-to-pass-to"),
        ({"pass_count": 13, "pass_cycle": ("hold",), "refusable": cards("QS")}, "pass-too-big"),
        ({"refusable": cards("JK")}, "not-in-pack"),
        ({"pass_optional": True, "pass_cycle": ("scatter",)}, "optional-pass-needs-one-target"),
        ({"values": "H=-1"}, "wrong-sign"),
        ({"values": "JK=5"}, "no-penalties"),
        ({"bonus_floor": True}, "no-bonus"),
        ({"moon": "none", "sun": "52"}, "no-moon"),
        ({"scorer": "complex", "sun": "52"}, "complex-moon"),
        ({"scorer": "pig"}, "pig-scoring-stands-alone"),
        ({"scorer": "complex", "exact": "50"}, "scorer-needs-plain-end"),
        ({"first_lead": "pig", "removed": cards("QS 2C 2D 2S")}, "no-queen"),
        ({"target": 0}, "no-target"),
        ({"end_when": "deals"}, "no-deals"),
        ({"target": -100}, "target-out-of-reach"),
        ({"exact": "50", "target": 40}, "exact-needs-target"),
        ({"tie": "extra-deals", "end_when": "deals", "deals": 4}, "extra-deals-need-target"),
        ({"phases": 2, "end_when": "deals", "deals": 4}, "phases-need-target"),
        ({"phases": 2, "winner": "highest"}, "phases-need-lowest"),
        ({"teams": "pooled", "winner": "smallest-positive"}, "teams-need-points"),
        ({"teams": "pooled", "moon": "win-game"}, "teams-stand-alone"),
        ({"settle": "matchpoints"}, "moon-choice-under-matchpoints"),
        ({"settle": "pool"}, "money-needs-plain-points"),
        ({"settle": "pool", "moon": "none"}, "money-needs-deals"),
        (
            {"settle": "pool", "moon": "none", "end_when": "deals", "deals": 4, "no_trick_bonus": -5},
            "pool-takes-no-bonus",
        ),
        ({"scorer": "turbo", "charge": cards("JK")}, "not-in-pack"),
        ({"charge_most": 1}, "nothing-to-charge"),
        ({"auction": "dummy"}, "dummy-needs-auction"),
        ({"auction": "capot"}, "capot-needs-plain-points"),
        ({"auction": "suit"}, "auction-needs-pool"),
        ({"auction": "dummy", "winner": "highest"}, "bid-needs-points"),
        ({"first_lead": "bidder"}, "bidder-needs-auction"),
        ({"dummy": "shared"}, "shared-dummy-needs-two"),
        ({"dummy": "bid", "auction": "dummy", "boost": "nines"}, "dummy-plays-plainly"),
        ({"trick_values": "last=1", "boost": "nines"}, "trick-values-need-plain-tricks"),
        ({"early_end": True}, "early-end-needs-plain-deals"),
        ({"trump": "turned"}, "trump-needs-a-card-over"),
        ({"trick": "heart-joker", "removed": cards("2C 2D 2S 2H")}, "no-heart-joker"),
        ({"scorer": "merit"}, "merit-stands-alone"),
        ({"scorer": "thirds", "teams": "pooled"}, "thirds-stand-alone"),
        ({"moon_set": "points", "bonus": "JD=-10"}, "moon-of-points-needs-sums"),
    ],
)
def test_rules_that_cannot_work_are_refused(changes: dict[str, object], code: str) -> None:
    assert code in faults(**changes)


def test_a_record_names_what_it_alters_of_the_plain_game() -> None:
    assert Rules().altered == frozenset()
    assert Rules(target=50, moon="none").altered == {"target", "moon"}


def test_the_derived_numbers_follow_the_record() -> None:
    kitty = preset("kitty")
    assert (kitty.hand_size, kitty.kitty_size, kitty.penalty_sum, kitty.moon_value) == (12, 4, 26, 26)
    league = preset("spot-league")
    assert (league.moon_value, league.penalty_sum, league.points(cards("JD")[0])) == (150, 154, -40)
    assert preset("gong-zhu", direction="counter-clockwise").step == -1
