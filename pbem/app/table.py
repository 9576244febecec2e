"""A table in one transaction: its rows, its game folded from the log, and what has been added."""

from __future__ import annotations

import json
from typing import Any

from pbem.db.database import Session
from pbem.db.models import GameRow, SeatRow
from pbem.db.queries import game_log, people
from pbem.facts.table import PremoveNote, RestFacts, SeatFacts
from pbem.hearts.entries import Choice, Dealt, Entry, Opened
from pbem.hearts.events import Event
from pbem.hearts.game import Game, fold
from pbem.hearts.rules.record import Rules, rules_from_json
from pbem.hearts.view import SeatView
from pbem.timecontrol.options import TableOptions, table_options_from_json

FREE = ("returned", "open", "declined", "silent")
"""The states of a seat that another guest may get, the emptiest first; before them one whose guest was spelt wrong."""

OFFERED = ("invited", "returned", "declined", "silent")
"""The states of a seat that its guest may still take: who has declined may think again."""

Turn = tuple[int, str, int]
"""Which question is open: deal, what is asked, cards on the table so far."""


class Table:
    """`game` is None while the table gathers. `events` and `entries` are this transaction's."""

    def __init__(self, session: Session, row: GameRow) -> None:
        if row.id is None:
            raise ValueError("a game that was never stored")
        self.row = row
        self.id: int = row.id
        self.seats = game_log.seats(session, self.id)
        self.players = people.several(session, [s.player_id for s in self.seats if s.player_id is not None])
        log = game_log.latest(session, row) if row.seq else []
        self.game: Game | None = fold(log) if log else None
        self.dealt = {entry.base.number: entry for entry in log if isinstance(entry, Dealt)}  # the last, and newer ones
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.lapsed: set[int] = set()
        self.thinks: dict[int, bool] = {}  # seats whose robots search for an answer; True: as a stand-in
        self.premove_notes: dict[int, PremoveNote] = {}  # by seat: what came of its early answer or queue
        self.rest: RestFacts | None = None  # the deal was played out at once
        self.veiled = False  # the card that is due is ready, and waits
        self.planned: set[tuple[int, str]] = set()  # which plans this letter has begun: its further lines add to them
        self._views: dict[int, SeatView] = {}
        self.turn_before = self.turn()
        self.was_open = self.wants_players()
        self.asked_before = {s.seat for s in self.seats if self.game is not None and s.seat in self.game.to_act}

    def wants_players(self) -> bool:
        """Whether anybody may sit down here now."""
        if self.row.phase != "gathering" or self.row.held or not self.pace.open:
            return False
        return any(seat.state in FREE for seat in self.seats)

    def complete(self) -> bool:
        """Whether somebody sits on every seat, so that the game can begin."""
        return all(seat.state in ("joined", "robot") for seat in self.seats)

    def rules(self) -> Rules:
        """The rules this table plays by."""
        return self.game.rules if self.game is not None else rules_from_json(json.loads(self.row.rules))

    @property
    def pace(self) -> TableOptions:
        """The table's options besides the rules."""
        return table_options_from_json(self.row.pace)

    def playing(self) -> Game:
        """The game; an error while the table gathers."""
        if self.game is None:
            raise ValueError(f"table {self.id} has not begun")
        return self.game

    def length(self) -> int:
        """How long the log is, with this transaction's entries."""
        return self.row.seq + len(self.entries)

    def start(self, opened: Opened) -> None:
        """The game's first entry."""
        self.game = Game()
        self.apply(opened)

    def apply(self, entry: Entry) -> None:
        """Put an entry to the game; raises `Refused`, and then nothing has changed."""
        self.events += self.playing().apply(entry)
        self._views = {}
        self.entries.append(entry)
        if isinstance(entry, Dealt):
            self.dealt[entry.base.number] = entry

    def choose(self, entry: Choice, who: int) -> None:
        """A choice that the seat `who` makes, for its own hand or a dummy's."""
        self.apply(entry)
        self.seats[who].acted_seq = self.length()

    def turn(self) -> Turn | None:
        """The open question; None when there is none."""
        if self.game is None or not self.game.to_act:
            return None
        view = self.view(self.game.to_act[0])
        on_table = len(view.trick.plays) if view.trick is not None else 0
        played = sum(len(t.plays) for t in view.tricks) + on_table
        return (view.base.number, view.phase, played)

    def person(self, seat: int) -> int | None:
        """The number of the person who decides for this seat now; None for a robot."""
        row = self.seats[seat]
        return row.player_id if row.state == "joined" else None

    def persons(self) -> list[SeatRow]:
        """The seats in which a person sits."""
        return [seat for seat in self.seats if seat.state == "joined"]

    def seat_of(self, player_id: int) -> SeatRow | None:
        """This person's seat, played by the person or (after resigning) by a robot."""
        return next((s for s in self.seats if s.player_id == player_id and s.state in ("joined", "resigned")), None)

    def view(self, seat: int) -> SeatView:
        """What the seat may know. Made once between two entries."""
        if seat not in self._views:
            self._views[seat] = self.playing().view(seat)
        return self._views[seat]

    def seat_facts(self, you: int | None, for_host: bool = False) -> tuple[SeatFacts, ...]:
        """The seats as everybody may see them.

        Who was invited by address is named by it to the host only, to the others by what stands before the `@`. That
        no mail got through is the host's to know; to the others the seat is open.
        """
        kinds = {"joined": "person", "resigned": "stand-in"}
        facts = []
        for s in self.seats:
            name, kind = s.name, kinds.get(s.state, s.state)
            if kind == "returned" and not for_host:
                name, kind = "", "open"
            elif s.state in OFFERED and not name:
                name = s.address if for_host else s.address.partition("@")[0]
            host = s.player_id is not None and s.player_id == self.row.host_id
            facts.append(SeatFacts(s.seat, name, kind, s.seat == you, host))
        return tuple(facts)


def played_count(view: SeatView) -> int:
    """Cards on the table in this deal so far, as the seat has seen."""
    return sum(len(t.plays) for t in view.tricks) + (len(view.trick.plays) if view.trick is not None else 0)


def dump(value: Any) -> str:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))
