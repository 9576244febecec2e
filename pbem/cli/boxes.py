"""The two boxes: mails that came in, and mails that go out; looked at, tried again, let go."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from pbem.cli.common import Json, fail, settings, show
from pbem.cli.printable import printable

Number = Annotated[int | None, typer.Argument(help="The number in the list.")]
Every = Annotated[bool, typer.Option("--all", help="With retry: all that failed.")]
Verb = Annotated[str, typer.Argument(help="list, show, retry or drop.")]


def inbox(verb: Verb = "list", number: Number = None, every: Every = False, as_json: Json = False) -> None:
    """The mails that came in: list, show N, retry N, retry --all, drop N."""
    _box("inbox", verb, number, every, as_json)


def outbox(verb: Verb = "list", number: Number = None, every: Every = False, as_json: Json = False) -> None:
    """The mails that go out: list, show N, retry N, retry --all, drop N."""
    _box("outbox", verb, number, every, as_json)


def _box(box: str, verb: str, number: int | None, every: bool, as_json: bool) -> None:
    from pbem.cli import actions, reports

    found = settings()
    if verb == "list":
        show(reports.box(found, box), as_json, reports.box_text)
        return
    if verb == "retry" and every and number is None:
        typer.echo(actions.retry_all(found, box))
        return
    if verb not in ("show", "retry", "drop") or number is None or every:
        raise fail(f"write: pbem {box} list, or pbem {box} show|retry|drop NUMBER", os.EX_USAGE)
    if verb == "show":
        raw = reports.raw(found, box, number)
        if sys.stdout.isatty():  # a program gets the bytes, a person's terminal obeys no mail
            typer.echo(printable(raw.decode("utf-8", "replace")))
        else:
            sys.stdout.buffer.write(raw)
    else:
        typer.echo(actions.control(found, box, verb, number))
