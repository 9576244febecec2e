"""How many small random faults in `pbem/` no test of their room sees: `python -m tests.mutants --count 40 --seed 7`.

Each fault is made in a copy, and the tests of its room run there until one fails: first those that name the module,
then the rest. Each is told as it ends, with its seconds. The seed is printed: the same one draws the same faults from
the same code. What survives is listed; what changes nothing that anybody could see stands in `equivalent.txt`, with its
reason, and does not count.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutants.mutations import Mutation, mutations

CHECKOUT = Path(__file__).parents[2]
COPIED = ("pbem", "tests", "templates", "config", "docs", "pyproject.toml", "Makefile", "README.md")
ENOUGH = 600
"""Seconds of the processor, and ten times as long by the clock. A room whose tests do not end has noticed."""

NO_TESTS = 5
"""How pytest ends where all that it was given is left out: the slow ones."""

TESTS = {
    "pbem/hearts": "tests/hearts tests/games",
    "pbem/orders": "tests/orders tests/answers",
    "pbem/mail/message": "tests/mail/message",
    "pbem/premoves": "tests/premoves tests/app/test_plans.py tests/app/test_early.py",
    "pbem/robots": "tests/robots",
    "pbem/table": "tests/tables tests/app",
    "pbem/facts": "tests/facts tests/render tests/app",
    "pbem/render": "tests/render tests/facts",
    "pbem/db": "tests/db tests/app tests/cli",
    "pbem/app": "tests/app",
    "pbem/commands": "tests/app tests/facts",
    "pbem/mail/inbound": "tests/mail/inbound tests/server",
    "pbem/mail/outbound": "tests/mail/outbound tests/server tests/app/test_unsure.py",
    "pbem/mail": "tests/mail",
    "pbem/settings": "tests/settings",
    "pbem/server": "tests/server tests/app",
    "pbem/cli": "tests/cli",
    "pbem": "tests/hearts tests/orders tests/app tests/cli",
}
"""Which tests a room has; of two that fit, the one that stands first."""

LEFT_OUT = ("pbem/db/migrations/", "pbem/__main__.py")
"""What has run once and is not changed again; and what only calls."""


def room_of(file: Path) -> str:
    name = file.relative_to(CHECKOUT).as_posix()
    return next(room for room in TESTS if name.startswith(f"{room}/"))


def drawn(count: int, seed: str, rooms: list[str]) -> list[Mutation]:
    """So many of all that there are, each as likely as any other."""
    files = sorted((CHECKOUT / "pbem").rglob("*.py"))
    mine = [f for f in files if not f.relative_to(CHECKOUT).as_posix().startswith(LEFT_OUT)]
    everything = [one for file in mine if not rooms or room_of(file) in rooms for one in mutations(file)]
    return random.Random(seed).sample(everything, min(count, len(everything)))


def survives(one: Mutation, copy: Path, near_only: bool = False) -> bool:
    """Whether the room's tests pass with this fault; or those at least that name the module."""
    file = copy / one.file.relative_to(CHECKOUT)
    source = file.read_bytes()  # the copy's: somebody may be at work in the checkout meanwhile
    file.write_bytes(one.applied(source))
    near, others = ordered(one.file)
    try:
        return passes(near, copy) and (near_only or passes(others, copy))
    finally:
        file.write_bytes(source)


def ordered(file: Path) -> tuple[list[str], list[str]]:
    """The test files of the module's room: those that name the module, and the others."""
    name = file.relative_to(CHECKOUT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    room, _, module = name.rpartition(".")
    names = re.compile(rf"{re.escape(name)}\b|from {re.escape(room)} import .*\b{module}\b")
    near: list[str] = []
    others: list[str] = []
    for place in TESTS[room_of(file)].split():
        for test in sorted((CHECKOUT / place).rglob("test_*.py")) or [CHECKOUT / place]:
            known = names.search(test.read_text("utf-8")) or test.stem == f"test_{file.stem}"
            (near if known else others).append(test.relative_to(CHECKOUT).as_posix())
    return near, others


def passes(tests: list[str], copy: Path) -> bool:
    """Whether all of them do; they stop at the first that does not."""
    if not tests:
        return True
    environ = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environ, capture_output=True, timeout=10 * ENOUGH, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (ENOUGH, ENOUGH)),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, NO_TESTS)


def equivalents() -> dict[str, str]:
    """What changes nothing, by file and change, with the reason."""
    text = Path(__file__).with_name("equivalent.txt").read_text("utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line and not line.startswith("#")]
    return {f"{file}: {change}": reason for file, change, reason in rows}


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    arguments.add_argument("--count", type=int, default=200)
    arguments.add_argument("--seed", default=str(random.SystemRandom().randrange(10**6)))
    arguments.add_argument("--room", action="append", choices=sorted(TESTS), default=[])
    arguments.add_argument(
        "--near",
        action="store_true",
        help="only modules that tests name, and only those tests: quicker, and more survive",
    )
    asked = arguments.parse_args()
    print(f"seed {asked.seed}", flush=True)
    known, alive, count = equivalents(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            place = CHECKOUT / name
            (shutil.copytree if place.is_dir() else shutil.copy)(place, copy / name)
        for one in drawn(asked.count, asked.seed, asked.room):
            file = one.file.relative_to(CHECKOUT).as_posix()
            change = one.shown((copy / file).read_bytes())
            if f"{file}: {change}" in known or (asked.near and not ordered(one.file)[0]):
                continue
            count, begun = count + 1, time.monotonic()
            told = f"{file}:{one.line}: {change}"
            if survives(one, copy, asked.near):
                alive.append(told)
            fate = "SURVIVES" if alive[-1:] == [told] else "seen"
            print(f"{count:4} {time.monotonic() - begun:5.0f} s  {fate:8}  {told}", flush=True)
    print("\n".join([f"{len(alive)} of {count} survived", *alive]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
