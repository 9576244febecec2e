"""What an operator looks at: the state of the server, a letter's way, games, players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.common import LARGEST, GameNumber, Json, settings
from pbem.cli.common import show as show_
from pbem.ids import GameId

if TYPE_CHECKING:
    from pbem.cli.reports import ListPage

PAGE = 100
"""So many lines a list for people has; a program gets all."""

Page = Annotated[int, typer.Option(help="Show this page of the list.", min=1, max=LARGEST)]
Limit = Annotated[int | None, typer.Option(help="So many to a page [100; all with --json].", min=1, max=LARGEST)]


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
    page: Page = 1,
    limit: Limit = None,
) -> None:
    """The games, with whose turn it is and since when."""
    from pbem.cli import reports

    part = reports.ListPage(page, limit if limit is not None or as_json else PAGE)
    show_(reports.games(settings(), everything or as_json, part), as_json, reports.games_text)
    _turn_over(part, as_json)


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


def players(as_json: Json = False, page: Page = 1, limit: Limit = None) -> None:
    """The people who play here."""
    from pbem.cli import reports

    part = reports.ListPage(page, limit if limit is not None or as_json else PAGE)
    show_(reports.players(settings(), part), as_json, reports.players_text)
    _turn_over(part, as_json)


def _turn_over(part: ListPage, as_json: bool) -> None:
    if part.more and not as_json:
        typer.echo(f"There are more: --page {part.page + 1}")
