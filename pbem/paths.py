"""Where the files that are not Python live: beside the source in a checkout, inside the package once installed."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def templates_folder() -> Path:
    """The shipped templates, one folder a language. An operator's own folder goes before it, file by file."""
    return _folder("templates")


def config_folder() -> Path:
    """The shipped configuration: `pbem.toml`, `variants.toml`, and snippets for systemd, cron and Postfix."""
    return _folder("config")


def _folder(name: str) -> Path:
    # The wheel carries both folders under `_data` (see pyproject.toml); a checkout has none, so the order is safe.
    for place in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(
        f"pbem was installed without its {name} folder; install it again from a wheel or a checkout"
    )
