"""Cold start: `pbem tick` with nothing to do, beside a Python that only loads the libraries it would work with."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROUNDS = 15
CONFIG = '[server]\naddress = "hearts@bench.example"\ndata = "data"\n[courier.maildir]\npath = "out"\n'


def cpu(command: Sequence[str]) -> float:
    """Seconds of CPU, user and system, that a process needs from its start to its end."""
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def main() -> None:
    """Print both and their ratio; the two take turns, so that a busy machine slows both."""
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        config = Path(folder) / "pbem.toml"
        config.write_text(CONFIG)
        tick = [sys.executable, "-m", "pbem", "--config", str(config), "tick"]
        bare = [sys.executable, "-c", "import sqlmodel, jinja2"]
        for command in (tick, tick, bare):  # make the database, and warm the disk's cache
            cpu(command)
        pairs = [(cpu(tick), cpu(bare)) for _ in range(ROUNDS)]
    ours, theirs = median(one for one, _ in pairs), median(other for _, other in pairs)
    ratio = median(one / other for one, other in pairs)
    out = sys.stdout.write
    out(f"{'pbem tick, nothing to do':40} {ours * 1000:7.0f} ms of CPU\n")
    out(f"{'python, import sqlmodel and jinja2':40} {theirs * 1000:7.0f} ms of CPU\n")
    out(f"{'ratio (goal: at most 1.3)':40} {ratio:7.2f}\n")


if __name__ == "__main__":
    main()
