"""Options as a player writes them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from pbem.cards import cards
from pbem.hearts.rules.aliases import ALIASES
from pbem.hearts.rules.faults import RulesFault
from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.hearts.rules.switches import SWITCHES, OptionFault, differences, options, switch

AMERICAN = preset("american")


UNSWITCHED = {f.name for f in fields(Rules)} - {row.field for row in SWITCHES}


def test_every_field_of_the_play_has_its_switch() -> None:
    assert {"name", "house", "seatings"} == UNSWITCHED
    assert len({row.option for row in SWITCHES}) == len(SWITCHES)


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_preset_differs_in_can_be_written_as_options(name: str) -> None:
    rules = PRESETS[name]
    written = dict(differences(rules, AMERICAN))
    again = options(AMERICAN, written)
    assert all(getattr(again, f.name) == getattr(rules, f.name) for f in fields(Rules) if f.name not in UNSWITCHED)


def test_every_word_of_a_switch_is_read_and_written_the_same() -> None:
    for row in SWITCHES:
        assert row.read(row.default) == getattr(Rules(), row.field)
        for word in row.allowed:
            assert row.read(row.write(row.read(word))) == row.read(word)


def test_options_are_set_at_once() -> None:
    rules = options(AMERICAN, {"moon": "add", "TRICK1": "forbidden", "target": "50", "bonus": "jd", "pass": "lrah"})
    assert (rules.moon, rules.first_trick_points, rules.target) == ("add", "forbidden", 50)
    assert rules.bonus == "JD=-10"
    assert differences(rules, AMERICAN) == (
        ("trick1", "forbidden"),
        ("bonus", "JD=-10"),
        ("moon", "add"),
        ("target", "50"),
    )


def test_the_pack_and_the_passes_follow_the_number_of_players() -> None:
    rules = options(AMERICAN, {"players": "5"})
    assert rules.removed == cards("2C 2D")
    assert rules.pass_cycle == ("left", "right", "second-left", "second-right", "hold")
    assert options(preset("black-maria"), {"players": "4"}).removed == ()
    assert options(AMERICAN, {"players": "3", "removed": "2s"}).removed == cards("2S")


@pytest.mark.parametrize(
    ("name", "players", "cycle"),
    [
        ("classic", 3, ("left", "right")),
        ("classic", 4, ("left", "right", "across", "hold")),
        ("no-hold", 3, ("left", "right")),
        ("no-hold", 6, ("left", "right", "second-left", "second-right", "across")),
        ("scatter", 5, ("left", "right", "second-left", "second-right", "scatter")),
        ("scatter-hold", 3, ("left", "right", "scatter", "hold")),
        ("mix", 7, ("left", "right", "second-left", "second-right", "third-left", "mix")),
        ("ricketts-house", 3, ("left", "right", "scatter", "hold")),
    ],
)
def test_a_cycle_keeps_its_end_and_takes_the_directions_that_the_table_has(
    name: str, players: int, cycle: tuple[str, ...]
) -> None:
    assert preset(name, players=players).pass_cycle == cycle


def test_a_cycle_asked_for_by_name_drops_across_where_nobody_sits_there() -> None:
    assert options(AMERICAN, {"players": "5", "pass": "no-hold"}).pass_cycle == (
        "left",
        "right",
        "second-left",
        "second-right",
    )
    assert options(preset("odd-kitty"), {"pass": "scatter-cycle"}).pass_cycle == ("left", "right", "scatter")


def test_the_classic_passes_are_house_rules_only_where_the_source_is_silent() -> None:
    marked = {players: "pass_cycle" in preset("classic", players=players).house for players in (3, 4, 5, 6, 7)}
    assert marked == {3: False, 4: False, 5: True, 6: True, 7: True}
    assert options(preset("classic", players=5), {"players": "4"}) == preset("classic")


@pytest.mark.parametrize(("players", "hand", "kitty"), [(3, 17, 1), (4, 12, 4), (5, 10, 2), (6, 8, 4), (7, 7, 3)])
def test_a_kitty_is_what_does_not_divide_and_at_four_it_has_four_cards(players: int, hand: int, kitty: int) -> None:
    rules = preset("kitty", players=players)
    assert (rules.hand_size, rules.kitty_size) == (hand, kitty)


def test_cards_cycles_and_values_are_written_without_blanks() -> None:
    rules = options(AMERICAN, {"values": "h=1,qs=20", "pass": "left,+1x2&-1x1,hold", "removed": "none"})
    assert (rules.values, rules.pass_cycle) == ("H=1 QS=20", ("left", "+1x2&-1x1", "hold"))
    assert options(AMERICAN, {"values": "spot-a"}).values == "H=pips QS=25"


def test_an_option_that_is_none_is_told_with_the_nearest_names() -> None:
    with pytest.raises(OptionFault) as caught:
        options(AMERICAN, {"mooon": "add"})
    assert (caught.value.value, caught.value.nearest[0]) == (None, "moon")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("moon", "ad"),
        ("target", "many"),
        ("force-queen", "perhaps"),
        ("removed", "1C"),
        ("values", "x"),
        ("sun", "hot"),
    ],
)
def test_a_value_that_is_none_is_told_with_what_may_stand_there(option: str, value: str) -> None:
    with pytest.raises(OptionFault) as caught:
        options(AMERICAN, {option: value})
    assert caught.value.option == option
    assert caught.value.value is not None
    assert caught.value.allowed


def test_options_that_cannot_work_together_are_refused() -> None:
    with pytest.raises(RulesFault):
        options(AMERICAN, {"players": "3", "pass": "across"})


def test_a_field_may_be_named_as_the_record_names_it() -> None:
    assert switch("first_trick_points").option == "trick1"


@pytest.mark.parametrize("name", PRESETS)
def test_a_copy_under_another_name_may_be_played_by_as_many_as_its_base(name: str) -> None:
    base = PRESETS[name]
    copy = replace(base, name="our-own")
    assert copy.player_counts == base.player_counts
    for players in base.player_counts:
        assert options(copy, {"players": str(players)}) == replace(preset(name, players=players), name="our-own")


def test_what_a_house_rule_sets_by_hand_does_not_change_with_the_number_of_players() -> None:
    unpassed = options(preset("heartsette"), {"pass": "none"})
    five = options(unpassed, {"players": "5"})
    assert (five.pass_cycle, five.hand, five.removed) == (("hold",), 10, ())


def test_aliases_name_presets() -> None:
    assert set(ALIASES.values()) <= set(PRESETS)
    assert preset("rickety-kate") == AMERICAN
