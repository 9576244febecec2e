"""What one seat may know: a type of its own, built by addition from what the seat has seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pbem.cards import Card
from pbem.hearts.entries import Base, Score
from pbem.hearts.events import Trick
from pbem.hearts.rules.record import Rules


class Ask(StrEnum):
    """What a seat can be asked for."""

    CALL = "call"
    BID = "bid"
    PASS = "pass"
    CHARGE = "charge"
    DISCARD = "discard"
    PLAY = "play"
    MOON = "moon"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Cards passed between this seat and another; `seat` None where they were mixed."""

    seat: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """All that `seat` knows of the game at this moment. Robots and mails get this and nothing else."""

    rules: Rules
    seat: int
    base: Base  # number of the deal, dealer, scores before it
    phase: str  # an Ask, or "finished", or "dealing" (between deals)
    to_act: tuple[int, ...]  # who is waited for; of passes: who has not passed yet
    ask: Ask | None  # what this seat is asked for now, None if nothing
    acts_for: int  # whose hand the asked card comes from: the own seat, or a dummy's
    count: int  # how many cards are asked for, where cards are asked
    legal: tuple[Card, ...]  # PLAY: the legal cards; CHARGE: what may be charged; else ()
    hand: tuple[Card, ...]  # sorted
    hand_sizes: tuple[int, ...]  # by seat
    open_hands: dict[int, tuple[Card, ...]]  # dummies and whatever lies open
    pass_to: tuple[tuple[int, int], ...]  # (seat, count): where this deal's pass goes; () when held or mixed
    passing: tuple[Card, ...]  # what this seat has chosen to pass while others still may choose
    gave: tuple[Transfer, ...]  # after the pass
    got: tuple[Transfer, ...]
    charged: dict[int, tuple[Card, ...]]
    tricks: tuple[Trick, ...]  # complete, in order
    trick: Trick | None  # on the table, with at least one card; else None
    leader: int | None  # who leads or led the current trick
    hearts_broken: bool
    points: tuple[Score, ...]  # taken so far in this deal, from the tricks alone
    kitty_size: int
    kitty: tuple[Card, ...]  # its cards, if this seat took it; else ()
    kitty_taker: int | None
    scores: tuple[Score, ...]  # running, before this deal's points
    places: tuple[int, ...]  # when the game is finished; else ()
    facts: dict[str, Any] = field(default_factory=dict)  # public facts of a variant's own (bids, control, phase flag)
    early: tuple[
        Card, ...
    ] = ()  # what the seat, which has yet to follow in this trick, could play if its turn were now
