"""Commands run in this process, as the shell would run them: quicker than a process each."""

from __future__ import annotations

import json
import logging
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

from pbem.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit status."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


class Shell:
    """`run("games", "--json")`."""

    def __init__(self, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capture = capture
        self._patch = patch

    def __call__(self, config: Path | None, *words: str) -> Ran:
        chosen = ["--config", str(config)] if config is not None else []
        self._patch.setattr(sys, "argv", ["pbem", *chosen, *words])
        self._patch.setenv("COLUMNS", "200")
        self._capture.readouterr()
        code: object = 0
        mask = os.umask(0o022)
        try:
            main()
        except SystemExit as end:
            code = end.code
        except typer.Exit as end:
            code = end.exit_code
        finally:
            logging.getLogger().handlers.clear()
            os.umask(mask)
        said = self._capture.readouterr()
        return Ran(int(str(code or 0)), said.out, said.err)
