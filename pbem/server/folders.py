"""Where things lie in the server's data folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socket import gethostname

from pbem.mail import maildir
from pbem.mail.inbound import Keep, maildir_intake
from pbem.mail.message.raw_message import Source
from pbem.settings import Settings

OPERATOR: Source = "operator"
"""The name of the operator's box among the ways in; no player writes there."""


def operator_box(settings: Settings) -> Path:
    """Where the operator's orders lie until the running server takes them: what is written there is trusted."""
    return settings.server.data / "operator"


def compiled_templates(settings: Settings) -> Path:
    """Where the templates are kept as they were compiled; it may be taken away at any time."""
    return settings.server.data / "compiled"


def lock_path(settings: Settings) -> Path:
    """The one writer's lock."""
    return settings.server.data / "pbem.lock"


def workers_folder(settings: Settings) -> Path:
    """Where each worker of this data folder holds a file while it lives."""
    return settings.server.data / "workers"


def outage_note(settings: Settings) -> Path:
    """Where it is remembered that the database fails, and whether the operator knows."""
    return settings.server.data / "database-fails"


@dataclass(frozen=True, slots=True)
class WayIn:
    """A way that every pass looks at: where the mail lies, whether there is any, and how it is taken.

    `waiting` is asked by an idle pass of cron, so it must be quick. What it does not see is not taken until something
    else is to be done. A way in that listens, or waits for a mailbox, is opened elsewhere.
    """

    path: Path
    name: str
    waiting: Callable[[], bool]
    take: Callable[[Keep], int]


def ways_in(settings: Settings) -> list[WayIn]:
    """The folders that mail is taken from; `tick` and `serve` look at all of them, and `doctor` knows them."""
    size = settings.limits.message_bytes

    def box(path: Path, name: Source) -> WayIn:
        take = partial(maildir_intake.take, path, message_bytes=size, source=name)
        return WayIn(path, name, partial(_not_taken, path), take)

    ways = [box(settings.server.spool, "pipe"), box(operator_box(settings), OPERATOR)]
    if settings.intake.maildir is not None:
        ways.append(box(settings.intake.maildir.path, "maildir"))
    return ways


def _not_taken(folder: Path) -> bool:
    """Whether mail waits in a Maildir; one that is not there yet is to be made."""
    return not all((folder / part).is_dir() for part in ("new", "cur")) or bool(maildir.waiting(folder))


def ways_to_look_at(settings: Settings) -> tuple[str, ...]:
    """The names of the ways by which players' mail comes and that are looked at; the listeners are told of it."""
    folders = tuple(way.name for way in ways_in(settings) if way.name != OPERATOR)
    return folders if settings.intake.imap is None else (*folders, "imap")


def reading_keys(settings: Settings) -> dict[str, str]:
    """The same names, and what each way is known by to all workers that share a database: one at a time reads it.

    A folder is a machine's own; a mailbox is the same from everywhere.
    """
    keys = {way.name: f"{gethostname()}:{way.path}" for way in ways_in(settings) if way.name != OPERATOR}
    imap = settings.intake.imap
    return keys if imap is None else keys | {"imap": f"{imap.user}@{imap.host}:{imap.port}/{imap.folder}"}


def database_file(settings: Settings) -> Path | None:
    """The SQLite file; None for another database."""
    path = settings.database.url.removeprefix("sqlite:///")
    return Path(path) if path != settings.database.url else None
