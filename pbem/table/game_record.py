"""A game's record: what a table was made with, how far it has come, and what its log amounts to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.hearts.entries import Score
from pbem.hearts.phase import Phase
from pbem.hearts.rules.record import Rules
from pbem.ids import GameId, PlayerId
from pbem.table.answer_times import AnswerTimes
from pbem.table.claim import Claim
from pbem.table.options import TableOptions
from pbem.table.states import GamePhase


@dataclass(slots=True)
class LogSummary:
    """What follows from the log: a projection, which `pbem check` compares with the fold."""

    length: int = 0  # entries
    last_deal: int = 0  # where the last deal begins in it
    deal: int = 0  # its number
    asks: Phase | None = None  # what the seats in `to_act` are asked for
    to_act: tuple[int, ...] = ()
    scores: tuple[Score, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """The clocks stand, as the table agreed."""

    until: datetime
    seat: int | None  # that asked for it


@dataclass(slots=True)
class GameRecord:
    """A table and its game, without seats and entries."""

    id: GameId
    variant: str
    rules: Rules
    host_id: PlayerId
    options: TableOptions
    created_at: datetime
    phase: GamePhase = GamePhase.LOBBY
    log: LogSummary = field(default_factory=LogSummary)
    asked_at: datetime | None = None
    due_at: datetime | None = None  # the earliest of the seats'
    ended_at: datetime | None = None
    held: bool = False  # stopped by the operator
    pause: Pause | None = None
    claim: Claim | None = None
    answer_times: AnswerTimes = field(default_factory=AnswerTimes)
    host_words: str = ""  # to the guests, while the table gathers

    @property
    def clocks_stand(self) -> bool:
        """Whether no time passes at this table: it pauses, or is held."""
        return self.held or self.pause is not None

    def cancel(self, now: datetime) -> None:
        """The table is closed without a result."""
        self.phase, self.ended_at = GamePhase.CANCELLED, now
        self.due_at = self.asked_at = self.pause = None
        self.host_words = ""

    def finish(self, places: tuple[int, ...], now: datetime) -> None:
        """The game has its result."""
        self.phase, self.ended_at, self.log.places = GamePhase.FINISHED, now, places
