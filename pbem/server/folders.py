"""Where things lie in the server's data folder."""

from __future__ import annotations

from pathlib import Path

from pbem.settings import Settings

OPERATOR = "operator"
"""The name of the operator's box among the ways in; no player writes there."""


def operator_box(settings: Settings) -> Path:
    """Where the operator's orders lie until the running server takes them: what is written there is trusted."""
    return settings.server.data / "operator"


def lock_path(settings: Settings) -> Path:
    """The one writer's lock."""
    return settings.server.data / "pbem.lock"


def outage_note(settings: Settings) -> Path:
    """Where it is remembered that the database fails, and whether the operator knows."""
    return settings.server.data / "database-fails"


def ways_in(settings: Settings) -> list[tuple[Path, str]]:
    """The folders that mail is taken from, each with the name of the way."""
    folders = [(settings.server.spool, "pipe"), (operator_box(settings), OPERATOR)]
    if settings.intake.maildir is not None:
        folders.append((settings.intake.maildir.path, "maildir"))
    return folders


def ways_to_look_at(settings: Settings) -> tuple[str, ...]:
    """The names of the ways by which players' mail comes and that are looked at; the listeners are told of it."""
    folders = tuple(source for _, source in ways_in(settings) if source != OPERATOR)
    return folders if settings.intake.imap is None else (*folders, "imap")


def database_file(settings: Settings) -> Path | None:
    """The SQLite file; None for another database."""
    path = settings.database.url.removeprefix("sqlite:///")
    return Path(path) if path != settings.database.url else None
