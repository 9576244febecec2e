"""A seat: a chair at a table, the offer of it, and whoever sits there.

A seat has one way out, `vacate`: whatever belongs to the occupant (clock, bank, absences, plans, what was told) goes
with the occupant. New fields go with it too, unless `vacate` is told to keep them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import NamedTuple

from pbem.ids import GameId, PlayerId
from pbem.premoves.kept import Premoves
from pbem.table.absence import Absence
from pbem.table.player import Player
from pbem.table.states import FREE, OFFERED, SeatState


@dataclass(slots=True)
class Clock:
    """The time that the occupant has for an answer. It runs, or stands with something left, or there is none."""

    since: datetime | None = None  # since when it runs
    left: int = 0  # seconds that were left on it then; of a clock that stands, that are left
    due_at: datetime | None = None  # when the time is up
    remind_at: datetime | None = None
    bank: int | None = None  # seconds in the bank; None: never spent

    @property
    def runs(self) -> bool:
        """Whether time passes on it."""
        return self.since is not None

    def halt(self, left: int) -> None:
        """It stands, and keeps what is left."""
        self.since = self.due_at = self.remind_at = None
        self.left = left

    def stop(self) -> None:
        """There is no clock any more; the bank stays."""
        self.halt(0)


class Mark(NamedTuple):
    """How far a game has been told: the deal, and the cards on the table (-1: not even the passes)."""

    deal: int
    plays: int


NOTHING_TOLD = Mark(0, -1)


@dataclass(slots=True)
class Told:
    """Up to where the mails to the occupant have told the game."""

    deal: int = 0
    plays: int = -1  # cards on the table; -1: not even the passes
    early_length: int = 0  # of the log, when the occupant was last asked before the turn
    moved: int = 0  # seconds by which downtime moved the deadlines, not told yet

    @property
    def mark(self) -> Mark:
        """The deal, and the cards on the table."""
        return Mark(self.deal, self.plays)

    def forward(self, mark: Mark) -> None:
        """A mail tells the game up to here."""
        self.deal, self.plays = mark

    def rewind(self, mark: Mark) -> None:
        """A mail that had told more does not go out."""
        self.forward(min(mark, self.mark))


@dataclass(slots=True)
class Seat:
    """A chair (game, number, how often it has been offered), and what belongs to its guest or occupant."""

    game_id: GameId
    number: int
    invitation: int = 0  # how often this seat has been offered: an old offer opens nothing
    state: SeatState = SeatState.OPEN
    address: str = ""  # to whom it was offered
    offered_at: datetime | None = None
    reminded_at: datetime | None = None  # when the guest was reminded of the offer
    player_id: PlayerId | None = None
    name: str = ""  # as the table calls the occupant or the guest
    robot: str = ""  # the level of the robot that plays or stands in
    clock: Clock = field(default_factory=Clock)
    told: Told = field(default_factory=Told)
    premoves: Premoves = field(default_factory=Premoves)  # what was said for the next turns; as secret as a hand
    absences: tuple[Absence, ...] = ()  # as far as the table grants them
    acted_length: int = 0  # of the log, after the occupant's last own choice
    lapses: int = 0  # in a row
    turns: int = 0  # own answers in time
    nudged_by: str = ""  # who asked for the next reminder
    nudged_at: datetime | None = None
    wanted_at: datetime | None = None  # since when others may take it

    @property
    def free(self) -> bool:
        """Whether another guest may get it."""
        return self.state in FREE

    @property
    def offered(self) -> bool:
        """Whether its guest may still take it."""
        return self.state in OFFERED

    @property
    def waits_for_guest(self) -> bool:
        """Whether a word from its guest is still to come."""
        return self.state in (SeatState.INVITED, SeatState.SILENT)

    @property
    def joined(self) -> bool:
        """Whether a person sits there and decides."""
        return self.state is SeatState.JOINED

    @property
    def resigned(self) -> bool:
        """Whether a robot plays on for a person."""
        return self.state is SeatState.RESIGNED

    @property
    def ready(self) -> bool:
        """Whether a table that is to begin waits for nobody here."""
        return self.state in (SeatState.JOINED, SeatState.ROBOT)

    def vacate(self) -> None:
        """The occupant goes, with all that is the occupant's; the chair stays, and how often it has been offered."""
        fresh = Seat(self.game_id, self.number, self.invitation)
        for one in fields(Seat):
            setattr(self, one.name, getattr(fresh, one.name))

    def invite(self, address: str, name: str, now: datetime) -> None:
        """Keep this seat for a guest who is to be asked; `name` where the host named a person who plays here."""
        self.vacate()
        self.state, self.address, self.name, self.offered_at = SeatState.INVITED, address, name, now
        self.invitation += 1

    def decline(self) -> None:
        """The guest's no. The offer stays: who has declined may think again."""
        self.state = SeatState.DECLINED

    def fall_silent(self) -> None:
        """The guest has not answered for long."""
        self.state = SeatState.SILENT

    def come_back_undelivered(self) -> None:
        """The mail that offered it could not be delivered."""
        self.state = SeatState.RETURNED

    def seat_person(self, player: Player) -> None:
        """A person sits down. The offer's address stays: another letter that answers it is understood."""
        address = self.address
        self.vacate()
        self.state, self.player_id, self.name, self.address = SeatState.JOINED, player.id, player.name, address

    def seat_robot(self, level: str, name: str) -> None:
        """A robot sits down."""
        self.vacate()
        self.state, self.robot, self.name = SeatState.ROBOT, level, name

    def begin_without_guest(self, level: str, name: str) -> None:
        """The game begins and a robot sits down; a late yes to the offer is still understood."""
        address = self.address
        self.seat_robot(level, name)
        self.address = address

    def resign(self, level: str, wanted_at: datetime | None) -> None:
        """A robot plays on for the person, who may come back. What was said in advance is as secret as the hand."""
        self.state, self.robot, self.wanted_at = SeatState.RESIGNED, level, wanted_at
        self.premoves, self.nudged_by = Premoves(), ""

    def return_person(self, player: Player) -> None:
        """The person takes the seat again from the robot."""
        self.state, self.name, self.robot = SeatState.JOINED, player.name, ""
        self.lapses, self.wanted_at = 0, None

    def substitute(self, player: Player) -> None:
        """Another person takes over the hand and the score, and nothing else of who sat there."""
        self.vacate()
        self.seat_person(player)

    def forget(self, player_id: PlayerId, former: str) -> None:
        """A person who sat or was invited there is forgotten: the moves stay, under another name."""
        self.address, self.absences, self.nudged_by = "", (), ""
        if self.player_id == player_id:
            self.name = former
