"""What an operator looks at: the state of the server, a letter's way, games, players."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.common import GameNumber, Json, settings
from pbem.cli.common import show as show_
from pbem.ids import GameId


def status(
    as_json: Json = False,
    prometheus: Annotated[bool, typer.Option("--prometheus", help="Print Prometheus' text format.")] = False,
) -> None:
    """What runs, what waits, and what is stuck. Exit status 1 if anything is stuck."""
    from pbem.cli import status_report

    found = status_report.status(settings())
    if prometheus:
        from pbem.clock import system_clock
        from pbem.server import metrics

        typer.echo(metrics.prometheus(found, system_clock()))
    else:
        show_(found, as_json, status_report.status_text)
    if not found["ok"]:
        raise typer.Exit(1)


def trace(
    name: Annotated[str, typer.Argument(help="A letter's number, its Message-ID, or that of a mail of ours.")],
    as_json: Json = False,
) -> None:
    """Follow one letter: when and how it came, what became of it, and every mail that it caused."""
    from pbem.cli import letter_trace

    show_(letter_trace.trace(settings(), name), as_json, letter_trace.trace_text)


def games(
    as_json: Json = False,
    everything: Annotated[bool, typer.Option("--all", help="Finished and cancelled games too.")] = False,
) -> None:
    """The games, with whose turn it is and since when."""
    from pbem.cli import reports

    show_(reports.games(settings(), everything or as_json), as_json, reports.games_text)


def show(
    game: GameNumber,
    as_json: Json = False,
    open_hands: Annotated[
        bool, typer.Option("--open", help="Show the hands too. Not if you play here yourself.")
    ] = False,
) -> None:
    """One game: its seats, its deals, its last entries."""
    from pbem.cli import reports

    show_(reports.show(settings(), GameId(game), open_hands), as_json, reports.show_text)


def players(as_json: Json = False) -> None:
    """The people who play here."""
    from pbem.cli import reports

    show_(reports.players(settings()), as_json, reports.players_text)
