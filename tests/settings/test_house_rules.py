"""The variants on offer: the presets, and an operator's house rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS, preset
from pbem.hearts.rules.record import Rules
from pbem.settings import Settings, SettingsFault
from pbem.settings.house_rules import variants


def settings(folder: Path, games: dict[str, str]) -> Settings:
    raw = {
        "server": {"address": "hearts@example.net", "data": str(folder)},
        "courier": {"maildir": {"path": str(folder / "out")}},
        "games": games,
    }
    return Settings.model_validate(raw)


def offered(folder: Path, text: str | None = None, variant: str = "american") -> dict[str, Rules]:
    games = {"variant": variant}
    if text is not None:
        (folder / "variants.toml").write_text(text, "utf-8")
        games["variants"] = str(folder / "variants.toml")
    return dict(variants(settings(folder, games)))


def test_without_house_rules_the_presets_are_on_offer(tmp_path: Path) -> None:
    assert offered(tmp_path) == PRESETS


def test_a_house_rule_stands_beside_them_under_its_own_name_in_small_letters(tmp_path: Path) -> None:
    known = offered(tmp_path, '[Thursday]\nbase = "web"\ntarget = 30\n', variant="thursday")
    assert set(known) == {*PRESETS, "thursday"}
    assert known["thursday"].name == "thursday"
    assert (known["thursday"].target, known["thursday"].moon) == (30, "add")


def test_a_house_rule_may_stand_on_one_further_up(tmp_path: Path) -> None:
    known = offered(tmp_path, '[short]\ntarget = 30\n[shorter]\nbase = "short"\nmoon = "add"\n')
    assert (known["shorter"].target, known["shorter"].moon) == (30, "add")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_house_rule_may_be_played_by_as_many_as_what_it_stands_on(tmp_path: Path, players: int) -> None:
    known = offered(tmp_path, f'[ours]\nbase = "black-maria"\nplayers = {players}\n[theirs]\nbase = "ours"\n')
    for rules in (known["ours"], known["theirs"]):
        assert rules == replace(preset("black-maria", players=players), name=rules.name)
        assert rules.player_counts == (3, 4, 5, 6)


def test_values_are_written_as_toml_has_them_or_as_a_host_writes_them(tmp_path: Path) -> None:
    known = offered(
        tmp_path, '[a]\npass = ["left", "hold"]\nforce_queen = true\n[b]\npass = "left,hold"\nforce-queen = "on"\n'
    )
    assert known["a"].pass_cycle == known["b"].pass_cycle == ("left", "hold")
    assert known["a"].force_queen is known["b"].force_queen is True


def test_all_faults_are_told_at_once_each_with_its_section(tmp_path: Path) -> None:
    with pytest.raises(SettingsFault) as told:
        offered(tmp_path, 'a = 3\n[b]\nbase = "bridge"\n[c]\nplayers = 52\n[d]\ntarget = "far"\n[e]\nsun = 1.5\n')
    assert [fault.key for fault in told.value.faults] == [f"variants.toml: [{name}]" for name in "abcde"]
    assert all(fault.wrong and fault.mend for fault in told.value.faults)


def test_a_variant_that_is_none_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(SettingsFault) as told:
        offered(tmp_path, variant="amercan")
    assert str(told.value) == "games.variant: 'amercan' is no variant. Did you mean american?"


@pytest.mark.parametrize("content", [b"[a", b"\xff\xfe", b"a = \n"])
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "variants.toml").write_bytes(content)
    with pytest.raises(SettingsFault, match=r"variants\.toml: (is not TOML|cannot be read)"):
        variants(settings(tmp_path, {"variants": str(tmp_path / "variants.toml")}))
