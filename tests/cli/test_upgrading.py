"""The page of upgrading, step by step, on a database that an older pbem has written; and the way back."""

from __future__ import annotations

import gzip
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import Ran, Shell
from tests.db.test_old_database import EXPECTED, OLD
from tests.docs.pages import CHECKOUT
from tests.e2e.program import configure

PAGE = (CHECKOUT / "docs" / "upgrading.md").read_text("utf-8")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A server as commit b06bd5c left it."""
    (tmp_path / "data").mkdir()
    with closing(sqlite3.connect(tmp_path / "data" / "pbem.db")) as line:
        line.executescript(gzip.decompress((OLD / "b06bd5c.sql.gz").read_bytes()).decode())
    (tmp_path / "data" / "pbem.db").chmod(0o640)
    return configure(tmp_path)


def steps() -> list[list[str]]:
    """The commands of the page, in its order."""
    (block,) = re.findall(r"```shell\n(.*?)```", PAGE, re.DOTALL)
    return [shlex.split(line) for line in block.splitlines()]


def taken(run: Shell, config: Path, step: list[str]) -> Ran | None:
    """Take one step; the start of the service is a pass here. None where it is none of ours."""
    if "systemctl" in step:
        return run(config, "tick") if "start" in step else None
    if "pbem" not in " ".join(step) or "pip" in " ".join(step):
        return None
    words = step[step.index("/opt/pbem/bin/pbem") + 1 :]
    return run(config, *(word.replace("/var/backups/pbem", str(config.parent)) for word in words))


def test_the_steps_of_the_page_bring_an_old_database_up_to_date_and_each_ends_well(run: Shell, old: Path) -> None:
    order = [" ".join(step) for step in steps()]
    kinds = ["backup", "systemctl stop", "pip install", "doctor", "systemctl start", "check"]
    assert [kind in step for kind, step in zip(kinds, order, strict=True)] == [True] * len(kinds)
    done = {kind: taken(run, old, step) for kind, step in zip(kinds, steps(), strict=True)}
    assert {kind: ran.code for kind, ran in done.items() if ran is not None} == {
        "backup": 0, "doctor": 0, "systemctl start": 0, "check": 0,
    }  # fmt: skip
    assert "8 games folded; 0 faults" in str(done["check"])
    assert "the server brings it to" in str(done["doctor"])
    assert len(list((old.parent / "data").glob("pbem.before-*"))) == 1
    phases = {str(game["id"]): game["phase"] for game in run(old, "games", "--all", "--json").json}
    assert {number: phases[number] for number in EXPECTED["games"]} == {
        number: game["phase"] for number, game in EXPECTED["games"].items()
    }


def test_the_copy_that_the_page_asks_for_can_be_put_back_and_goes_up_again(run: Shell, old: Path) -> None:
    for step in steps():
        taken(run, old, step)
    before = standing(run, old)
    assert run(old, "restore", str(old.parent / "before.db")).code == 0
    assert run(old, "games").code == 1  # of the old version: told, not read
    assert run(old, "tick").code == 0
    assert standing(run, old) == before


def standing(run: Shell, config: Path) -> list[tuple[object, ...]]:
    """Each game without its times: a server that was away sets its clocks forward."""
    games = run(config, "games", "--all", "--json").json
    return [(game["id"], game["phase"], game["scores"], game["to_act"], game["deal"]) for game in games]


def test_a_newer_database_is_refused_as_the_page_says(run: Shell, old: Path) -> None:
    run(old, "tick")
    with closing(sqlite3.connect(old.parent / "data" / "pbem.db")) as line, line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")
    done = run(old, "tick")
    assert done.code == 78
    assert "newer than this program" in done.err
    assert "is refused by an older one" in PAGE
