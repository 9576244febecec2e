"""What an operator does for the server now and then: a copy put by, a copy put back, a look at what is wrong."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.common import Json, State, database_file, fail, seconds, settings, show


def backup(
    path: Annotated[Path, typer.Argument(help="The file to write, which must not exist; with --keep a folder.")],
    keep: Annotated[int | None, typer.Option(min=1, help="Keep so many copies in the folder, the newest.")] = None,
) -> None:
    """A consistent copy of the database, taken while the server runs. `pbem restore` puts it back."""
    from pbem.clock import system_clock
    from pbem.db.backup import copy, rotate

    if keep is None:
        copy(database_file(), path)
    else:
        path = rotate(database_file(), path, system_clock(), keep)
    typer.echo(f"The database is copied to {path}. To put it back: pbem restore {path}")


def restore(path: Annotated[Path, typer.Argument(help="A file that `pbem backup` wrote.")]) -> None:
    """Put a backup in the database's place; what was there is kept beside it. Stop the server first.

    Games go on as they were then. Moves made since are asked for again, and mails that waited then go out again.
    """
    from pbem.clock import system_clock
    from pbem.db.backup import restore as run
    from pbem.db.lock import Busy, WriterLock
    from pbem.server.folders import lock_path

    database = database_file()
    try:
        with WriterLock(lock_path(settings()), 1.0):
            aside = run(path, database, system_clock())
    except Busy:
        raise fail("a pbem is at work on this database: stop it first", os.EX_TEMPFAIL) from None
    typer.echo(f"{path} is the database now." + (f" The one before it is {aside}." if aside else ""))


def move(
    to: Annotated[str, typer.Option(help="The URL of an empty database, such as postgresql+psycopg://pbem@/pbem.")],
) -> None:
    """Copy all games, letters, mails and people into an empty database of either kind. Stop the server first.

    Every game is folded from its log on both sides and compared; reply addresses stay valid. The database that was used
    until now stays as it is: name the new one in [database] url before you start again.
    """
    from pbem.cli.moving import run

    try:
        counts = run(settings(), to)
    except ValueError as fault:
        raise fail(fault, os.EX_USAGE) from None
    typer.echo(
        f"Moved: {counts['game']} games, {counts['player']} people, {counts['inbox']} letters, "
        f"{counts['outbox']} mails. Now name it in [database] url."
    )


def check(
    as_json: Json = False,
    sample: Annotated[int | None, typer.Option(help="Only so many games, chosen at random.", min=1)] = None,
    since: Annotated[
        datetime | None,
        typer.Option(help="Only games that have been in play since that day (UTC).", formats=["%Y-%m-%d"]),
    ] = None,
) -> None:
    """Fold every game from its log and compare it with what is stored beside it. Exit status 1 if anything differs."""
    from pbem.cli import checking

    found = checking.check(settings(), sample, since.replace(tzinfo=UTC) if since is not None else None)
    show(found, as_json, checking.check_text)
    if found["faults"]:
        raise typer.Exit(1)


def doctor(
    as_json: Json = False,
    probe: Annotated[bool, typer.Option("--probe", help="Send a mail to ourselves, and wait for it.")] = False,
    wait: Annotated[float, seconds("Seconds to wait for the probe.")] = 60.0,
) -> None:
    """What is wrong with the configuration and the machine, and how to mend it. Sends nothing but the probe.

    Exit status 1 if there is a fault.
    """
    from pbem.cli.doctor import checks

    found = checks.examine(State.config, os.environ, wait if probe else None)
    show(found, as_json, checks.text)
    if not found["ok"]:
        raise typer.Exit(1)
