"""A vote that is open at a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from pbem.ids import GameId
from pbem.table.states import VoteKind

UNANIMOUS = (VoteKind.END, VoteKind.CANCEL)
"""What one no is enough to prevent."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What is asked, by which seat, and what each seat that was asked has said: yes, no, or nothing yet (None)."""

    game_id: GameId
    kind: VoteKind
    seat: int
    length: timedelta = timedelta(0)  # of the pause or the extension
    ballots: tuple[tuple[int, bool | None], ...] = ()

    def asks(self, seat: int) -> bool:
        """Whether this seat has a word."""
        return any(voter == seat for voter, _ in self.ballots)

    def with_ballot(self, seat: int, yes: bool) -> Vote:
        """The same after this seat's word."""
        return replace(self, ballots=tuple((voter, yes if voter == seat else said) for voter, said in self.ballots))

    @property
    def decided(self) -> bool:
        """Whether nothing that is still to come can change it, or everybody has spoken."""
        words = [said for _, said in self.ballots]
        return (self.kind in UNANIMOUS and False in words) or None not in words

    @property
    def passed(self) -> bool:
        """What comes of it, silence being a yes."""
        words = [said for _, said in self.ballots]
        no = words.count(False)
        return no == 0 if self.kind in UNANIMOUS else len(words) - no > no
