"""The README says what is true: what it shows is what the program does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pbem.hearts.rules.presets import PRESETS
from pbem.settings import Settings
from tests.readme import README, SHOWN, mail_shown, part, scene
from tests.table import Bench

TEXT = README.read_text("utf-8")
CHECKOUT = README.parent


@pytest.mark.parametrize("name", SHOWN)
def test_what_the_readme_shows_is_what_the_program_says_now(name: str):
    """To write it anew: python -m tests.readme."""
    assert part(TEXT, name) == SHOWN[name]()


def test_the_first_thing_in_the_readme_is_a_mail_and_its_answer_and_the_server_accepts_it(tmp_path: Path):
    shown = scene(tmp_path)
    first, second = re.findall(r"```\n.*?\n```", TEXT, re.DOTALL)[:2]
    assert TEXT.index(first) < 100
    assert first == mail_shown(shown.mail)
    assert second == f"```\n{shown.answer}\n```"
    kind, entry = shown.last_entry
    assert kind == "Played"
    assert shown.answer in entry.values()


def test_every_file_that_the_readme_names_is_there():
    named = set(re.findall(r"\]\(([^)#:]+)\)", TEXT)) | set(re.findall(r"`(config/[\w./]+)`", TEXT))
    named |= set(re.findall(r"`((?:pbem|tests|templates)/[\w./]*)`", TEXT))
    assert len(named) > 10
    assert [name for name in named if not (CHECKOUT / name).exists()] == []


def test_every_make_target_of_the_readme_exists():
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    for target in set(re.findall(r"\bmake ([a-z]+)", TEXT)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_a_configuration_of_the_readme_is_accepted(block: str, tmp_path: Path):
    for name in re.findall(r'"/etc/pbem/(.*?)"', block):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("secret\n")
    raw = tomllib.loads(block.replace("/etc/pbem/", f"{tmp_path}/"))
    raw["server"]["data"] = str(tmp_path / "data")
    settings = Settings.model_validate(raw)
    assert settings.courier.smtp is not None


@pytest.mark.parametrize("name", PRESETS)
def test_every_variant_of_the_readme_can_be_begun(bench: Bench, name: str):
    seats = PRESETS[name].players - 1
    first = bench.writes("ann@example.com", f"NEW {name} WITH {seats} robots")
    assert first is not None
    assert [letter for letter in bench.post.sent if letter.to == "op@example.net"] == []
    assert bench.mails("ann@example.com")[-1].subject.startswith("[Hearts 1]")
