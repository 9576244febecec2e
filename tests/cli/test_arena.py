"""`pbem arena`: duels between levels, for people and for programs."""

from __future__ import annotations

import pytest

from tests.cli.running import Shell


def test_a_duel_for_programs_has_the_agreed_fields_and_is_the_same_for_the_same_seed(run: Shell) -> None:
    words = ("arena", "medium", "easy", "--deals", "6", "--variant", "web", "--seed", "3", "--json")
    found = run(None, *words).json
    assert found["deals"] == 6
    assert found["difference"] == pytest.approx(found["a_points"] - found["b_points"])
    assert found["standard_error"] > 0
    assert found["a_hands"] == found["b_hands"] == 24
    assert run(None, *words).json == found


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
        (("medium", "godlike"), "there is no robot 'godlike': there are easy, medium, hard"),
        (("medium", "easy", "--variant", "bridge"), "there is no variant 'bridge'"),
    ],
)
def test_a_level_or_variant_that_is_not_there_is_told_in_a_line(run: Shell, words: str, said: str) -> None:
    ran = run(None, "arena", *words)
    assert ran.code != 0
    assert said in ran.err
