"""Games as the last units of work left them, so that a letter does not fold again what the letter before it had folded.

A game changes while it is worked on. So who loads a table takes its game out of here, and it comes back only when the
transaction has been committed: what was rolled back is folded from the log again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.hearts.entries import Dealt, Entry
from pbem.hearts.game import Game, fold
from pbem.ids import GameId
from pbem.table.game_record import GameRecord, LogSummary


@dataclass(frozen=True, slots=True)
class FoldedGame:
    """A game, and how far its log went: with another log it is another game."""

    game: Game
    dealt: Dealt | None  # the last deal
    length: int
    last_deal: int


def folded(record: GameRecord, log: Sequence[Entry]) -> FoldedGame:
    """The game that this log makes: the whole, or its first entry and those from the last deal on."""
    dealt = next((entry for entry in reversed(log) if isinstance(entry, Dealt)), None)
    return FoldedGame(fold(log), dealt, record.log.length, record.log.last_deal)


class FoldedGames:
    """At most so many of them, the newest. Only one unit of work writes at a time, which is who comes here."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._kept: dict[GameId, FoldedGame] = {}

    def take(self, record: GameRecord) -> FoldedGame | None:
        """The game of this record, which is the caller's from now on."""
        kept = self._kept.pop(record.id, None)
        if kept is None or (kept.length, kept.last_deal) != (record.log.length, record.log.last_deal):
            return None
        return kept

    def keep(self, game_id: GameId, game: Game, dealt: Dealt | None, log: LogSummary) -> None:
        """A game whose log has been written and committed."""
        self._kept[game_id] = FoldedGame(game, dealt, log.length, log.last_deal)
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]

    def forget(self) -> None:
        """All are folded again when they are needed."""
        self._kept.clear()
