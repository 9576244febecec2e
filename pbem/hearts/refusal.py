"""A refusal is a code with typed facts; the words for it live in the templates, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order was not carried out. `code` is the name of its sentence in `templates/<lang>/refusals.txt`."""

    code: ClassVar[str]


class Refused(Exception):
    """Not now, not yours, or against the rules."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class GameOver(Refusal):
    """Nothing can be done any more."""

    code: ClassVar[str] = "game-over"


@dataclass(frozen=True, slots=True)
class NotYourTurn(Refusal):
    """Others are asked."""

    code: ClassVar[str] = "not-your-turn"
    to_act: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NotNow(Refusal):
    """The game asks for something else."""

    code: ClassVar[str] = "not-now"
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class NotInHand(Refusal):
    """These cards are not held."""

    code: ClassVar[str] = "not-in-hand"
    cards: tuple[Card, ...]
    legal: tuple[Card, ...] = ()  # what may be played, where a card was asked


@dataclass(frozen=True, slots=True)
class CardRefusal(Refusal):
    """The card is held, and may not be played now."""

    card: Card
    legal: tuple[Card, ...]
    suit: Suit | None = None  # that was led


@dataclass(frozen=True, slots=True)
class FollowSuit(CardRefusal):
    """The suit led is held."""

    code: ClassVar[str] = "follow-suit"


@dataclass(frozen=True, slots=True)
class LeadLowClub(CardRefusal):
    """The deal's first lead is a certain card."""

    code: ClassVar[str] = "lead-low-club"


@dataclass(frozen=True, slots=True)
class HeartsNotBroken(CardRefusal):
    """Hearts may not be led yet."""

    code: ClassVar[str] = "hearts-not-broken"


@dataclass(frozen=True, slots=True)
class HeartsHeldBack(CardRefusal):
    """Hearts are not led while other suits are held (§8.20)."""

    code: ClassVar[str] = "hearts-held-back"


@dataclass(frozen=True, slots=True)
class NoPointsOnFirstTrick(CardRefusal):
    """A card that counts, on the first trick."""

    code: ClassVar[str] = "no-points-on-first-trick"


@dataclass(frozen=True, slots=True)
class ChargedCard(CardRefusal):
    """The card lies open, and its suit is led for the first time."""

    code: ClassVar[str] = "charged-card"


@dataclass(frozen=True, slots=True)
class MustPlayQueen(CardRefusal):
    """The queen of spades goes as soon as she is safe."""

    code: ClassVar[str] = "must-play-queen"


@dataclass(frozen=True, slots=True)
class IllegalCard(CardRefusal):
    """Any other card that may not be played now."""

    code: ClassVar[str] = "illegal-card"


@dataclass(frozen=True, slots=True)
class SameCardTwice(Refusal):
    """A card is named more often than it is held."""

    code: ClassVar[str] = "same-card-twice"
    card: Card


@dataclass(frozen=True, slots=True)
class PassCount(Refusal):
    """Too many or too few cards for the pass."""

    code: ClassVar[str] = "pass-count"
    needed: int
    given: int


@dataclass(frozen=True, slots=True)
class NoPass(Refusal):
    """In this deal no cards are passed."""

    code: ClassVar[str] = "no-pass"


@dataclass(frozen=True, slots=True)
class MayNotKeep(Refusal):
    """The table does not let anybody pass nothing."""

    code: ClassVar[str] = "may-not-keep"


@dataclass(frozen=True, slots=True)
class MayNotReturn(Refusal):
    """Cards that the rules do not let be handed back."""

    code: ClassVar[str] = "may-not-return"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WasHandedBack(Refusal):
    """For a card that came back another must go, which is not passed already."""

    code: ClassVar[str] = "was-handed-back"
    card: Card


@dataclass(frozen=True, slots=True)
class MayNotCharge(Refusal):
    """These cards cannot be laid open."""

    code: ClassVar[str] = "may-not-charge"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidTooLow(Refusal):
    """The bid does not top the last one."""

    code: ClassVar[str] = "bid-too-low"
    least: int


@dataclass(frozen=True, slots=True)
class BadContract(Refusal):
    """No contract of this game, or one that may not be named again (§8.20)."""

    code: ClassVar[str] = "bad-contract"
    contract: str
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadBid(Refusal):
    """More than can be won or lost; or a suit is missing, or may not be named."""

    code: ClassVar[str] = "bad-bid"
    amount: int | None = None  # that is too much
    suit: int | None = None  # that may not be named


@dataclass(frozen=True, slots=True)
class BadCall(Refusal):
    """The cards of this deal cannot be passed as the dealer says."""

    code: ClassVar[str] = "bad-call"
    needed: int
    way: str = ""  # that does not exist with so many players
    players: int = 0


@dataclass(frozen=True, slots=True)
class DiscardCount(Refusal):
    """Too many or too few cards laid aside."""

    code: ClassVar[str] = "discard-count"
    needed: int
    given: int


@dataclass(frozen=True, slots=True)
class MoonChoice(Refusal):
    """The moon cannot be paid in that way."""

    code: ClassVar[str] = "moon-choice"


def need_held(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    """Refuses cards that the hand does not hold, each as often as it is named."""
    missing = tuple(c for c in cards if c not in hand)
    if missing:
        raise Refused(NotInHand(missing))
    for c in cards:
        if cards.count(c) > 1 and cards.count(c) > hand.count(c):
            raise Refused(SameCardTwice(c))
