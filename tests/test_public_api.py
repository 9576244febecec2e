"""What `import pbem` offers to programs: the rules, typed, and loaded only when they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pbem


def test_a_game_is_opened_and_dealt_by_the_public_names_alone() -> None:
    rules = pbem.preset("american")
    game = pbem.fold([pbem.entries.Opened(rules)])
    deal = game.chance(rules.deck())
    view = pbem.fold([pbem.entries.Opened(rules), deal]).view(0)
    assert isinstance(view, pbem.SeatView)
    assert len(view.hand) == 13


@pytest.mark.parametrize("name", pbem.__all__)
def test_each_public_name_is_there_and_listed(name: str) -> None:
    assert getattr(pbem, name) is getattr(pbem, name)
    assert name in dir(pbem)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Hearts"):
        _ = pbem.Hearts


def test_importing_the_package_loads_nothing_of_it() -> None:
    ask = "import sys, pbem; print([name for name in sys.modules if name.startswith('pbem.')])"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True).stdout == "[]\n"
