"""`pbem serve --workers N`, from the operator's side."""

from __future__ import annotations

import logging
import os

from pbem.cli.common import State, fail
from pbem.settings import Settings


def several(settings: Settings, count: int) -> int:
    """Run so many; the exit status."""
    from pbem.server.several import serve_several

    if not settings.database.workers:
        raise fail("--workers is for a database that servers share: set [database] workers = true", os.EX_CONFIG)
    words = ["--config", str(State.config)] if State.config is not None else []
    verbose = logging.getLogger().level == logging.DEBUG
    return serve_several(count, [*words, *(["--verbose"] if verbose else [])])


def begun_by_another() -> None:
    """This server is one of several: it ends when who began it is gone."""
    from pbem.server.several import end_with_parent

    end_with_parent()
