"""How full the disk is that the server writes to."""

from __future__ import annotations

import shutil
from pathlib import Path

FREE = 0.05
"""Less of the disk than this is trouble to come."""


def room(folder: Path) -> dict[str, int]:
    """The bytes that the disk has, and how many are free; nothing where the folder is not there."""
    if not folder.is_dir():
        return {}
    disk = shutil.disk_usage(folder)
    return {"free": disk.free, "total": disk.total}


def trouble(folder: Path) -> str:
    """What is to be told of the disk; "" if there is room."""
    found = room(folder)
    if not found or found["free"] >= FREE * found["total"]:
        return ""
    return f"the disk of {folder} is nearly full: {found['free'] // 2**20} MB are free"
