"""The pages on how the program is built name what is there."""

from __future__ import annotations

import ast
import re

import pytest

from tests.docs.pages import CHECKOUT
from tests.docs.recipes import RECIPES

ARCHITECTURE = (CHECKOUT / "docs" / "architecture.md").read_text("utf-8")
ADDING = (CHECKOUT / "docs" / "adding.md").read_text("utf-8")

NAMED = re.findall(r"`([\w/.]+\.py)` \(`([\w]+)`\)", ARCHITECTURE + ADDING)


def defined(path: str) -> set[str]:
    """The names that a module defines."""
    names: set[str] = set()
    for node in ast.parse((CHECKOUT / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        targets = (
            [node.target] if isinstance(node, ast.AnnAssign) else node.targets if isinstance(node, ast.Assign) else []
        )
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_is_named_in_brackets_is_defined_in_that_file(path: str, name: str) -> None:
    assert name in defined(path)


def test_the_way_of_a_message_names_a_function_or_class_in_most_steps() -> None:
    assert len(NAMED) > 10


def test_the_table_of_where_to_begin_has_a_file_of_each_recipe() -> None:
    begin = ARCHITECTURE.partition("## Where to begin\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| an? ([\w ]+) \| .*?`([\w/.]+\.py)`", begin, re.MULTILINE)
    recipes = list(RECIPES.values())
    assert len(rows) == len(recipes)
    for (what, path), recipe in zip(rows, recipes, strict=True):
        assert what in recipe.title.casefold()
        assert path in {step.path for step in recipe.steps}
        assert (CHECKOUT / path).exists()


def test_every_room_of_the_program_is_in_the_table_of_rooms() -> None:
    rooms = {room.parent.relative_to(CHECKOUT / "pbem").as_posix() for room in (CHECKOUT / "pbem").rglob("__init__.py")}
    told = {name.rstrip("/") for name in re.findall(r"^\| `([\w/]+/)` \|", ARCHITECTURE, re.MULTILINE)}
    assert rooms - told == {".", "mail"}
