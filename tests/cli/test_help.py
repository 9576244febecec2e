"""Every command explains itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from pbem.cli import app
from tests.cli.running import Shell
from tests.e2e.program import configure

PROGRAM: Any = typer.main.get_command(app)
COMMANDS = sorted(PROGRAM.commands)


def test_the_program_has_the_commands_of_its_operator() -> None:
    wanted = "serve tick receive demo status games show players inbox outbox as check backup restore doctor variants"
    assert set(wanted.split()) <= set(COMMANDS)


def test_the_program_lists_its_commands(run: Shell) -> None:
    said = run(None, "--help")
    assert said.code == 0
    assert all(command in said.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_that_tells_what_it_does_and_what_each_option_is_for(run: Shell, command: str) -> None:
    done = run(None, command, "--help")
    assert done.code == 0
    one = PROGRAM.commands[command]
    assert len(one.help or "") > 20
    for parameter in one.params:
        assert getattr(parameter, "help", None), f"{command}: {parameter.name}"


def test_no_help_loses_a_word_in_square_brackets(run: Shell) -> None:
    """Rich takes `[games]` for markup of its own, and shows nothing."""
    group = typer.main.get_command(app)
    commands: dict[str, Any] = {**group.commands, "": group}  # type: ignore[attr-defined]  # it is a group
    for command, one in commands.items():
        texts = [one.help or "", *(getattr(parameter, "help", None) or "" for parameter in one.params)]
        wanted = [word for text in texts for word in re.findall(r"\[[a-z][a-z_. /,-]*\]", text)]
        shown = " ".join(run(None, *([command] if command else []), "--help").out.replace("│", " ").split())
        assert [word for word in wanted if word not in shown] == [], command
        assert "\\[" not in shown


def test_no_command_shows_the_help(run: Shell) -> None:
    done = run(None)
    assert "Usage:" in done.out + done.err


def test_an_unknown_command_is_told(run: Shell) -> None:
    done = run(None, "strat")
    assert done.code == 2
    assert "strat" in done.err


def test_help_shows_the_names_of_sections_and_what_a_server_makes_is_nobody_elses(run: Shell, tmp_path: Path) -> None:
    assert "[games] downtime_grace" in " ".join(run(None, "tick", "--help").out.replace("│", " ").split())
    assert run(configure(tmp_path), "tick").code == 0
    made = [tmp_path / "data", *(tmp_path / "data").rglob("*")]
    assert [path for path in made if path.stat().st_mode & 0o027] == []
