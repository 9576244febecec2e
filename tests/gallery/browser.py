"""Headless Chromium, as it comes with the system: pages in, pictures and what a script found out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from html import escape, unescape
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
TIME = 240


def chromium() -> str:
    """The program; skips where there is none, but in the CI, which installs it."""
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    if found is None and os.environ.get("CI"):
        raise AssertionError("there is no Chromium here; .ci/run installs it")
    if found is None:
        pytest.skip("there is no Chromium here")
    return found


def frame(html: str, width: int, height: int, dark: bool = False) -> str:
    """A mail as a program shows it: a window of that width."""
    scheme = "dark" if dark else "light"
    look = f"color-scheme:{scheme};width:{width}px;height:{height}px;border:0;vertical-align:top;background:#fff"
    return f'<iframe title="{scheme} {width}" style="{look}" srcdoc="{escape(html)}"></iframe>'


def picture(page: str, to: Path, width: int, height: int) -> None:
    """A screenshot of the page."""
    _run(page, f"--window-size={width},{height}", f"--screenshot={to}")


def measured(page: str) -> str:
    """What the page's script has put into its element `found`."""
    dom = _run(page, "--window-size=800,600", "--dump-dom", "--virtual-time-budget=20000")
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None, "the script did not run"
    return unescape(found[1])


def _run(page: str, *options: str) -> str:
    with tempfile.TemporaryDirectory(prefix="pbem-gallery-") as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                 "--disable-background-networking", f"--user-data-dir={folder}/profile")  # fmt: skip
        command = [chromium(), *quiet, *options, file.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME, check=True)
    return done.stdout
