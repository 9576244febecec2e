"""Tries the recipes of docs/adding.md: `python -m tests.docs.try_recipes [NAME …]`.

Each adds its example to a copy of the checkout. With every step taken the tests beside the steps pass, and so do
those of the files that it names, of this page and of the layers; with any one step left out, the test beside it fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.docs.pages import CHECKOUT
from tests.docs.recipes import RECIPES, Recipe, Run, Step

OUT = shutil.ignore_patterns("__pycache__", ".venv", ".git", ".*_cache", ".hypothesis")


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A module run in the copy."""
    environ = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environ, capture_output=True, text=True, check=False
    )


def passes(folder: Path, *tests: str) -> bool:
    """Whether these tests pass there."""
    return python(folder, "pytest", "-q", "-x", "-p", "no:cacheprovider", *dict.fromkeys(tests)).returncode == 0


def take(folder: Path, steps: tuple[Step, ...]) -> None:
    """The steps in a copy: files first, then what is written by a module."""
    for step in steps:
        if not isinstance(step.change, Run):
            path = folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.change(path.read_text("utf-8") if path.exists() else ""), "utf-8")
    for step in steps:
        if isinstance(step.change, Run):
            python(folder, *step.change.words)


def also(recipe: Recipe) -> list[str]:
    """The files of tests that whoever adds it will run too."""
    named = re.findall(r"`(tests/[\w/]+\.py)`", " ".join((recipe.note, *(step.why for step in recipe.steps))))
    return ["tests/docs/test_adding.py", "tests/test_layers.py", *named]


def try_recipe(recipe: Recipe) -> list[str]:
    """What is wrong with it."""
    wrong = []
    for left_out in (None, *recipe.steps):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "copy"
            shutil.copytree(CHECKOUT, folder, ignore=OUT)
            take(folder, tuple(step for step in recipe.steps if step is not left_out))
            if left_out is None:
                if not passes(folder, *(step.complains for step in recipe.steps), *also(recipe)):
                    wrong.append("with every step taken, a test fails")
            elif passes(folder, left_out.complains):
                wrong.append(f"without {left_out.path} nothing fails")
    return wrong


def main(names: list[str]) -> int:
    """Those named, or all."""
    failed = 0
    for name in names or RECIPES:
        wrong = try_recipe(RECIPES[name])
        failed += bool(wrong)
        sys.stdout.write(f"{name}: {'; '.join(wrong) or 'as told'}\n")
        sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
