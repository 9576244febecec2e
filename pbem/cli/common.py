"""What every command needs: the settings, a way to print, and what is told of which fault."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pbem.settings import Settings


LARGEST = 2**31 - 1
"""No row of ours has a greater number, and a database would not even look for one."""

LONGEST = 86_400
"""No command waits for longer than a day."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def _length(seconds: float) -> float:
    if not 0 <= seconds <= LONGEST:  # what is no number is neither
        raise typer.BadParameter(f"{seconds:g} is no number of seconds from 0 to {LONGEST}")
    return seconds


def seconds(help_text: str) -> Any:
    """An option that says how long to wait."""
    return typer.Option(help=help_text, callback=_length, metavar="SECONDS")


GameNumber = Annotated[int, typer.Argument(help="The game's number.", min=1, max=LARGEST)]


class State:
    """What was said before the command, and whose data it works on."""

    config: Path | None = None
    data: Path | None = None


def settings() -> Settings:
    """The settings; `SettingsFault` tells all that is wrong with them."""
    from pbem.settings import load

    found = load(State.config, os.environ)
    State.data = found.server.data
    from pbem.cli.printable import log_as

    log_as(found.server.log)
    return found


def give_back() -> None:
    """Root leaves nothing in the data folder that its owner, the server, could not write."""
    data = State.data
    if os.geteuid() != 0 or data is None or not data.is_dir() or data.stat().st_uid == 0:
        return
    owner = data.stat()
    for path in data.rglob("*"):
        if path.lstat().st_uid == 0:
            os.lchown(path, owner.st_uid, owner.st_gid)


def fail(message: object, code: int = 1) -> typer.Exit:
    """Say what is wrong; the exit to raise."""
    typer.echo(f"pbem: {message}", err=True)
    return typer.Exit(code)


def database_file() -> Path:
    """The SQLite file of the settings, for what works on files."""
    from pbem.server import folders

    file = folders.database_file(settings())
    if file is None:
        raise fail(
            "only an SQLite file can be copied so. On PostgreSQL: pg_dump --format=custom --file=pbem.dump URL while "
            "the servers run; to put it back, stop them and pg_restore --clean --if-exists --dbname=URL pbem.dump"
        )
    return file


def show(found: Any, as_json: bool, text: Any) -> None:
    """For programs or for people."""
    if as_json:
        import json

        typer.echo(json.dumps(found, indent=2, default=str, ensure_ascii=False))
    else:
        text(found)


_OWNER = "Make it writable for the user that runs pbem, or name another place in the configuration"
_MENDS = {
    errno.EACCES: _OWNER,
    errno.EPERM: _OWNER,
    errno.EROFS: _OWNER,
    errno.ENOENT: "Name a place that is there, or can be made, here or in the configuration",
    errno.ENOTDIR: "A part of that path is no folder: name another place in the configuration",
    errno.ENAMETOOLONG: "Choose a shorter name in the configuration",
    errno.ENOSPC: "Free some space; nothing is lost meanwhile",
    errno.EDQUOT: "Free some space; nothing is lost meanwhile",
}
"""What mends what the system says no to."""


def known_fault(fault: Exception) -> tuple[str, int] | None:
    """What to say of a fault of the operator's world, and the exit status (sysexits.h); None for one of ours."""
    if isinstance(fault, OSError):  # a full disk, a folder that may not be written, a port that is taken
        mend = _MENDS.get(fault.errno or 0, "")
        return f"{fault}. {mend}" if mend else str(fault), os.EX_TEMPFAIL
    from pbem.settings import SettingsFault

    if isinstance(fault, SettingsFault):
        return str(fault), os.EX_CONFIG
    from pbem.cli.reports import NotThere
    from pbem.db.backup import BadCopy
    from pbem.db.outages import as_fault
    from pbem.server.tick import WayInFails

    if isinstance(fault, WayInFails):
        return str(fault), os.EX_TEMPFAIL
    if isinstance(fault, BadCopy | NotThere):
        return str(fault), 1
    database = as_fault(fault)
    return (str(database), database.status) if database is not None else None
