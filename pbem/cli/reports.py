"""What the operator looks at: plain data for `--json`, and the same as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from pbem.app.unit_of_work import load_table
from pbem.cards import cards_text
from pbem.cli.common import LARGEST
from pbem.cli.printable import printable
from pbem.db.database import OlderVersion, Session, open_for_reading
from pbem.db.queries import game_log, people
from pbem.db.queries.games import page, running
from pbem.db.queries.games import seats as seats_of
from pbem.db.records import Records
from pbem.ids import GameId
from pbem.settings import Settings
from pbem.table.game_record import GameRecord
from pbem.table.states import RUNNING

Facts = dict[str, Any]
Record = TypeVar("Record")

AT_ONCE = 1000
"""So many rows are read at once."""


class NotThere(Exception):
    """What the operator asked for is not there; the text says what, and what is."""


class NotUpToDate(NotThere):
    """The database waits for the server to bring it up to date."""


@contextmanager
def reading(settings: Settings) -> Iterator[Session]:
    """A look at the database beside a running server; raises `NotThere` if there is none yet."""
    try:
        database = open_for_reading(settings.database.url)
    except OlderVersion as fault:
        raise NotUpToDate(*fault.args) from None
    except LookupError as fault:
        raise NotThere(*fault.args) from None
    try:
        with database.read() as session:
            yield session
    finally:
        database.close()


def number_of(text: str) -> int | None:
    """The number that this is; None if it is none, or one that nothing here can have."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    return number if 0 < number <= LARGEST else None


@dataclass(slots=True)
class ListPage:
    """A page of a list, the first is 1; without a limit it is the whole list. `more`: it is not the last."""

    page: int = 1
    limit: int | None = None
    more: bool = False

    def of(self, found: Callable[[int, int], Sequence[Record]]) -> Iterator[Record]:
        """What is on the page; `found` gives so many from a place on."""
        if self.limit is not None:
            rows = found((self.page - 1) * self.limit, self.limit + 1)
            self.more = len(rows) > self.limit
            yield from rows[: self.limit]
            return
        first = 0
        while rows := found(first, AT_ONCE):
            yield from rows
            first += len(rows)


def games(settings: Settings, everything: bool, part: ListPage) -> list[Facts]:
    """The games, oldest first."""
    with reading(settings) as session:
        return [_game(session, row) for row in part.of(partial(page, session, None if everything else RUNNING))]


def _game(session: Session, game: GameRecord) -> Facts:
    seats, log = seats_of(session, game.id), game.log
    return {
        "id": game.id,
        "variant": game.variant,
        "phase": game.phase,
        "scores": log.scores,
        "places": log.places,
        "deal": log.deal,
        "asks": log.asks or "",
        "to_act": [seats[s].name for s in log.to_act],
        "asked_at": game.asked_at,
        "due_at": game.due_at,
        "seats": [{"seat": s.number, "name": s.name or s.address, "state": s.state, "lapses": s.lapses} for s in seats],
    }


def games_text(found: list[Facts]) -> None:
    """The games as a table."""
    rows = [
        (
            str(g["id"]),
            g["variant"],
            g["phase"],
            str(g["deal"] or ""),
            ", ".join(s["name"] or s["state"] for s in g["seats"]),
            " ".join(map(str, g["scores"])),
            ", ".join(g["to_act"]),
            moment(g["due_at"]),
        )
        for g in found
    ]
    grid(("game", "variant", "phase", "deal", "seats", "scores", "waits for", "until"), rows, "There are no games.")


def show(settings: Settings, number: GameId, open_hands: bool) -> Facts:
    """One game; `NotThere` if there is none."""
    with reading(settings) as session:
        table = load_table(session, Records(session), number)
        if table is None:
            raise NotThere(f"there is no game {number}: `pbem games --all` lists them")
        facts = _game(session, table.record)
        facts["deals"] = [
            {"number": d.number, "points": d.points, "scores": d.scores, "shooter": d.shooter}
            for d in game_log.deals(session, number)
        ]
        facts["entries"] = table.log.length
        if open_hands and table.game is not None:
            game = table.playing()
            views = [game.view(seat) for seat in range(len(game.scores))]
            facts["hands"] = [cards_text(view.hand) for view in views]
    return facts


def show_text(found: Facts) -> None:
    """One game as lines."""
    out = Console()
    variant = escape(printable(found["variant"]))
    out.print(f"[bold]Game {found['id']}[/bold]  {variant}  {found['phase']}  {found['entries']} entries")
    hands = found.get("hands")
    rows = [
        (
            str(s["seat"]),
            s["name"],
            s["state"],
            str(found["scores"][s["seat"]]) if found["scores"] else "",
            str(found["places"][s["seat"]]) if found["places"] else "",
            hands[s["seat"]] if hands else "",
        )
        for s in found["seats"]
    ]
    grid(("seat", "name", "state", "score", "place", "hand" if hands else ""), rows, "")
    for deal in found["deals"]:
        out.print(f"deal {deal['number']:>3}: " + "  ".join(f"{p:>4}" for p in deal["points"]))
    if found["to_act"]:
        names = escape(printable(", ".join(found["to_act"])))
        out.print(f"Waits for {names} ({found['asks']}) until {moment(found['due_at'])}.")


def players(settings: Settings, part: ListPage) -> list[Facts]:
    """The people."""
    with reading(settings) as session:
        return [
            {
                "id": p.id,
                "name": p.name,
                "addresses": people.addresses(session, p.id),
                "language": p.language,
                "zone": p.zone,
                "paused": p.paused,
                "games": running(session, p.id),
            }
            for p in part.of(partial(people.everybody, session))
        ]


def players_text(found: list[Facts]) -> None:
    """The people as a table."""
    rows = [
        (str(p["id"]), p["name"], ", ".join(p["addresses"]), " ".join(map(str, p["games"])), p["paused"]) for p in found
    ]
    grid(("player", "name", "addresses", "games", "paused"), rows, "Nobody has registered yet.")


def moment(at: datetime | str | None) -> str:
    """A time as it is shown to the operator."""
    return at.strftime("%Y-%m-%d %H:%M UTC") if isinstance(at, datetime) else str(at or "")


def grid(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    """A table in columns; `empty` where there are no rows."""
    out = Console()
    if not rows:
        out.print(empty)
        return
    table = Grid(box=None, pad_edge=False)
    for name in head:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))  # a player's name is no markup
    out.print(table)
