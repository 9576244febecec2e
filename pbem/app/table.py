"""A table in one unit of work: its record and seats, its game folded from the log, and what has been added."""

from __future__ import annotations

from pbem.app.folded_games import FoldedGame
from pbem.facts.table import PremoveNote, RestFacts, SeatFacts, SeatKind
from pbem.hearts.entries import Choice, Dealt, Entry, Opened
from pbem.hearts.events import Event
from pbem.hearts.game import Game
from pbem.hearts.rules.record import Rules
from pbem.hearts.view import SeatView
from pbem.ids import PlayerId
from pbem.table.game_record import GameRecord, LogSummary
from pbem.table.options import TableOptions
from pbem.table.seat import Seat
from pbem.table.states import GamePhase, SeatState

Turn = tuple[int, str, int]
"""Which question is open: deal, what is asked, cards on the table so far."""

_SHOWN_AS = {SeatState.JOINED: SeatKind.PERSON, SeatState.RESIGNED: SeatKind.STAND_IN}


class Table:
    """`game` is None while the table gathers. `events` and `entries` are this unit of work's."""

    def __init__(self, record: GameRecord, seats: list[Seat], begun: FoldedGame | None) -> None:
        self.record = record
        self.id = record.id
        self.seats = seats
        self.game: Game | None = None if begun is None else begun.game
        last = None if begun is None else begun.dealt
        self.dealt = {} if last is None else {last.base.number: last}  # the last, and newer ones
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.lapsed: set[int] = set()
        self.thinks: dict[int, bool] = {}  # seats whose robots search for an answer; True: as a stand-in
        self.premove_notes: dict[int, PremoveNote] = {}  # by seat: what came of its early answer or queue
        self.rest: RestFacts | None = None  # the deal was played out at once
        self.masked = False  # the card that is due is ready, and waits
        self.planned: set[tuple[int, str]] = set()  # which plans this letter has begun: its further lines add to them
        self._views: dict[int, SeatView] = {}
        self.turn_before = self.turn()
        self.was_open = self.wants_players()
        self.asked_before = {s.number for s in self.seats if self.game is not None and s.number in self.game.to_act}

    @property
    def phase(self) -> GamePhase:
        """How far the table has come."""
        return self.record.phase

    @property
    def variant(self) -> str:
        """The name of what is played."""
        return self.record.variant

    @property
    def host_id(self) -> PlayerId:
        """Whose table it is."""
        return self.record.host_id

    @property
    def held(self) -> bool:
        """Whether the operator has stopped it."""
        return self.record.held

    @property
    def log(self) -> LogSummary:
        """What the log amounts to, without this unit's entries."""
        return self.record.log

    @property
    def options(self) -> TableOptions:
        """The table's options besides the rules."""
        return self.record.options

    def complete(self) -> bool:
        """Whether somebody sits on every seat, so that the game can begin."""
        return all(seat.ready for seat in self.seats)

    def rules(self) -> Rules:
        """The rules this table plays by."""
        return self.game.rules if self.game is not None else self.record.rules

    def wants_players(self) -> bool:
        """Whether anybody may sit down here now."""
        gathers = self.phase is GamePhase.LOBBY and not self.held and self.options.open
        return gathers and any(seat.free for seat in self.seats)

    def playing(self) -> Game:
        """The game; an error while the table gathers."""
        if self.game is None:
            raise ValueError(f"table {self.id} has not begun")
        return self.game

    def length(self) -> int:
        """How long the log is, with this unit's entries."""
        return self.log.length + len(self.entries)

    def start(self, opened: Opened) -> None:
        """The game's first entry."""
        self.record.phase = GamePhase.PLAYING
        self.record.host_words = ""
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
        self.seats[who].acted_length = self.length()

    def turn(self) -> Turn | None:
        """The open question; None when there is none."""
        if self.game is None or not self.game.to_act:
            return None
        view = self.view(self.game.to_act[0])
        on_table = len(view.trick.plays) if view.trick is not None else 0
        played = sum(len(t.plays) for t in view.tricks) + on_table
        return (view.base.number, view.phase, played)

    def person_id(self, seat: int) -> PlayerId | None:
        """The number of the person who decides for this seat now; None for a robot."""
        sits = self.seats[seat]
        return sits.player_id if sits.joined else None

    def seats_of_people(self) -> list[Seat]:
        """The seats in which a person sits."""
        return [seat for seat in self.seats if seat.joined]

    def seat_of(self, player_id: PlayerId) -> Seat | None:
        """This person's seat, played by the person or (after resigning) by a robot."""
        return next((s for s in self.seats if s.player_id == player_id and (s.joined or s.resigned)), None)

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
        facts = []
        for s in self.seats:
            name, kind = s.name, _SHOWN_AS.get(s.state) or SeatKind(s.state)
            if s.state is SeatState.RETURNED and not for_host:
                name, kind = "", SeatKind.OPEN
            elif s.offered and not name:
                name = s.address if for_host else s.address.partition("@")[0]
            host = s.player_id is not None and s.player_id == self.host_id
            facts.append(SeatFacts(s.number, name, kind, s.number == you, host))
        return tuple(facts)


def played_count(view: SeatView) -> int:
    """Cards on the table in this deal so far, as the seat has seen."""
    return sum(len(t.plays) for t in view.tricks) + (len(view.trick.plays) if view.trick is not None else 0)
