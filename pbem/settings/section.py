"""What every section of the configuration has in common: no unknown key, and secrets that may stand in files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from pbem.settings.values import BadValue, InFile

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


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
        for key, value in given.items():
            texts = value if isinstance(value, list | tuple) else [value]
            if any(isinstance(text, str) and _CONTROL.search(text) for text in texts):
                raise BadValue("holds a control character", "Write it as plain text, on one line", str(key))
        for key in cls.secrets:
            path = given.pop(f"{key}_file", None)
            if path is not None:
                given[key] = InFile(key, Path(str(path)), twice=key in given)
        return given
