"""Backups that work for years: the oldest copies go, the newest can be put back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.running import Shell


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
