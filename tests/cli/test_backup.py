"""Backups that work for years: the oldest copies go, the newest can be put back."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.docs.pages import CHECKOUT


def test_the_newest_copies_are_kept_in_a_folder_that_is_made_and_the_last_one_can_be_put_back(
    run: Shell, config: Path
) -> None:
    folder = config.parent / "copies" / "pbem"
    assert run(config, "backup", "--keep", "2", str(folder)).code == 0
    (made,) = folder.iterdir()
    for day in ("20200101T031700", "20200102T031700"):
        shutil.copy(made, folder / f"pbem-{day}.db")
    (folder / "letter.txt").write_text("not ours")
    made.rename(folder / "pbem-20200103T031700.db")
    assert run(config, "backup", "--keep", "2", str(folder)).code == 0
    kept = sorted(path.name for path in folder.iterdir())
    assert (kept[0], kept[1], len(kept)) == ("letter.txt", "pbem-20200103T031700.db", 3)
    before = run(config, "games", "--json").json
    (config.parent / "data" / "pbem.db").write_bytes(b"damaged " * 1000)
    assert run(config, "restore", str(folder / kept[2])).code == 0
    assert json.loads(run(config, "games", "--json").out) == before


@pytest.mark.parametrize("at", [0.3, 0.6, 0.9])
def test_a_copy_of_a_damaged_database_pushes_out_no_good_one(run: Shell, config: Path, at: float) -> None:
    folder, database = config.parent / "copies", config.parent / "data" / "pbem.db"
    assert run(config, "backup", "--keep", "2", str(folder)).code == 0
    good = sorted(folder.iterdir())
    content = bytearray(database.read_bytes())
    page = int(len(content) * at) // 4096 * 4096
    content[page : page + 4096] = b"damaged " * 512
    database.write_bytes(content)
    for _ in range(3):
        done = run(config, "backup", "--keep", "2", str(folder))
        assert done.code != 0
        assert "Traceback" not in done.err
        assert sorted(folder.iterdir()) == good


def test_a_folder_that_cannot_be_made_is_told_and_leaves_the_copies_alone(run: Shell, config: Path) -> None:
    (config.parent / "copies").write_text("a file")
    done = run(config, "backup", "--keep", "2", str(config.parent / "copies"))
    assert done.code != 0
    assert "Traceback" not in done.err
    assert (config.parent / "copies").read_text() == "a file"


def test_the_crontab_makes_the_copies_that_the_page_of_operating_tells_of(run: Shell, config: Path) -> None:
    (line,) = [one for one in (CHECKOUT / "config/crontab").read_text("utf-8").splitlines() if "backup" in one]
    words = shlex.split(line)
    order = words[words.index("backup") :]
    assert f"`pbem {' '.join(order)}`" in (CHECKOUT / "docs/operating.md").read_text("utf-8")
    assert run(config, *order[:-1], str(config.parent / "copies")).code == 0
    assert len(list((config.parent / "copies").iterdir())) == 1
