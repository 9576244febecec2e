"""What `pbem doctor` tells of files: who can read our secrets, and whether database and disk can be written."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem import paths
from pbem.cli.doctor.findings import Finding, exposed
from pbem.server import disk
from pbem.server.folders import database_file
from pbem.settings import Section, Settings
from pbem.settings.reading import section_of

_SECRETS = ("password", "url")
"""The keys that hold a secret, or with `_file` behind them name the file that does."""


def secrets(config: Path | None, environ: Mapping[str, str]) -> Iterator[Finding]:
    """A configuration with a secret in it, and files that hold one, are for the server's user alone."""
    named = [Path(value) for name, value in environ.items() if name.startswith("PBEM_") and _names_file(name.lower())]
    if config is not None and config.is_file():
        raw = tomllib.loads(config.read_text("utf-8"))
        if any(key == "password" or (key == "url" and "@" in value) for key, value in _keys(raw)):
            yield from _exposed("configuration", config)
        named += [config.absolute().parent / value for key, value in _keys(raw) if _names_file(key)]
    for path in dict.fromkeys(named):
        yield from _exposed("password_file", path)


def unwritable(config: Path | None) -> Iterator[Finding]:
    """What we read letters of strangers with must not be ours to write: who breaks in could set another way out."""
    if config is None or os.geteuid() == 0 or not config.absolute().is_relative_to("/etc"):
        return
    for place in (config.absolute().parent, config.absolute()):
        if os.access(place, os.W_OK):
            mend = f"chown root {place}; chmod g-w {place}"
            yield Finding("configuration", "note", f"{place} may be written by the user that runs pbem", mend)


def _names_file(key: str) -> bool:
    return any(key.endswith(f"{secret}_file") for secret in _SECRETS)


def _keys(raw: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in raw.items():
        if isinstance(value, Mapping):
            yield from _keys(value)
        else:
            yield key, str(value)


def _exposed(name: str, path: Path) -> Iterator[Finding]:
    if path.is_file() and (fault := exposed(name, path, "read the secret in it")):
        yield fault


def misspelt(environ: Mapping[str, str]) -> Iterator[Finding]:
    """A variable of ours with one underscore where two belong is passed over, and its setting keeps its default."""
    for name in sorted(environ):
        meant = _meant(name.removeprefix("PBEM_").lower(), Settings)
        if name.startswith("PBEM_") and "__" not in name and meant is not None:
            said = "is passed over: two underscores stand between a section and its key"
            yield Finding(name, "fault", said, f"Call it PBEM_{meant.upper()}")


def _meant(words: str, section: type[Section]) -> str | None:
    """The name with two underscores wherever a section ends; None if it begins with no section of ours."""
    for name in section.model_fields:
        inner = section_of(section, name)
        if inner is not None and words.startswith(f"{name}_") and len(words) > len(name) + 1:
            rest = words.removeprefix(f"{name}_")
            return f"{name}__{_meant(rest, inner) or rest}"
    return None


def data(settings: Settings) -> Iterator[Finding]:
    """The database's file and the disk under it."""
    file = database_file(settings)
    if file is not None and file.is_file():
        if fault := exposed("database", file, "read every hand and every letter"):
            yield fault
        if not file.stat().st_mode & 0o200:
            yield Finding("database", "fault", f"{file} may not be written", f"chmod u+w {file}")
        elif not os.access(file, os.W_OK):
            mend = f"Make it and its folder writable for the user that runs pbem (chown pbem {file})"
            yield Finding("database", "fault", f"{file} may not be written by us", mend)
    monitor = settings.metrics.file
    if monitor is not None and not os.access(monitor.parent, os.W_OK | os.X_OK):
        mend = f"Make {monitor.parent} writable for the user that runs pbem, or name another file"
        yield Finding("metrics.file", "fault", f"{monitor} cannot be written", mend)
    full = disk.trouble(settings.server.data)
    if full:
        yield Finding("disk", "fault", full, "Free some space; nothing is lost meanwhile")


def own_words(settings: Settings) -> Iterator[Finding]:
    """The operator's templates: a folder that is not there, and files that replace nothing."""
    folder = settings.server.templates
    if folder is None:
        return
    if not folder.is_dir():
        yield Finding("server.templates", "fault", f"{folder} is not there", "Make it, or remove the line")
        return
    packaged = paths.templates_folder() / "en"
    for file in sorted(folder.glob("*/**/*")):
        inside = Path(*file.relative_to(folder).parts[1:])
        if file.is_file() and not (packaged / inside).exists():
            mend = f"Compare its name with those in {packaged}, or remove it"
            yield Finding("server.templates", "note", f"{file} replaces no template: it is never used", mend)
