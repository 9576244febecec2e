"""The documentation says what is true: links lead somewhere, configurations load, commands run, words exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from pbem.cli import app
from pbem.commands import SPECS
from pbem.hearts.rules.presets import PRESETS
from pbem.mail import maildir
from pbem.orders.order import Asked
from pbem.orders.parse import parse
from pbem.settings import Settings, load
from pbem.settings.house_rules import variants
from tests.docs.pages import CHECKOUT, PAGES, anchors, blocks, named, without_code
from tests.docs.recipes import RECIPES
from tests.e2e.office import Person
from tests.e2e.program import ENVIRON, configure, ok

TEXTS = {named(page): page.read_text("utf-8") for page in PAGES}
PROGRAM: Any = typer.main.get_command(app)
RUN_ELSEWHERE = ("sealed=$(tr",)  # tests/app/test_fair.py runs it, with the mails of a deal
MARKS = {"", "sh", "shell", "toml"}

pages = pytest.mark.parametrize("page", TEXTS)


@pages
def test_every_link_leads_to_a_page_and_a_heading(page: str) -> None:
    lost = []
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(TEXTS[page])):
        path, _, heading = target.partition("#")
        if ":" in path:
            continue
        to = (CHECKOUT / page).parent / path if path else CHECKOUT / page
        if not to.exists() or (heading and heading not in anchors(to.read_text("utf-8"))):
            lost.append(target)
    assert lost == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen, ahead = set(), [CHECKOUT / "README.md"]
    while ahead:
        page = ahead.pop().resolve()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        ahead += [page.parent / link for link in re.findall(r"\]\(([^)#:\s]+)", page.read_text("utf-8"))]
    assert {page.resolve() for page in PAGES if "docs" in page.parts} <= seen


@pages
def test_every_file_that_is_named_is_there(page: str) -> None:
    files = re.findall(r"`((?:pbem|tests|templates|config|docs|\.ci)/[\w./-]*)`", TEXTS[page])
    examples = {step.path for recipe in RECIPES.values() for step in recipe.steps if page == "docs/adding.md"}
    assert [file for file in files if not (CHECKOUT / file).exists() and file not in examples] == []


@pages
def test_every_make_target_exists(page: str) -> None:
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"(?:^|`|\$ )make ([a-z-]+)", TEXTS[page], re.MULTILINE)) <= targets


def _code(text: str) -> list[str]:
    """Lines of shell, and code within sentences."""
    lines = [line for mark in ("sh", "shell") for block in blocks(text, mark) for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", without_code(text))


@pages
def test_every_command_of_pbem_and_every_option_of_it_exists(page: str) -> None:
    known = PROGRAM.commands
    wrong = []
    for line in _code(TEXTS[page]):
        for words in re.findall(r"(?:^|/bin/|\| )pbem((?: +[^\s|;&<>]+)+)", line):
            command, given = PROGRAM, words.split()
            for place, word in enumerate(given):
                if word.startswith("-"):
                    options = {name for p in command.params for name in (*p.opts, *p.secondary_opts)}
                    if word.partition("=")[0] not in options | {"--help", "--version"}:
                        wrong.append(line)
                elif command is PROGRAM and not (place and given[place - 1] in ("--config", "-c")):
                    if word not in known:
                        wrong.append(line)
                        break
                    command = known[word]
    assert wrong == []


@pages
def test_every_block_is_marked_by_what_is_done_with_it(page: str) -> None:
    fences = re.findall(r"^```(.*)$", TEXTS[page], re.MULTILINE)
    assert len(fences) % 2 == 0
    assert set(fences[::2]) <= MARKS
    assert set(fences[1::2]) <= {""}


TOML = [(name, block) for name, text in TEXTS.items() for block in blocks(text, "toml")]


@pytest.mark.parametrize(("page", "block"), TOML, ids=[f"{name}-{n}" for n, (name, _) in enumerate(TOML)])
def test_every_configuration_is_accepted(page: str, block: str, tmp_path: Path) -> None:
    raw = tomllib.loads(block)
    if "server" not in raw:
        (tmp_path / "variants.toml").write_text(block)
        config = configure(tmp_path, games={"variants": "variants.toml"})
        assert set(raw) <= set(variants(load(config, {})))
        return
    for name in re.findall(r'"/etc/pbem/(.*?)"', block):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("secret\n")
    raw = tomllib.loads(block.replace("/etc/pbem/", f"{tmp_path}/"))
    raw["server"]["data"] = str(tmp_path / "data")
    assert Settings.model_validate(raw).courier.smtp is not None


@pages
def test_every_key_and_variable_that_a_sentence_names_is_one_of_the_configuration(page: str) -> None:
    """`[games] downtime_grace`, `PBEM_INTAKE__IMAP__HOST`."""
    text = TEXTS[page]
    paths = [f"{section}.{key}" for section, key in re.findall(r"`\[([a-z.]+)\] ([a-z_]+)", text)]
    paths += [name.lower().replace("__", ".") for name in re.findall(r"`PBEM_([A-Z_]+__[A-Z_]+)`", text)]
    assert [path for path in paths if not _is_key(path.split("."))] == []


def _is_key(path: list[str]) -> bool:
    model: object = Settings
    for name in path:
        fields = getattr(model, "model_fields", {})
        name = name.removesuffix("_file") if name not in fields else name
        if name not in fields:
            return False
        kinds = (fields[name].annotation, *getattr(fields[name].annotation, "__args__", ()))
        model = next((kind for kind in kinds if hasattr(kind, "model_fields")), None)
    return True


def test_every_order_of_the_page_for_players_is_read_as_one() -> None:
    verbs = {word for spec in SPECS for word in (spec.verb, *spec.aliases)}
    codes = [code for code in re.findall(r"`([A-Z]{2,}[^`]*)`", TEXTS["docs/playing.md"]) if code != "QS"]
    assert [code for code in codes if code.split()[0] not in verbs and code not in verbs] == []
    orders = [code for code in codes if code not in (*verbs, "ADDRESS ADD")]
    assert len(orders) > 15
    assert [order for order in orders if not parse([order], "", Asked("PLAY", 1), SPECS).orders] == []


SHELL = [(name, block) for name, text in TEXTS.items() for mark in ("sh", "shell") for block in blocks(text, mark)]


@pytest.mark.parametrize(("page", "block"), SHELL, ids=[f"{name}-{n}" for n, (name, _) in enumerate(SHELL)])
def test_every_block_of_shell_can_be_parsed(page: str, block: str) -> None:
    done = subprocess.run(["sh", "-n"], input=block, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a configuration, where Ann has begun a game with robots."""
    folder = tmp_path_factory.mktemp("served")
    config = configure(folder, intake_maildir={"path": "in"})
    maildir.deliver(folder / "in", Person("ann@people.example").letter("NEW american WITH 3 robots")[1])
    ok(config, "tick")
    return folder


