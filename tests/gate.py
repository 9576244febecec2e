"""Which branches the tests take, and how many must be: `make coverage`.

    python -m tests.gate            three rooms by their own tests: every branch of each
    python -m tests.gate whole      the whole suite: 95 % of every other room

`.ci/run` does the first after `make test`; the second is run by hand before a release.
What is not counted: `if TYPE_CHECKING` and `assert_never`; no mark in the code takes anything out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PBEM = CHECKOUT / "pbem"

OWN = {
    "pbem/hearts": ("tests/hearts", "tests/games"),
    "pbem/orders": ("tests/orders", "tests/answers/test_reader.py", "tests/answers/test_combinations.py"),
    "pbem/mail/message": ("tests/mail/message",),
}
"""Rooms of which every branch must be taken, and the tests that do it."""

ALL, MOST = 100, 95
"""Per cent of the branches and lines of such a room, and of every other."""


QUICK = ("-m", "not slow")
"""Of the three rooms the tests that are quick take every branch; watched, they last a minute on two cores."""


def run(*words: str) -> bool:
    return subprocess.run([sys.executable, "-m", *words], cwd=CHECKOUT, check=False).returncode == 0


def measured(*tests: str) -> bool:
    workers = os.environ.get("WORKERS", "2")
    return run("pytest", "-q", "-n", workers, "--dist", "worksteal", "--cov", "--cov-report=", *tests)


def holds(room: str, least: int) -> bool:
    """Whether so much of the room is covered; what is not is listed."""
    print(f"\n{room}: at least {least} %", flush=True)
    where = f"{room}/*" if (CHECKOUT / room).is_dir() else room
    return run("coverage", "report", "--show-missing", "--skip-covered", f"--include={where}", f"--fail-under={least}")


def rooms() -> list[str]:
    """The rooms of `pbem/` that are no room of `OWN`, `mail/` by its halves."""
    folders = [folder for folder in PBEM.iterdir() if (folder / "__init__.py").exists() and folder.name != "mail"]
    folders += [folder for folder in (PBEM / "mail").iterdir() if (folder / "__init__.py").exists()]
    return sorted(name for folder in folders if (name := folder.relative_to(CHECKOUT).as_posix()) not in OWN)


def main(whole: bool) -> int:
    if whole:
        passed = [measured(), *(holds(room, MOST) for room in rooms())]
    else:
        passed = [good for room, tests in OWN.items() for good in (measured(*QUICK, *tests), holds(room, ALL))]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main("whole" in sys.argv[1:]))
