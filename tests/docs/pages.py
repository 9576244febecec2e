"""The pages of the documentation, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
PAGES = (
    *(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((CHECKOUT / "docs").rglob("*.md")),
    CHECKOUT / "templates" / "README.md",
)


def named(page: Path) -> str:
    """How a test calls the page."""
    return page.relative_to(CHECKOUT).as_posix()


def without_code(text: str) -> str:
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text: str) -> set[str]:
    """What a link can point to within the page: its headings, as forges write them."""
    return {anchor(heading) for heading in re.findall(r"^#{1,6} (.+)$", without_code(text), re.MULTILINE)}


def anchor(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def blocks(text: str, language: str) -> Iterator[str]:
    """The blocks of code in that language."""
    yield from re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
