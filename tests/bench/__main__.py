"""All benches, one after the other: `python -m tests.bench [NAME …]`."""

from __future__ import annotations

import importlib
import sys
import traceback

NAMES = ("cold_start", "intake", "rules", "robots", "waits", "server", "letters", "libraries", "stream", "workers")


def main(names: list[str]) -> int:
    """Run these (or all); one that fails hides none of the others. The exit status is how many failed."""
    failed = []
    for name in names or NAMES:
        sys.stdout.write(f"\n== {name} ==\n")
        sys.stdout.flush()
        try:
            importlib.import_module(f"tests.bench.{name}").main()
        except Exception:  # noqa: BLE001  # the other benches go on
            traceback.print_exc()
            failed.append(name)
    if failed:
        sys.stderr.write(f"\nfailed: {', '.join(failed)}\n")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
