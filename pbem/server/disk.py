"""How full the disk is that the server writes to."""

from __future__ import annotations

import shutil
from pathlib import Path

FREE = 0.05
"""Less of the disk than this is trouble to come."""


def trouble(folder: Path) -> str:
    """What is to be told of the disk; "" if there is room."""
    if not folder.is_dir():
        return ""
    disk = shutil.disk_usage(folder)
    if disk.free >= FREE * disk.total:
        return ""
    return f"the disk of {folder} is nearly full: {disk.free // 2**20} MB are free"
