"""Every preset has its golden game, and it still comes out as it was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS
from tests.games.column import HERE, generate, read, write


@pytest.mark.parametrize("name", PRESETS)
def test_the_golden_game_of_a_preset_comes_out_as_written(name: str) -> None:
    path = HERE / f"{name}.txt"
    assert path.exists(), f"no golden game: python -m tests.games.column {name}"
    text = path.read_text(encoding="utf-8")
    assert write(read(text)) == text


def test_a_golden_game_belongs_to_a_preset() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(PRESETS)


@pytest.mark.parametrize("path", sorted((HERE / "before").glob("*.txt")), ids=lambda path: path.stem)
def test_a_game_written_before_its_rules_were_mended_folds_to_what_it_was(path: Path) -> None:
    """The record of the rules stands in the log, so that `kate` may be another game now; `joker` only allows more."""
    text = path.read_text(encoding="utf-8")
    assert write(read(text)) == text


def test_a_column_is_written_from_a_game_and_read_back() -> None:
    text = generate("turbo-booster", seed=5)
    assert write(read(text)) == text
