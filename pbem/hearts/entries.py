"""What a game's log holds: choices and chance, and nothing that follows from them.

The game is `fold(entries)`. An entry is stored by the name of its class and its fields as JSON (`notation.py`),
so a class or a field is never renamed: new fields come with a default, new kinds with a new name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.cards import Card
from pbem.hearts.rules.record import Rules

Score = int | tuple[int, int]
"""Points of a seat: an int; in Complex Hearts (real, imaginary)."""


@dataclass(frozen=True, slots=True)
class Carry:
    """What a game remembers from one deal to the next beside its scores: known to all, empty in most variants."""

    jack: int = 0  # chips that nobody won, which stay in the pool (§8.11, §8.15)
    pig: int | None = None  # who took the queen of spades in the last deal (§8.8)
    phase: int = 1  # 2: points come off from now on (§8.7)
    named: str = ""  # which contracts were named, by whom (§8.20)


NOTHING = Carry()


@dataclass(frozen=True, slots=True)
class Base:
    """What a deal stands on, so that a game can be folded from its last `Dealt` alone."""

    number: int  # of the deal, from 1
    dealer: int
    scores: tuple[Score, ...]
    carry: Carry = NOTHING


@dataclass(frozen=True, slots=True)
class Opened:
    """The first entry of every game: the whole record of its rules, so that later presets change nothing."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Dealt:
    """Chance: the hands by seat, sorted, and what was not dealt out. `rest` is a kitty, or a stock in its order.

    `salt` is what makes the deal's commitment say nothing while the deal is played: secret as a hand until its end.
    """

    base: Base
    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """The dealer's choice of this deal's pass: `(offset, count)` pairs, or empty with `mix` set; or of its contract."""

    seat: int
    passing: tuple[tuple[int, int], ...]
    mix: int = 0
    stand_in: bool = False
    contract: str = ""


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid in an auction; `amount` None is a pass. `suit` where the winner names one with the bid."""

    seat: int
    amount: int | None
    suit: int | None = None
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """The cards a seat passes on, in the order of the pass list; none at all is declining (KEEP).

    A seat may say it again until the last seat has passed: the last one counts. Where cards may be handed back,
    `refuse` says which of them the seat will not take if they come, perhaps in an entry without cards; None: not said.
    """

    seat: int
    cards: tuple[Card, ...]
    stand_in: bool = False
    refuse: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Mixed:
    """Chance: what each seat got back of the cards mixed in the middle, and the kitty after it."""

    gave: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Charged:
    """Cards a seat lays open before the first lead (charging, exposing); may be none."""

    seat: int
    cards: tuple[Card, ...]
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """What the taker of an exchange kitty lays face down into the own pile."""

    seat: int
    cards: tuple[Card, ...]
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A card played from the hand of `seat` (a dummy's seat too: its controller decides)."""

    seat: int
    card: Card
    stand_in: bool = False


MoonPay = Literal["add", "subtract"]
"""How a moon is paid: added to the others' scores, or subtracted from the own."""


@dataclass(frozen=True, slots=True)
class MoonChosen:
    """The shooter's choice."""

    seat: int
    choice: MoonPay
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """Time is up, by the rules or as agreed: the deal being played is the last; between deals the game ends."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat was told what a robot would do, at a table that allows it. It changes nothing, and stands in the log."""

    seat: int


Choice = Called | Bid | Passed | Charged | Discarded | Played | MoonChosen
Entry = Opened | Dealt | Mixed | Stopped | Hinted | Choice
