"""What one seat may know: a type of its own, built by addition from what the seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pbem.cards import Card, Suit
from pbem.hearts.entries import Base, Score
from pbem.hearts.events import Play, Trick
from pbem.hearts.phase import Phase
from pbem.hearts.rules.rank_orders import Powers
from pbem.hearts.rules.record import Rules


class Ask(StrEnum):
    """What a seat can be asked for."""

    CALL = "call"
    BID = "bid"
    PASS = "pass"
    REPLACE = "replace"
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
class Auction:
    """An auction as all have heard it (§7.2, §8.15)."""

    bids: tuple[tuple[int, int | None], ...]  # seat and amount in the order made; None is a pass
    least: int  # what the next bidder must name at least
    winner: int | None = None  # once it is over, if anybody bid or the dealer must play the dummy
    suit: Suit | None = None  # the suit that counts, where one was bid for

    @property
    def best(self) -> tuple[int, int] | None:
        """The highest bid: each is higher than the one before."""
        return next(((seat, amount) for seat, amount in reversed(self.bids) if amount is not None), None)


@dataclass(frozen=True, slots=True)
class SeatView:
    """All that `seat` knows of the game at this moment. Robots and mails get this and nothing else."""

    rules: Rules
    seat: int
    base: Base  # number of the deal, dealer, scores before it
    phase: Phase
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
    kitty: tuple[Card, ...]  # its cards, if this seat took it or they lie open; else ()
    kitty_taker: int | None
    scores: tuple[Score, ...]  # running, before this deal's points
    places: tuple[int, ...]  # when the game is finished; else ()
    early: tuple[Card, ...] = ()  # what a seat that has yet to follow in this trick could play if its turn were now
    auction: Auction | None = None  # from the first bid due to the end of the deal, where there is one
    refusable: tuple[Card, ...] = ()  # PASS: cards that this seat may hand back if they are passed to it (§4.2)
    refusing: tuple[Card, ...] | None = None  # what it has said of that
    handed_back: tuple[tuple[int, int, tuple[Card, ...]], ...] = ()  # (giver, receiver, cards): all have seen it
    kept: tuple[int, ...] = ()  # who passed nothing, where the pass is optional (§4.2)
    discarded: tuple[Card, ...] = ()  # what this seat laid aside for the kitty it took
    waiting: tuple[Card, ...] = ()  # of tricks that nobody won: the next taker's (§8.3)
    boosted: bool = False  # the trick on the table goes round once more (§8.2)
    seat_lost: int | None = None  # who gives up the seat after a moon that won the game (§8.6)
    piles: tuple[tuple[int, ...], ...] = ()  # the seats whose tricks are counted together in this deal (§5)
    trump: Suit | None = None
    contract: str = ""  # what counts in this deal, in a compendium (§8.20)
    contracts: tuple[str, ...] = ()  # CALL: those that may be named

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return self.trick.cards if self.trick is not None else ()

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick on the table; None for its leader, and while only jokers lie there."""
        return self.trick.led if self.trick is not None else None

    @property
    def powers(self) -> Powers:
        """Which cards are higher in a trick."""
        return self.rules.powers if self.trump is None else self.rules.powers._replace(trump=self.trump)

    def height(self, card: Card) -> int:
        """How high the card is among those of its suit."""
        return self.rules.powers.of(card, card.suit)

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The complete tricks and the one on the table."""
        return (*self.tricks, self.trick) if self.trick is not None else self.tricks

    @property
    def plays(self) -> list[Play]:
        """Every card played in this deal, in order."""
        return [play for trick in self.all_tricks for play in trick.plays]

    def unseen(self, hand: Sequence[Card]) -> list[Card]:
        """The cards that may lie anywhere, sorted: neither in this hand, nor played, nor known from the kitty."""
        left = Counter(self.rules.deck())
        left.subtract(hand)
        left.subtract(play.card for play in self.plays)
        left.subtract(self.kitty)
        left.subtract(self.discarded)
        return list(left.elements())

    @property
    def counting_down(self) -> bool:
        """Whether the game is in its second phase, in which points are taken on purpose (§8.7)."""
        return self.base.carry.phase == 2
