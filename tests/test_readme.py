"""What the documentation shows of the program is what the program does. More of it: `tests/docs/`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS
from tests.readme import CHECKOUT, README, SHOWN, mail_shown, part, scene
from tests.table import Bench

TEXT = README.read_text("utf-8")


@pytest.mark.parametrize("name", SHOWN)
def test_what_the_pages_show_is_what_the_program_says_now(name: str) -> None:
    """To write it anew: make readme."""
    page, shown = SHOWN[name]
    assert part((CHECKOUT / page).read_text("utf-8"), name) == shown()


def test_the_first_thing_in_the_readme_is_a_mail_and_its_answer_and_the_server_accepts_it(tmp_path: Path) -> None:
    shown = scene(tmp_path)
    first, second = re.findall(r"```\n.*?\n```", TEXT, re.DOTALL)[:2]
    before = [
        line for line in TEXT[: TEXT.index(first)].splitlines() if line and not line.startswith(("#", "![", "<!--"))
    ]
    assert before == ["The same mail in a terminal:"]  # above it there is only its picture
    assert first == mail_shown(shown.mail)
    assert second == f"```\n{shown.answer}\n```"
    kind, entry = shown.last_entry
    assert kind == "Played"
    assert shown.answer in entry.values()


@pytest.mark.parametrize("name", PRESETS)
def test_every_variant_of_the_list_can_be_begun(bench: Bench, name: str) -> None:
    seats = PRESETS[name].players - 1
    first = bench.writes("ann@example.com", f"NEW {name} WITH {seats} robots")
    assert first is not None
    assert [letter for letter in bench.post.sent if letter.to == "op@example.net"] == []
    assert bench.mails("ann@example.com")[-1].subject.startswith("[Hearts 1]")
