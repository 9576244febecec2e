"""The two boxes: mails that came in, and mails that go out; looked at, tried again, let go."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

from pbem.cli.common import LARGEST, Json, fail, settings, show
from pbem.cli.printable import printable

Number = Annotated[int | None, typer.Argument(help="The number in the list.", min=1, max=LARGEST)]
Every = Annotated[bool, typer.Option("--all", help="With retry: all that failed.")]
Verb = Annotated[str, typer.Argument(help="list, show, retry or drop.")]
Person = Annotated[str | None, typer.Option(help="List those of this person: a name, an address or a number.")]
InState = Annotated[str | None, typer.Option("--state", help="List those in this state.")]
Game = Annotated[int | None, typer.Option(help="List those about this game.", min=1, max=LARGEST)]
Newer = Annotated[str | None, typer.Option(help="List those that are newer than this, as in 12h or 2d.")]
Older = Annotated[str | None, typer.Option(help="List those that are older than this.")]
Most = Annotated[int, typer.Option(help="List so many, the newest.", min=1, max=LARGEST)]


def inbox(  # noqa: PLR0913  # each is an option
    verb: Verb = "list",
    number: Number = None,
    every: Every = False,
    person: Person = None,
    state: InState = None,
    game: Game = None,
    newer: Newer = None,
    older: Older = None,
    most: Most = 50,
    as_json: Json = False,
) -> None:
    """The mails that came in: list, show N, retry N, retry --all, drop N."""
    options = {"person": person, "state": state, "game": game, "newer": newer, "older": older}
    _box("inbox", verb, number, every, options, most, as_json)


def outbox(  # noqa: PLR0913  # each is an option
    verb: Verb = "list",
    number: Number = None,
    every: Every = False,
    person: Person = None,
    state: InState = None,
    game: Game = None,
    newer: Newer = None,
    older: Older = None,
    most: Most = 50,
    as_json: Json = False,
) -> None:
    """The mails that go out: list, show N, retry N, retry --all, drop N."""
    options = {"person": person, "state": state, "game": game, "newer": newer, "older": older}
    _box("outbox", verb, number, every, options, most, as_json)


def _box(
    box: str, verb: str, number: int | None, every: bool, options: dict[str, Any], most: int, as_json: bool
) -> None:
    found = settings()
    filtered = any(option is not None for option in options.values())
    if verb == "list" and number is None and not every:
        from pbem.cli import box_report

        try:
            rows = box_report.box(found, box, box_report.Wanted(**options, most=most))
        except box_report.MeaninglessOption as fault:
            raise fail(fault, os.EX_USAGE) from None
        show(rows, as_json, box_report.box_text)
    elif verb == "retry" and every and number is None and not filtered:
        from pbem.cli import actions

        typer.echo(actions.retry_all(found, box))
    elif verb in ("show", "retry", "drop") and number is not None and not every and not filtered:
        _one(box, verb, number, as_json)
    else:
        raise fail(f"write: pbem {box} list, or pbem {box} show|retry|drop NUMBER", os.EX_USAGE)


def _one(box: str, verb: str, number: int, as_json: bool) -> None:
    from pbem.cli import actions, box_report

    if verb != "show":
        typer.echo(printable(actions.control(settings(), box, verb, number)))
        return
    row, raw = box_report.one(settings(), box, number)
    text = raw.decode("utf-8", "replace")
    if as_json:
        show({**row, "text": text}, as_json, None)
    elif sys.stdout.isatty():  # a program gets the bytes, a person's terminal obeys no mail
        for line in box_report.head(row):
            typer.echo(printable(line))
        typer.echo(printable(f"\n{text}"))
    else:
        if not raw:
            raise fail(f"the text of mail {number} of the {box} is gone by now ([limits] keep_days)")
        sys.stdout.buffer.write(raw)