RUNNABLE = [name for name, text in TEXTS.items() if [b for b in blocks(text, "sh") if not b.startswith(RUN_ELSEWHERE)]]


def shell(script: str, config: Path, folder: Path, **stand_ins: str) -> None:
    """Run it in the folder, stopping at the first failure, with `pbem` and these programs before all others."""
    (folder / "bin").mkdir(exist_ok=True)
    for name, what in (stand_ins | {"pbem": f'exec {sys.executable} -m pbem "$@"'}).items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{what}\n")
        (folder / "bin" / name).chmod(0o755)
    environ = ENVIRON | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "PBEM_CONFIG": str(config)}
    done = subprocess.run(
        ["sh", "-e"], input=script, cwd=folder, env=environ, capture_output=True, text=True, timeout=3600, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page", RUNNABLE)
def test_what_is_marked_as_runnable_runs(page: str, served: Path) -> None:
    """The page's blocks in order, in one shell."""
    script = "\n".join(block for block in blocks(TEXTS[page], "sh") if not block.startswith(RUN_ELSEWHERE))
    shell(script, served / "pbem.toml", served)


STAND_INS = {
    "useradd": "",  # needs root
    "systemctl": "",  # needs systemd
    "journalctl": "",
    "certbot": "",  # needs a name in the DNS
    "python3": "",  # an environment with all libraries needs a network; tests/test_packaging.py installs the wheel
    "pip": "",
    "sudo": 'shift 2; exec "$@"',  # we are who we are
    "git": "",  # needs the release's own commit, and somewhere to push to
    "make": f'exec /usr/bin/env -i PATH=/usr/bin:/bin make -n -C {CHECKOUT} "$@"',  # would run all of these tests
}
"""What the pages call that cannot be had here, and what is done instead."""

NEEDS_MORE = {
    "pbem verify first.eml last.eml": "tests/cli/test_verify.py has the mails",
    "sudo -u pbem /opt/pbem/bin/pbem doctor --probe": "tests/cli/test_probe.py has the servers",
}
"""Lines that need more than a configuration, and where they run."""


@pytest.mark.parametrize("page", [name for name, text in TEXTS.items() if [*blocks(text, "shell")]])
def test_what_needs_root_or_another_machine_runs_with_that_in_a_folder(page: str, served: Path, tmp_path: Path) -> None:
    """The page's blocks in order; /etc, /opt and /var are folders, which belong to nobody else."""
    lines = [line for block in blocks(TEXTS[page], "shell") for line in block.splitlines() if line not in NEEDS_MORE]
    moved = re.sub(r"(?<![\w.])/(etc|opt|var)/", rf"{tmp_path}/\1/", "\n".join(lines))
    for name in ("etc/systemd/system", "opt/pbem", "var/backups/pbem"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "opt/pbem/bin").symlink_to(tmp_path / "bin")
    (tmp_path / "config").symlink_to(CHECKOUT / "config")
    shell(re.sub(r" -[og] \w+", "", moved), served / "pbem.toml", tmp_path, **STAND_INS)


def test_no_stand_in_and_no_exception_has_outlived_its_page() -> None:
    lines = [line for text in TEXTS.values() for block in blocks(text, "shell") for line in block.splitlines()]
    assert set(NEEDS_MORE) <= set(lines)
    words = {word.rpartition("/")[2] for line in lines for word in line.split()[:4]}
    assert set(STAND_INS) <= words


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].encode()) <= 6_000


def test_the_readme_counts_the_variants_right() -> None:
    assert f"**{len(PRESETS)} variants" in TEXTS["README.md"]
