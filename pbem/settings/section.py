"""What every section of the configuration has in common: no unknown key, and secrets that may stand in files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from pbem.settings.values import InFile


class Section(BaseModel):
    """A section: unknown keys are faults, since a misspelt key would silently keep its default."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
    secrets: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def _secret_files(cls, raw: Any) -> Any:
        if not isinstance(raw, Mapping):
            return raw
        given = dict(raw)
        for key in cls.secrets:
            path = given.pop(f"{key}_file", None)
            if path is not None:
                given[key] = InFile(key, Path(str(path)), twice=key in given)
        return given
