"""What follows from an entry: told to people, never stored."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.cards import Card
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


@dataclass(frozen=True, slots=True)
class DealBegan:
    """Cards have been dealt."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CallMade:
    """The dealer has named the deal's pass: `(offset, count)` pairs, or how many cards are mixed."""

    seat: int
    passing: tuple[tuple[int, int], ...]
    mix: int


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """The auction is over. `seat` None: all have passed; `suit` where one was bid for."""

    seat: int | None
    amount: int | None
    suit: int | None


@dataclass(frozen=True, slots=True)
class ChargesShown:
    """The last seat has charged: the cards lie open, by seat."""

    charged: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """The kitty has gone to a seat; what is in it, that seat alone may see."""

    seat: int
    size: int


@dataclass(frozen=True, slots=True)
class PhaseTurned:
    """The game has come to its second phase: points are taken off from now on."""


@dataclass(frozen=True, slots=True)
class SeatLost:
    """The instant win costs this seat its place at the table, if someone waits for one."""

    seat: int


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


Event = (
    DealBegan
    | CallMade
    | PassDone
    | AuctionWon
    | ChargesShown
    | TrickTaken
    | KittyTaken
    | MoonShot
    | DealEnded
    | PhaseTurned
    | SeatLost
    | GameEnded
)
