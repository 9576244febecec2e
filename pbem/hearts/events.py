"""What follows from an entry: told to people, never stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.cards import Card, Suit
from pbem.hearts.entries import Score


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table."""

    seat: int
    card: Card
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, complete or on the table; `plays` in the order played. `winner` None: not over, or nobody's."""

    number: int  # in the deal, from 1
    leader: int
    plays: tuple[Play, ...]
    winner: int | None = None
    points: Score = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order played."""
        return tuple([play.card for play in self.plays])

    @property
    def led(self) -> Suit | None:
        """The suit led: the first card's that is no joker, as a joker leaves the lead to the next (§8.15 Crawford)."""
        return led_suit(self.plays)


def led_suit(plays: Iterable[Play]) -> Suit | None:
    """The suit that these plays must follow, the leader's first."""
    return next((play.card.suit for play in plays if play.card[0] != Suit.JOKER), None)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A finished deal, open: all that was hidden is told now."""

    number: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]  # as dealt
    passed: tuple[tuple[Card, ...], ...]  # by giver; empty where nothing was passed
    received: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...]
    kitty_taker: int | None
    charged: tuple[tuple[Card, ...], ...]
    tricks: tuple[Trick, ...]
    points: tuple[Score, ...]  # what the deal added to each score, moon and all
    shooter: int | None
    moon: str | None  # None, or how the moon was paid: "add" / "subtract" / a hook's word
    scores: tuple[Score, ...]  # after the deal
    taken: tuple[Score, ...] = ()  # what the deal was worth, where `points` are chips that were paid for it
    bids: tuple[int | None, ...] = ()  # by seat, where there was an auction
    control: int | None = None  # who won the auction
    suit: int | None = None  # the suit it named
    discarded: tuple[Card, ...] = ()  # what the kitty's taker laid face down for it
    contract: str = ""  # what counted in the deal, in a compendium (§8.20)


@dataclass(frozen=True, slots=True)
class DealBegan:
    """Cards have been dealt."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class PassDone:
    """The last seat has passed: the cards have changed hands, and play begins."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The trick is over."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class MoonShot:
    """A seat holds all that the moon needs; it is asked to choose where the rules leave a choice."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over and scored."""

    record: DealRecord


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. Places by seat, 1 is best; equal places are shared."""

    places: tuple[int, ...]
    scores: tuple[Score, ...]


Event = DealBegan | PassDone | TrickTaken | MoonShot | DealEnded | GameEnded
