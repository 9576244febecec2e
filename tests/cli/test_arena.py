"""`pbem arena`: duels between levels, for people and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell


def test_a_duel_for_programs_has_the_agreed_fields_and_is_the_same_for_the_same_seed(run: Shell) -> None:
    words = ("arena", "medium", "easy", "--deals", "6", "--variant", "web", "--seed", "3", "--json")
    found = run(None, *words).json
    assert found["deals"] == 6
    assert found["difference"] == pytest.approx(found["a_points"] - found["b_points"])
    assert found["standard_error"] > 0
    assert found["a_hands"] == found["b_hands"] == 24
    assert found["a_conceded"] == found["b_moons"]
    assert found["a_milliseconds"] > 0
    again = run(None, *words).json
    assert again.pop("a_milliseconds")
    assert again.pop("b_milliseconds")
    assert again == {key: value for key, value in found.items() if "milliseconds" not in key}


def test_the_command_that_is_told_brings_the_same_figures(run: Shell) -> None:
    words = ("arena", "medium", "random", "players=5", "moon=add", "--deals", "3", "--variant", "web", "--alone")
    found = run(None, *words, "--json").json
    assert found["options"] == ["players=5", "moon=add"]
    assert found["a_hands"] + found["b_hands"] == 3 * 5 * 5
    program, *told = found["command"].split()
    assert program == "pbem"
    assert run(None, *told, "--json").json["difference"] == found["difference"]


def test_the_second_phase_is_played_by_itself(run: Shell) -> None:
    words = ("arena", "easy", "random", "phase=2", "--deals", "20", "--variant", "hartenjagen")
    found = run(None, *words, "--json").json
    assert found["a_points"] + found["b_points"] < 0  # points come off there
    assert found["difference"] < 0


def test_the_operators_own_variants_are_played_too(run: Shell, tmp_path: Path) -> None:
    config = tmp_path / "pbem.toml"
    (tmp_path / "variants.toml").write_text('[ours]\nbase = "web"\nmoon = "none"\n')
    config.write_text(
        f"""[server]
address = "hearts@example.org"
data = "{tmp_path}"
[games]
variants = "{tmp_path / "variants.toml"}"
[intake.maildir]
path = "{tmp_path / "in"}"
[courier.maildir]
path = "{tmp_path / "out"}"
"""
    )
    assert run(config, "arena", "easy", "random", "--deals", "4", "--variant", "ours", "--json").json["a_moons"] == 0


def test_one_may_sit_alone_among_three_others(run: Shell) -> None:
    found = run(None, "arena", "medium", "easy", "--deals", "3", "--alone", "--json").json
    assert (found["a_hands"], found["b_hands"], found["alone"]) == (12, 36, True)


def test_a_duel_for_people_says_who_is_better_and_how_surely(run: Shell) -> None:
    said = run(None, "arena", "medium", "easy", "--deals", "6", "--variant", "web").out
    assert "medium (a)" in said
    assert "easy (b)" in said
    assert "6 deals of web, each in every seating" in said
    assert "±" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("medium", "godlike"), "there is no robot 'godlike': there are random, easy, medium, hard, shooter"),
        (("medium", "easy", "colour=red"), "'colour' cannot be understood"),
        (("medium", "easy", "moon=full"), "'moon=full' cannot be understood; possible or near:"),
        (("medium", "easy", "players"), "'players' is no option"),
        (("medium", "easy", "players=17"), "that cannot be played"),
        (("medium", "easy", "phase=2"), "american has no second phase"),
        (("medium", "easy", "--variant", "bridge"), "there is no variant 'bridge'"),
    ],
)
def test_a_level_or_variant_that_is_not_there_is_told_in_a_line(run: Shell, words: str, said: str) -> None:
    ran = run(None, "arena", *words)
    assert ran.code != 0
    assert said in ran.err
